package dev.rota.cores.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.CoreOccupied;
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
    return new QueueVitals(state.queued(), state.occupied());
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
    if (fact instanceof ClaimRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof BlockRefused refused) {
      to.refused(refused.reason());
    } else if (fact instanceof ClaimReturned) {
      to.moved(1);
    } else if (fact instanceof CoreOccupied) {
      to.begun(1);
    }
  }

  @Override
  public AssignmentAccount<CoresState, CoresFact> assignments() {
    return new CoresAssignments();
  }
}
