package dev.rota.serving.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.bots.values.RefusalReason;
import dev.rota.testing.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** There may be as many calls as there like to be: so many of them ask the grid at a time. */
@ExtendWith(Patience.class)
class GridReaderTest {
  private static final int CALLS = 100;

  @Test
  void soManyAskAtATimeAndEachIsAnswered() throws Exception {
    GridReader grid = new GridInMemory().atOnce(3);
    AtomicInteger asking = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Semaphore answers = new Semaphore(0);
    List<Thread> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(
          Thread.startVirtualThread(
              () ->
                  grid.read(
                      _ -> {
                        most.accumulateAndGet(asking.incrementAndGet(), Math::max);
                        answers.acquireUninterruptibly();
                        return asking.decrementAndGet();
                      })));
    }
    await().until(() -> calls.stream().allMatch(call -> call.getState() == Thread.State.WAITING));
    assertThat(asking).hasValue(3);
    answers.release(CALLS);
    for (Thread call : calls) {
      call.join();
    }
    assertThat(most).hasValue(3);
  }

  /** What goes wrong with a question takes no turn from the others. */
  @Test
  void aQuestionThatFailsGivesItsTurnBack() {
    GridReader grid = new GridInMemory().atOnce(1);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () ->
                  grid.read(
                      _ -> {
                        throw CallFaults.refused(RefusalReason.NOT_FOUND, "nothing");
                      }))
          .hasMessageContaining("nothing");
    }
  }
}
