package dev.rota.cores.forecast;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Memory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Learns when blocks come, which claims are backed, and when their candidates are available. */
final class ChainMemory implements Memory<CoresState, CoresInput, CoresFact> {
  private final ChainHabits habits = new ChainHabits();

  /** In which block the claims on cores were backed, by core. */
  private final Map<Integer, Long> backedIn = new HashMap<>();

  private long lastBlockMillis = -1;
  private long block = -1;

  @Override
  public void learn(List<CoresFact> facts, long atMillis) {
    List<Integer> scheduled = new ArrayList<>();
    Set<Integer> backed = new HashSet<>();
    for (CoresFact fact : facts) {
      if (fact instanceof BlockBegan began) {
        began(began.number(), atMillis);
      } else if (fact instanceof CoreFreed freed) {
        freed(freed);
      } else if (fact instanceof ClaimScheduled claim) {
        scheduled.add(claim.assignment().core());
      } else if (fact instanceof CoreOccupied occupied) {
        backed.add(occupied.core());
        if (occupied.occupant().kind() == OccupantKind.PARATHREAD) {
          backedIn.put(occupied.core(), block);
        }
      } else if (fact instanceof SessionStarted) {
        backedIn.clear();
      }
    }
    scheduled.forEach(core -> habits.backed().add(backed.contains(core) ? 1 : 0));
  }

  private void began(long number, long atMillis) {
    if (lastBlockMillis >= 0) {
      habits.intervals().add(atMillis - lastBlockMillis);
    }
    lastBlockMillis = atMillis;
    block = number;
  }

  private void freed(CoreFreed freed) {
    Long since = backedIn.remove(freed.core());
    if (since != null) {
      habits
          .blocks()
          .add(freed.reason() == CoresReason.TIMED_OUT ? ChainHabits.NEVER : block - since);
    }
  }

  @Override
  public Expectation<CoresInput, CoresFact> expect(CoresState state, long nowMillis) {
    return new ChainExpectation(state, habits, lastBlockMillis, nowMillis);
  }
}
