package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.blobs.BlobDigest;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.StatusCode;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.protocols.reapi.ExecutionStage;
import dev.rota.testing.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each who waits for an operation hears each change of it, and of no other. */
@ExtendWith(Patience.class)
class OperationWatchersTest {
  private static final BlobDigest ACTION = BlobDigest.EMPTY;
  private static final int UNKNOWN = -1;

  private final GridInMemory grid = new GridInMemory();
  private final HeldTimer timer = new HeldTimer();
  private final OperationWatchers watchers = new OperationWatchers(grid, timer);

  /** What is due when the test says so. */
  private static final class HeldTimer extends ScheduledThreadPoolExecutor {
    private final List<Runnable> due = new ArrayList<>();

    HeldTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
      due.add(work);
      return null;
    }

    void pass() {
      List.copyOf(due).forEach(Runnable::run);
      due.clear();
    }
  }

  /** What one was told: stages by their numbers. */
  private static final class Told implements OperationWatchers.OperationWatch {
    private final String operation;
    private final List<Integer> stages = new ArrayList<>();
    private OperationStanding last;

    Told(String operation) {
      this.operation = operation;
    }

    @Override
    public String operation() {
      return operation;
    }

    @Override
    public OperationStanding last() {
      return last;
    }

    @Override
    public void stands(OperationStanding standing) {
      last = standing;
      stages.add(standing.stage().getNumber());
    }

    @Override
    public void isUnknown() {
      stages.add(UNKNOWN);
    }
  }

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  private Told watch(String operation) {
    Told told = new Told(operation);
    watchers.add(told);
    return told;
  }

  private static void told(Told one, Object... stages) {
    List<Integer> numbers = new ArrayList<>();
    for (Object stage : stages) {
      numbers.add(stage instanceof ExecutionStage.Value value ? value.getNumber() : UNKNOWN);
    }
    assertThat(one.stages).as(one.operation).isEqualTo(numbers);
  }

  @Test
  void eachOfASharedJobIsToldItsOwnStanding() {
    grid.execute("first", ACTION, false);
    Told first = watch("first");
    grid.execute("second", ACTION, false);
    Told second = watch("second");
    grid.beat("w", 1);
    grid.cancel("first");
    assertThat(first.last.ended().code()).isEqualTo(GrpcStatus.CANCELLED);
    assertThat(second.last.stage()).isEqualTo(ExecutionStage.Value.EXECUTING);
    grid.beat("w", 1, GridInMemory.completed("first", StatusCode.OK));
    assertThat(first.last.ended().code()).isEqualTo(GrpcStatus.CANCELLED);
    assertThat(second.last.ended().code()).isEqualTo(GrpcStatus.OK);
  }

  @Test
  void aRetryIsToldAsWaitingAgain() {
    grid.execute("one", ACTION, true);
    Told one = watch("one");
    grid.beat("w", 1);
    grid.beat("w", 1, GridInMemory.completed("one", StatusCode.INTERNAL));
    assertThat(one.last.stage()).isEqualTo(ExecutionStage.Value.EXECUTING);
    assertThat(grid.job("one").attempt()).isEqualTo(2);
    grid.cancel("one");
    assertThat(one.last.ended().code()).isEqualTo(GrpcStatus.CANCELLED);
    grid.execute("other", ACTION, true);
    assertThat(one.last.operation()).isEqualTo("one");
    int before = one.stages.size();
    grid.cancel("other");
    assertThat(one.stages).hasSize(before);
  }

  /** A grid may have forgotten a job by the time that a front door reads its end. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void whatAForgottenJobCameToIsTold(long retention) {
    grid.take(BotPolicy.newBuilder().setGrid("builds").setCompletedRetentionMs(retention).build());
    grid.execute("one", ACTION, true);
    Told one = watch("one");
    grid.beat("w", 1);
    grid.together(
        () -> {
          grid.beat("w", 1, GridInMemory.completed("one", StatusCode.ABORTED));
          grid.wait(1);
          grid.beat("w", 1);
        });
    assertThat(grid.job("one")).isNull();
    told(
        one,
        ExecutionStage.Value.QUEUED,
        ExecutionStage.Value.EXECUTING,
        ExecutionStage.Value.COMPLETED);
    assertThat(one.last.ended().code()).isEqualTo(GrpcStatus.ABORTED);
    assertThat(one.last.run()).isNull();
  }

  @Test
  void whoExpectsAnOperationIsToldFromItsBeginningOnUnlessItHasGone() {
    Told one = new Told("one");
    Told gone = new Told("gone");
    watchers.expect(one);
    watchers.expect(gone);
    timer.pass();
    assertThat(watchers.isWatched("one")).isFalse();
    assertThat(watchers.remove(gone)).as("it has begun").isFalse();
    grid.execute("one", ACTION, true);
    grid.execute("gone", ACTION, true);
    assertThat(watchers.isWatched("one")).isTrue();
    told(one, ExecutionStage.Value.QUEUED);
    told(gone);
    assertThat(watchers.remove(one)).isTrue();
  }

  @Test
  void whatIsNotThereYetIsWaitedForAMoment() {
    Told early = watch("early");
    Told never = watch("never");
    told(early);
    grid.execute("early", ACTION, true);
    told(early, ExecutionStage.Value.QUEUED);
    timer.pass();
    told(early, ExecutionStage.Value.QUEUED);
    told(never, UNKNOWN);
  }

  @Test
  void whoAsksForWhatIsNotThereYetGoesOnOnceItIsOrAfterAMoment() throws Exception {
    for (String operation : List.of("early", "never")) {
      FutureTask<Void> asking =
          new FutureTask<>(
              () -> {
                watchers.awaitSight(operation);
                return null;
              });
      Thread asks = Thread.ofVirtual().start(asking);
      // It is in the list before its timer runs.
      await().until(() -> watchers.isWatched(operation) && asks.getState() == Thread.State.WAITING);
      assertThat(asking).isNotDone();
      if (operation.equals("early")) {
        grid.execute(operation, ACTION, true);
      } else {
        timer.pass();
      }
      asking.get();
      assertThat(watchers.isWatched(operation)).isFalse();
    }
  }

  @Test
  void anOperationIsAbandonedByTheLastWhoGoes() {
    grid.execute("one", ACTION, true);
    Told one = watch("one");
    Told other = watch("one");
    assertThat(watchers.remove(one)).isFalse();
    assertThat(watchers.isWatched("one")).isTrue();
    assertThat(watchers.remove(other)).isTrue();
    assertThat(watchers.isWatched("one")).isFalse();
    assertThat(watchers.remove(other)).isFalse();
    grid.cancel("one");
    told(one, ExecutionStage.Value.QUEUED);
  }
}
