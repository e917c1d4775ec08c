package dev.rota.cores.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

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
import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.LaneGauge.Together;
import dev.rota.kernel.domain.measures.QueuePlaces;
import dev.rota.kernel.domain.measures.QueueVitals;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Chains: claims wait for cores, and occupied cores are what is assigned. They count blocks. */
public final class CoresMonitor implements DomainMonitor<CoresState, CoresFact> {
  @Override
  public QueueVitals vitals(CoresState state) {
    return new QueueVitals(state.waiting(), state.occupied());
  }

  @Override
  public Optional<QueuePlaces> places(CoresState state) {
    return Optional.of(new QueuePlaces(state.firstTicket(), state.nextTicket()));
  }

  @Override
  public OptionalLong capacity(CoresState state) {
    return OptionalLong.of(state.cores());
  }

  @Override
  public List<LaneGauge<CoresState>> gauges() {
    return List.of(
        sum("all", "Cores of the chain.", CoresState::cores),
        new LaneGauge<>(
            "oldest_candidate_blocks",
            "Blocks since the oldest candidate that occupies a core was backed.",
            Together.MOST,
            CoresMonitor::oldest),
        new LaneGauge<>(
            "block_number", "The latest block; -1: none yet.", Together.MOST, CoresState::block));
  }

  private static long oldest(CoresState state) {
    long oldest = 0;
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      oldest = occupant == null ? oldest : Math.max(oldest, state.block() - occupant.since());
    }
    return oldest;
  }

  @Override
  public void count(CoresFact fact, FactCounter to) {
    switch (fact) {
      case ClaimRefused refused -> to.refused(refused.reason());
      case BlockRefused refused -> to.refused(refused.reason());
      case SharesRefused refused -> to.refused(refused.reason());
      case ClaimReturned _, OrderReturned _ -> to.moved(1);
      case CoreOccupied _ -> to.begun(1);
      case ClaimQueued _, ClaimScheduled _, ClaimConcluded _, ClaimDropped _ -> {}
      case CoreFreed _, ScheduleWithdrawn _, ParachainScheduled _ -> {}
      case BlockBegan _, DiscrepancyFound _, BlockScheduled _ -> {}
      case SharesAssigned _, PriceMoved _, CoresAdvanced _, CoreShown _ -> {}
      case OrderQueued _, OrderDropped _ -> {}
      case SessionStarted _, QueueSettled _, IndexSettled _ -> {}
    }
  }

  @Override
  public AssignmentAccount<CoresState, CoresFact> assignments() {
    return new CoresAssignments();
  }
}
