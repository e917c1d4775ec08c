package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;

/** Section 9: a bot reports completed leases. */
final class CompletionRoutine {
  private CompletionRoutine() {}

  /**
   * Processes the reports one by one, because a job may be reported twice.
   *
   * @param fetch notified of each completion; null if the bot fetches nothing
   */
  static List<Step<BotsView, BotsFact>> of(Heartbeat beat, JobFetch fetch, long nowMillis) {
    List<Step<BotsView, BotsFact>> steps = new ArrayList<>();
    for (Report report : beat.reports()) {
      if (report.state() == Reported.COMPLETED) {
        steps.add(view -> completion(view, beat.bot(), report, fetch, nowMillis));
      }
    }
    return steps;
  }

  private static List<BotsFact> completion(
      BotsView view, String bot, Report report, JobFetch fetch, long nowMillis) {
    Job job = view.job(report.job());
    Leased lease = job != null && job.state() instanceof Leased held ? held : null;
    String wrong = wrong(job, lease, bot, report);
    if (wrong != null) {
      return List.of(
          new JobRefused(
              report.job(),
              null,
              job == null ? null : job.instance(),
              RefusalReason.INVALID_TRANSITION,
              "job "
                  + report.job()
                  + " cannot go from "
                  + (job == null ? "UNKNOWN" : job.state().standing())
                  + " to COMPLETED: "
                  + wrong
                  + ". Drop the report.",
              "bots 9",
              nowMillis));
    }
    List<BotsFact> facts = GridEndings.completed(view, lease, report, nowMillis);
    if (fetch != null) {
      fetch.handled(job, facts);
    }
    return facts;
  }

  /** Returns why the bot holds no such lease, or null. */
  private static String wrong(Job job, Leased lease, String bot, Report report) {
    if (job == null) {
      return "it never was, or is over and forgotten";
    }
    if (lease == null) {
      return "bot " + bot + " does not run it";
    }
    if (!lease.bot().name().equals(bot)) {
      return "bot " + bot + " does not run it, bot " + lease.bot().name() + " does";
    }
    return report.isOf(lease)
        ? null
        : "attempt " + report.attempt() + " is over, bot " + bot + " runs attempt " + job.attempt();
  }
}
