package dev.rota.bots.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsFact.RulesAdopted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Deadline;
import java.util.List;
import java.util.OptionalLong;

/** Grids: jobs wait for bots, and leases are what is assigned. */
public final class BotsMonitor implements DomainMonitor<BotsState, BotsFact> {
  @Override
  public QueueVitals vitals(BotsState state) {
    List<Job> first = state.queue().oldest(1);
    Deadline oldest = state.leases().byStart().next("lease", 0, null);
    return new QueueVitals(
        state.queue().counts().queued(),
        first.isEmpty() ? QueueVitals.NONE : first.get(0).queuedAt(),
        state.leases().byStart().size(),
        oldest == null ? QueueVitals.NONE : oldest.atMillis());
  }

  /** A bot that is not OK gets no job, whatever it could take. */
  @Override
  public OptionalLong capacity(BotsState state) {
    return OptionalLong.of(state.allBots().stream().mapToLong(bot -> bot.profile().slots()).sum());
  }

  @Override
  public List<LaneGauge<BotsState>> gauges() {
    return List.of(
        sum("registered", "Bots with a session.", state -> state.allBots().size()),
        sum(
            "unhealthy",
            "Bots with a session whose status is not OK.",
            state -> state.allBots().stream().filter(bot -> !bot.isHealthy()).count()),
        sum(
            "spare_slots",
            "Jobs that the bots could take at once.",
            state -> state.allBots().stream().filter(Bot::isFree).mapToLong(Bot::spare).sum()));
  }

  @Override
  public void count(BotsFact fact, FactCounter to) {
    switch (fact) {
      case JobRefused refused -> to.refused(refused.reason());
      case BotRefused refused -> to.refused(refused.reason());
      case PolicyRefused refused -> to.refused(refused.reason());
      case LeaseStarted _ -> to.begun(1);
      case LeaseEnded lease -> {
        boolean taken = lease.ending() == LeaseEnd.EVICTED || lease.ending() == LeaseEnd.EXPIRED;
        to.moved(taken ? 1 : 0);
      }
      case JobQueued _, JobCached _, JobJoined _, OperationCancelled _, JobBackedOff _ -> {}
      case JobLeftAlone _, JobRetried _, JobEnded _, JobForgotten _ -> {}
      case BotRegistered _, BotRefreshed _, BotSynchronised _, HintRemembered _, BotGone _ -> {}
      case Awoken _, Drawn _, Paused _, PolicyApplied _, RulesAdopted _ -> {}
    }
  }

  @Override
  public AssignmentAccount<BotsState, BotsFact> assignments() {
    return new BotsAssignments();
  }
}
