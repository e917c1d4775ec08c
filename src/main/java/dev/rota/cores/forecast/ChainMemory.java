package dev.rota.cores.forecast;

import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.CoreShown;
import dev.rota.cores.model.CoresFact.CoresAdvanced;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.IndexSettled;
import dev.rota.cores.model.CoresFact.OrderDropped;
import dev.rota.cores.model.CoresFact.OrderQueued;
import dev.rota.cores.model.CoresFact.OrderReturned;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresFact.PriceMoved;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.ScheduleWithdrawn;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresFact.SharesAssigned;
import dev.rota.cores.model.CoresFact.SharesRefused;
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
      switch (fact) {
        case BlockBegan(long number) -> began(number, atMillis);
        case CoreFreed freed -> freed(freed);
        case ClaimScheduled claim -> scheduled.add(claim.assignment().core());
        case CoreOccupied(int core, CoreOccupant occupant) -> {
          backed.add(core);
          if (occupant.kind() == OccupantKind.PARATHREAD) {
            backedIn.put(core, block);
          }
        }
        case SessionStarted _ -> backedIn.clear();
        case BlockRefused _, DiscrepancyFound _, BlockScheduled _ -> {}
        case ScheduleWithdrawn _, ParachainScheduled _, QueueSettled _, IndexSettled _ -> {}
        case ClaimRefused _, ClaimQueued _, ClaimReturned _ -> {}
        case ClaimConcluded _, ClaimDropped _ -> {}
        case SharesAssigned _, SharesRefused _, PriceMoved _, CoresAdvanced _, CoreShown _ -> {}
        case OrderQueued _, OrderReturned _, OrderDropped _ -> {}
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
