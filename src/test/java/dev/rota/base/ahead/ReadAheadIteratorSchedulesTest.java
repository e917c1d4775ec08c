package dev.rota.base.ahead;

import static dev.rota.testing.ScheduleExplorer.require;

import dev.rota.testing.ScheduleExplorer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class ReadAheadIteratorSchedulesTest {
  private static final int THINGS = 4;

  @Test
  void eachIsMadeOnceAndHandedOverInOrderWhoeverMakesIt() {
    ScheduleExplorer.explore(
        () -> {
          List<Thread> others = new ArrayList<>();
          AtomicIntegerArray made = new AtomicIntegerArray(THINGS);
          var things =
              new ReadAheadIterator<>(
                  THINGS,
                  index -> index + 10 * made.incrementAndGet(index),
                  _ -> true,
                  work -> {
                    Thread one = new Thread(work);
                    others.add(one);
                    one.start();
                  });
          List<Integer> handed = new ArrayList<>();
          things.forEachRemaining(handed::add);
          for (Thread one : others) {
            ScheduleExplorer.awaitEnd(one);
          }
          require(handed.equals(List.of(10, 11, 12, 13)), handed);
          require("[1, 1, 1, 1]".equals(made.toString()), made);
        });
  }
}
