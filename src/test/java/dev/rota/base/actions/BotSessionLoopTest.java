package dev.rota.base.actions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.base.actions.ActionRunner.ActionOutcome;
import dev.rota.base.blobs.BlobDigest;
import dev.rota.base.blobs.StatusDetails;
import dev.rota.protocols.reapi.ActionResult;
import dev.rota.protocols.remoteworkers.BotSession;
import dev.rota.protocols.remoteworkers.BotStatus;
import dev.rota.protocols.remoteworkers.Lease;
import dev.rota.protocols.remoteworkers.LeaseState;
import dev.rota.testing.LiveThread;
import dev.rota.testing.Patience;
import dev.rota.testing.ScriptedFrontDoor;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bot's side of the protocol. Its leases end when the test says so. */
@ExtendWith(Patience.class)
final class BotSessionLoopTest {
  private static final BotIdentity IDENTITY =
      new BotIdentity("main", "bot-7", Map.of("OSFamily", List.of("linux", "posix")));

  private final List<ManagedChannel> channels = new ArrayList<>();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
  private ScriptedFrontDoor door;
  private BotSessionLoop bot;

  @BeforeEach
  void open() throws IOException {
    door = new ScriptedFrontDoor();
    bot = bot(door.port());
  }

  private BotSessionLoop bot(int... ports) {
    for (int port : ports) {
      channels.add(NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
    }
    return BotSessionLoop.start(
        IDENTITY, channels.subList(channels.size() - ports.length, channels.size()), this::run);
  }

  private ActionOutcome run(Lease lease) {
    while (lease.getId().startsWith("hanging") && mayEnd.getCount() > 0) {
      Thread.interrupted();
      Thread.onSpinWait();
    }
    if (lease.getId().startsWith("broken")) {
      throw new StackOverflowError();
    }
    try {
      if (!lease.getId().startsWith("quick")) {
        mayEnd.await();
      }
    } catch (InterruptedException _) {
      interrupted.complete(true);
    }
    return new ActionOutcome(
        StatusDetails.of(Status.OK), ActionResult.newBuilder().setExitCode(3).build());
  }

  @AfterEach
  void close() {
    bot.close();
    channels.forEach(ManagedChannel::shutdownNow);
    door.close();
  }

  private void lease(String id) {
    door.lease(id, BlobDigest.EMPTY.message());
  }

  private Lease completed() {
    await().until(() -> !door.completed().isEmpty());
    return door.completed().get(0);
  }

  private void untilSaid(String lease, LeaseState state) {
    await()
        .until(
            () ->
                door.said().stream()
                    .flatMap(said -> said.getLeasesList().stream())
                    .anyMatch(one -> one.getId().equals(lease) && one.getState() == state));
  }

  @Test
  void aLeaseIsRunAndReportedUntilTheFrontDoorKnows() throws Exception {
    lease("quick");
    Lease report = completed();

    assertThat(report.getStatus().getCode()).isZero();
    assertThat(report.getResult().unpack(ActionResult.class).getExitCode()).isEqualTo(3);
    await().until(() -> door.said().get(door.said().size() - 1).getLeasesCount() == 0);
    BotSession said = door.said().get(0);
    assertThat(said.getBotId()).isEqualTo("bot-7");
    assertThat(said.getWorker().getDevices(0).getPropertiesList())
        .extracting(one -> one.getKey() + "=" + one.getValue())
        .containsExactly("OSFamily=linux", "OSFamily=posix");
    assertThat(door.sessions()).isEqualTo(1);
  }

  @Test
  void manyLeasesFollowOneAnother() {
    for (int i = 0; i < 20; i++) {
      lease("quick-" + i);
    }
    await().until(() -> door.completed().size() == 20);
  }

  @Test
  void aFrontDoorThatWasGoneHearsWhatCameOfALease() throws IOException {
    lease("slow");
    untilSaid("slow", LeaseState.ACTIVE);
    door.close();
    mayEnd.countDown();
    door.open();

    assertThat(completed().getId()).isEqualTo("slow");
    assertThat(door.sessions()).isEqualTo(1);
    assertThat(interrupted).isNotDone();
  }

  @Test
  void whereOneFrontDoorIsGoneAnotherOneIsAsked() throws IOException {
    bot.close();
    ScriptedFrontDoor gone = new ScriptedFrontDoor();
    gone.close();
    bot = bot(gone.port(), door.port());
    lease("quick");

    assertThat(completed().getId()).isEqualTo("quick");
  }

  @Test
  void aSessionThatIsNotKnownIsFollowedByANewOneAndItsLeasesEnd() {
    lease("slow");
    untilSaid("slow", LeaseState.ACTIVE);
    door.forget();
    assertThat(interrupted.join()).isTrue();
    await().until(() -> door.sessions() == 2);
    lease("quick");

    assertThat(completed().getId()).isEqualTo("quick");
  }

  /** As if another bot had its name: each ends the other's session. */
  @Test
  void shortSessionsFollowEachOtherMoreAndMoreSlowly() {
    await().until(() -> door.sessions() == 1);
    for (int session = 2; session < 5; session++) {
      int next = session;
      door.forget();
      await().until(() -> door.sessions() == next);
    }
    lease("quick");

    assertThat(completed().getId()).isEqualTo("quick");
  }

  @Test
  void aLeaseThatIsTakenAwayEnds() {
    lease("slow");
    untilSaid("slow", LeaseState.ACTIVE);
    door.takeAway("slow");

    assertThat(interrupted.join()).isTrue();
    lease("quick");
    assertThat(completed().getId()).isEqualTo("quick");
  }

  @Test
  void aBotThatDrainsFinishesWhatRunsAndTakesNothingNew() {
    lease("slow");
    untilSaid("slow", LeaseState.ACTIVE);
    bot.drain();
    lease("quick");
    Lease refused = completed();
    assertThat(refused.getId()).isEqualTo("quick");
    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE.value());
    assertThat(bot.ended()).isNotDone();
    mayEnd.countDown();
    bot.ended().join();

    assertThat(door.completed()).extracting(Lease::getId).containsExactly("quick", "slow");
    assertThat(door.completed().get(1).getStatus().getCode()).isZero();
    BotSession last = door.said().get(door.said().size() - 1);
    assertThat(last.getStatus()).isEqualTo(BotStatus.BOT_TERMINATING);
    assertThat(last.getLeasesList()).isEmpty();
  }

