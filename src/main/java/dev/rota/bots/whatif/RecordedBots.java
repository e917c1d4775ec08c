package dev.rota.bots.whatif;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.LeaseReport;
import dev.rota.bots.ReportedState;
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
import dev.rota.bots.model.JobFact;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.whatif.RecordedRunningTimes.Run;
import dev.rota.bots.whatif.RecordedRunningTimes.Work;
import dev.rota.kernel.domain.FleetModel;
import dev.rota.kernel.domain.HeartbeatHistory;
import dev.rota.kernel.domain.Participants.Past;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What bots did in history: when they synchronised, and how long jobs ran on them. */
final class RecordedBots {
  private record Completion(long turn, String job) {}

  private final RecordedRunningTimes times = new RecordedRunningTimes();
  private final HeartbeatHistory beats = new HeartbeatHistory();
  private final Set<Long> refused = new HashSet<>();
  private final Set<Long> ofItsSession = new HashSet<>();
  private final Set<Completion> completions = new HashSet<>();
  private final Map<String, LeaseStarted> running = new TreeMap<>();
  private final Map<String, String> sessions = new HashMap<>();

  RecordedRunningTimes times() {
    return times;
  }

  HeartbeatHistory beats() {
    return beats;
  }

  void recorded(Past turn, List<BotsFact> facts, FleetModel fleet) {
    BotHeartbeat beat =
        turn.input() != null && turn.input().record() instanceof BotHeartbeat one ? one : null;
    if (beat != null && facts.stream().noneMatch(BotRefused.class::isInstance)) {
      beats.heard(beat.getBot(), turn.atMillis());
      if (beat.getSession() != null && beat.getSession().equals(sessions.get(beat.getBot()))) {
        ofItsSession.add(turn.number());
      }
    } else if (beat != null) {
      refused.add(turn.number());
    }
    for (BotsFact fact : facts) {
      switch (fact) {
        case LeaseStarted lease -> running.put(lease.job().name(), lease);
        case LeaseEnded lease -> ended(lease, turn.number(), beat);
        case BotRegistered bot -> {
          sessions.put(bot.bot().name(), bot.bot().session());
          fleet.registered(bot.bot().name());
        }
        case BotGone bot -> gone(bot);
        case BotRefreshed _, BotSynchronised _, HintRemembered _, BotRefused _ -> {}
        case JobFact _, GridFact _ -> {}
      }
    }
  }

  private void gone(BotGone bot) {
    sessions.remove(bot.bot());
    if (bot.reason() == BotsReason.BOT_LOST) {
      beats.lost(bot.bot());
    }
  }

  private void ended(LeaseEnded lease, long turn, BotHeartbeat beat) {
    LeaseStarted start = running.remove(lease.job().name());
    if (start == null) {
      return;
    }
    Work work = Work.of(lease.job());
    long millis = lease.atMillis() - start.atMillis();
    if (lease.ending() != LeaseEnd.COMPLETED || beat == null) {
      times.cut(work, lease.attempt(), millis);
      return;
    }
    completions.add(new Completion(turn, lease.job().name()));
    LeaseReport said =
        beat.getLeases().stream()
            .filter(report -> report.getState() == ReportedState.COMPLETED)
            .filter(report -> report.getJob().equals(lease.job().name()))
            .filter(report -> report.getAttempt() == null || isOf(report, lease))
            .findFirst()
            .orElseThrow();
    times.completed(work, new Run(millis, said));
  }

  /** The attempt 0 is any. */
  private static boolean isOf(LeaseReport report, LeaseEnded lease) {
    return report.getAttempt() == 0 || report.getAttempt() == lease.attempt();
  }

  /** The history is over: what still runs, runs for longer. */
  void end(long endMillis) {
    running
        .values()
        .forEach(
            start ->
                times.cut(Work.of(start.job()), start.attempt(), endMillis - start.atMillis()));
  }

  boolean isRefused(long turn) {
    return refused.contains(turn);
  }

  /** Returns true if the heartbeat named the session in which its bot lived. */
  boolean isOfItsSession(long turn) {
    return ofItsSession.contains(turn);
  }

  /** Returns true if the heartbeat ended a lease of the job. */
  boolean hasCompleted(long turn, String job) {
    return completions.contains(new Completion(turn, job));
  }
}
