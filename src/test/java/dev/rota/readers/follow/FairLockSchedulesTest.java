package dev.rota.readers.follow;

import static dev.rota.testing.ScheduleExplorer.require;
import static dev.rota.testing.ScheduleExplorer.together;

import dev.rota.testing.ScheduleExplorer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class FairLockSchedulesTest {
  private static final long PATIENT_MILLIS = 1_000;

  @Test
  void oneAtATimeChanges() {
    ScheduleExplorer.explore(
        () -> {
          FairLock lock = new FairLock();
          AtomicInteger state = new AtomicInteger();
          together(() -> change(lock, state), () -> change(lock, state));
          require(state.get() == 4, state);
        });
  }

  @Test
  void whoAsksSeesAllOfAChangeOrNothingOfIt() {
    ScheduleExplorer.explore(
        () -> {
          FairLock lock = new FairLock();
          AtomicInteger state = new AtomicInteger();
          together(() -> change(lock, state), () -> ask(lock, state));
        });
  }

  private static void change(FairLock lock, AtomicInteger state) {
    lock.hold(
        () -> {
          int before = state.get();
          state.set(before + 1);
          state.set(before + 2);
        });
  }

  private static void ask(FairLock lock, AtomicInteger state) {
    try {
      int seen = lock.ask(PATIENT_MILLIS, () -> state.get());
      require(seen % 2 == 0, seen);
    } catch (LaneBusy _) {
      // An explored schedule may let it wait for as long as that.
    }
  }
}
