package dev.rota.readers.follow;

import static dev.rota.testing.ScheduleExplorer.require;
import static dev.rota.testing.ScheduleExplorer.together;

import dev.rota.testing.ScheduleExplorer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("schedules")
class FairLockSchedulesTest {
  private static final long PATIENT_MILLIS = 1_000;

  @Test
  void whoAsksSeesAllOfAChangeOrNothingOfIt() {
    ScheduleExplorer.explore(
        () -> {
          FairLock lock = new FairLock();
          int[] state = new int[1];
          Runnable change =
              () ->
                  lock.hold(
                      () -> {
                        state[0]++;
                        state[0]++;
                      });
          together(change, change, () -> ask(lock, state));
          require(state[0] == 4, state[0]);
        });
  }

  private static void ask(FairLock lock, int[] state) {
    try {
      int seen = lock.ask(PATIENT_MILLIS, () -> state[0]);
      require(seen % 2 == 0, seen);
    } catch (LaneBusy _) {
      // An explored schedule may let it wait for as long as that.
    }
  }
}
