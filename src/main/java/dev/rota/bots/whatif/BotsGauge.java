package dev.rota.bots.whatif;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
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
import dev.rota.kernel.domain.measures.FigureGoal;
import dev.rota.kernel.domain.measures.HistoryGauge;
import dev.rota.kernel.domain.measures.LaneMeasures;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures a grid: how jobs wait and end, and what bots do. The tenants are instances. */
final class BotsGauge implements HistoryGauge<BotsFact> {
  private static final String WAITED = "waiting for the first bot";
  private static final String QUEUED = "jobs queued";
  private static final String REFUSED = "jobs refused";
  private static final String LEASES = "leases started";
  private static final String COMPLETED = "jobs completed";
  private static final String CANCELLED = "jobs cancelled";
  private static final String EVICTIONS = "evictions";
  private static final String LOST = "leases lost";
  private static final String RETRIES = "retries";
  private static final String WAITING = "jobs that wait";
  private static final String RUNNING = "jobs that run";
  private static final String IDLE = "idle capacity";

  private final LaneMeasures to;
  private final Set<String> waiting = new HashSet<>();
  private final Map<String, Integer> capacity = new HashMap<>();
  private final Map<String, Integer> held = new HashMap<>();

  BotsGauge(LaneMeasures to) {
    this.to = to;
    to.counts(QUEUED, REFUSED, LEASES, COMPLETED, CANCELLED, EVICTIONS, LOST, RETRIES);
    to.samples("ms", WAITED);
    to.levels(WAITING, RUNNING, IDLE);
    to.goal(FigureGoal.LESS, WAITED, WAITING, REFUSED, CANCELLED, EVICTIONS, LOST, RETRIES);
    to.goal(FigureGoal.MORE, COMPLETED);
  }

  @Override
  public void see(List<BotsFact> facts, long atMillis) {
    facts.forEach(this::see);
  }

  private void see(BotsFact fact) {
    long at = fact.atMillis();
    switch (fact) {
      case LeaseStarted lease -> started(lease);
      case LeaseEnded lease -> ended(lease);
      case JobQueued job -> {
        to.count(QUEUED, 1, at);
        waits(job.job().name(), at);
      }
      case JobRetried job -> {
        to.count(RETRIES, 1, at);
        waits(job.job(), at);
      }
      case JobEnded job -> {
        to.count(job.over().cancelled() ? CANCELLED : COMPLETED, 1, at);
        waitsNoMore(job.job(), at);
      }
      case JobRefused _ -> to.count(REFUSED, 1, at);
      case BotRegistered bot -> has(bot.bot().name(), bot.profile().slots(), at);
      case BotRefreshed bot -> has(bot.bot(), bot.profile().slots(), at);
      case BotGone bot -> has(bot.bot(), 0, at);
      case JobCached _, JobJoined _, OperationCancelled _ -> {}
      case JobBackedOff _, JobLeftAlone _, JobForgotten _ -> {}
      case BotSynchronised _, HintRemembered _, BotRefused _ -> {}
      case GridFact _ -> {}
    }
  }

  private void started(LeaseStarted lease) {
    long at = lease.atMillis();
    to.count(LEASES, 1, at);
    if (lease.attempt() == 1) {
      String tenant = (lease.cohort() == null ? "" : lease.cohort() + "/") + lease.job().instance();
      to.sample(WAITED, tenant, at - lease.job().queuedAt(), at);
    }
    waitsNoMore(lease.job().name(), at);
    holds(lease.bot(), 1, at);
  }

  private void ended(LeaseEnded lease) {
    long at = lease.atMillis();
    holds(lease.bot(), -1, at);
    if (lease.ending() == LeaseEnd.EVICTED) {
      to.count(EVICTIONS, 1, at);
      waits(lease.job().name(), at);
    } else if (lease.ending() == LeaseEnd.EXPIRED) {
      to.count(LOST, 1, at);
    }
  }

  private void waits(String job, long at) {
    waiting.add(job);
    to.level(WAITING, waiting.size(), at);
  }

  private void waitsNoMore(String job, long at) {
    waiting.remove(job);
    to.level(WAITING, waiting.size(), at);
  }

  private void has(String bot, int slots, long at) {
    int before = idle(bot);
    capacity.put(bot, slots);
    to.change(IDLE, idle(bot) - before, at);
  }

  private void holds(String bot, int more, long at) {
    int before = idle(bot);
    held.merge(bot, more, Integer::sum);
    to.change(IDLE, idle(bot) - before, at);
    to.change(RUNNING, more, at);
  }

  private int idle(String bot) {
    return Math.max(0, capacity.getOrDefault(bot, 0) - held.getOrDefault(bot, 0));
  }
}
