package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.OpaqueBytes;
import java.util.ArrayList;
import java.util.List;

/** Sections 9 to 11: how leases, jobs and sessions end. */
final class GridEndings {
  private GridEndings() {}

  static List<BotsFact> with(BotsFact first, List<BotsFact> others) {
    List<BotsFact> all = new ArrayList<>(1 + others.size());
    all.add(first);
    all.addAll(others);
    return all;
  }

  static LeaseEnded lease(
      Leased lease,
      LeaseEnd ending,
      GrpcStatus code,
      BotsReason reason,
      long nowMillis,
      String rule) {
    Job job = lease.job();
    return new LeaseEnded(
        job.spec(),
        lease.bot().name(),
        lease.bot().spec().session(),
        lease.bot().spec().cohort(),
        job.attempt(),
        lease.found(),
        ending,
        code,
        reason,
        nowMillis,
        rule);
  }

  /** Section 9: the bot reports completion. */
  static List<BotsFact> completed(BotsView view, Leased lease, Report report, long nowMillis) {
    Job job = lease.job();
    List<BotsFact> facts = new ArrayList<>(3);
    GrpcStatus code = report.code();
    OpaqueBytes result = view.version().carriesWork() ? report.result() : null;
    facts.add(lease(lease, LeaseEnd.COMPLETED, code, BotsReason.REPORTED, nowMillis, "bots 9"));
    if (code.isTransient() && job.tries() < view.policy().limits().maxAttempts()) {
      facts.add(
          new JobRetried(
              job.name(),
              job.instance(),
              job.attempt() + 1,
              result,
              nowMillis,
              BotsReason.LEASE_FAILED));
      return facts;
    }
    facts.add(
        JobEnded.of(job, new Over(code, false, nowMillis, result), null, nowMillis, "bots 9"));
    boolean well = code == GrpcStatus.OK && report.exit() == 0;
    if (well && job.spec().hint() != null && view.policy().scoring().hintLimit() > 0) {
      facts.add(new HintRemembered(lease.bot().name(), job.spec().hint(), nowMillis));
    }
    return facts;
  }

  /** Section 10: the job's bot is lost. The job is retried while attempts remain. */
  static List<BotsFact> lost(BotsView view, Leased lease, BotsReason reason, long nowMillis) {
    Job job = lease.job();
    BotsFact ended = lease(lease, LeaseEnd.EXPIRED, null, reason, nowMillis, "bots 10");
    boolean again = job.tries() < view.policy().limits().maxAttempts();
    return List.of(
        ended,
        again
            ? new JobRetried(job.name(), job.instance(), job.attempt() + 1, nowMillis, reason)
            : JobEnded.of(
                job,
                new Over(GrpcStatus.ABORTED, false, nowMillis, null),
                BotsReason.RETRIES_EXHAUSTED,
                nowMillis,
                "bots 10"));
  }

  /** Retries all jobs of the bot and ends its session. */
  static List<BotsFact> gone(
      BotsView view, Bot bot, BotsReason reason, String detail, long nowMillis) {
    List<BotsFact> facts = new ArrayList<>();
    for (Leased lease : bot.held().values()) {
      facts.addAll(lost(view, lease, reason, nowMillis));
    }
    facts.add(
        new BotGone(
            bot.name(),
            bot.spec().session(),
            bot.spec().cohort(),
            reason,
            detail,
            bot.expiresAt(),
            nowMillis));
    return facts;
  }

  /** Section 11: cancels a queued or running job. */
  static List<BotsFact> cancelled(Job job, GrpcStatus code, BotsReason reason, long nowMillis) {
    JobEnded ended =
        JobEnded.of(job, new Over(code, true, nowMillis, null), reason, nowMillis, "bots 11");
    return job.state() instanceof Leased lease
        ? List.of(lease(lease, LeaseEnd.CANCELLED, code, reason, nowMillis, "bots 11"), ended)
        : List.of(ended);
  }
}
