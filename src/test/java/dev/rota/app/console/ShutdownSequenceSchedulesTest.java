package dev.rota.app.console;

import static dev.rota.testing.ScheduleExplorer.require;
import static dev.rota.testing.ScheduleExplorer.together;

import dev.rota.testing.ScheduleExplorer;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class ShutdownSequenceSchedulesTest {
  /** As when a signal comes while a verb still opens what it needs. */
  @Test
  void eachIsClosedOnceThoughTwoCloseAndOneStillOpens() {
    ScheduleExplorer.explore(
        () -> {
          AtomicIntegerArray closed = new AtomicIntegerArray(3);
          ShutdownSequence sequence = ShutdownSequence.nested();
          sequence.with(() -> closed.incrementAndGet(0));
          together(
              () -> {
                sequence.close();
                require(closed.get(0) == 1, "it said that it was closed: " + closed);
              },
              () -> {
                sequence.with(() -> closed.incrementAndGet(1));
                sequence.with(() -> closed.incrementAndGet(2));
                sequence.close();
                require("[1, 1, 1]".equals(closed.toString()), closed);
              });
          require("[1, 1, 1]".equals(closed.toString()), closed);
        });
  }
}