  @Test
  void whatDoesNotEndInTimeIsEndedAndTriedElsewhere() {
    lease("slow");
    untilSaid("slow", LeaseState.ACTIVE);
    bot.drain();
    bot.cancel();
    bot.ended().join();

    assertThat(interrupted).isDone();
    assertThat(completed().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE.value());
  }

  @Test
  void whatCannotBeEndedIsTriedElsewhereAndLeftBehind() {
    lease("hanging");
    untilSaid("hanging", LeaseState.ACTIVE);
    bot.drain();
    bot.cancel();
    bot.giveUp();
    bot.ended().join();

    assertThat(mayEnd.getCount()).as("it still hangs").isOne();
    assertThat(completed().getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE.value());
    BotSession last = door.said().get(door.said().size() - 1);
    assertThat(last.getStatus()).isEqualTo(BotStatus.BOT_TERMINATING);
    mayEnd.countDown();
  }

  @Test
  void whatCannotBeEndedDoesNotKeepTheBotFromEndingAtOnce() {
    lease("hanging");
    untilSaid("hanging", LeaseState.ACTIVE);
    bot.close();

    assertThat(bot.ended()).isDone();
    assertThat(mayEnd.getCount()).as("it still hangs").isOne();
    mayEnd.countDown();
  }

  @Test
  void aLeaseWhoseThreadBreaksIsReported() {
    lease("broken");
    assertThat(completed().getStatus().getCode()).isEqualTo(Status.Code.INTERNAL.value());
  }

  /** What the front door has taken away is the bot's until it has ended. */
  @Test
  void noLeaseThatWasTakenAwayOutlivesItsBot() throws Exception {
    lease("hanging");
    untilSaid("hanging", LeaseState.ACTIVE);
    door.takeAway("hanging");
    lease("quick");
    completed();
    Thread closing = new Thread(bot::close);
    closing.start();
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING && bot.ended().isDone());
    mayEnd.countDown();
    closing.join();
    assertThat(LiveThread.named("lease-hanging")).isEmpty();
    await().until(() -> LiveThread.named("bot-" + IDENTITY.id()).isEmpty());
  }

  @Test
  void aMistakeEndsTheBotInsteadOfBeingTriedForEver() throws IOException {
    ScriptedFrontDoor shut = new ScriptedFrontDoor();
    shut.refuse(Status.UNAUTHENTICATED.withDescription("a token is needed"));
    BotSessionLoop refused = bot(shut.port());

    assertThatThrownBy(() -> refused.ended().get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("a token is needed");
    shut.close();
  }
}
