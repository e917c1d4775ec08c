package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotFact;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.rules.EvictionProspect.Candidacy;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a step decided about a job. */
final class JobDecided {
  private JobDecided() {}

  static List<Reason> of(String job, BotsState before, List<BotsFact> facts) {
    List<Reason> reasons = new ArrayList<>(1);
    for (BotsFact fact : facts) {
      Reason reason = reason(job, before, fact, facts);
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }

  private static Reason reason(String job, BotsState before, BotsFact fact, List<BotsFact> facts) {
    return switch (fact) {
      case LeaseStarted lease ->
          lease.job().name().equals(job)
              ? started(new LeaseDecided(before, lease, facts))
              : lost(job, before, lease, facts);
      case LeaseEnded lease when lease.job().name().equals(job) -> ended(before, lease, facts);
      case LeaseEnded lease ->
          lease.ending() == LeaseEnd.EVICTED ? spared(job, before, lease, facts) : null;
      case JobFact of -> JobSteps.of(job, before, of);
      case BotFact _, GridFact _ -> null;
    };
  }

  private static Reason started(LeaseDecided decided) {
    LeaseStarted lease = decided.lease();
    String attempt = ", attempt " + lease.attempt() + ": ";
    if (decided.evicted() == null) {
      return decided.cause().of("goes to bot " + lease.bot() + attempt, decided.candidates());
    }
    return decided
        .eviction()
        .of(
            "takes the place of job "
                + decided.evicted().job().name()
                + " on bot "
                + lease.bot()
                + attempt,
            decided.candidates());
  }

  /** The job waits, and the bot might have been its own. */
  private static Reason lost(
      String name, BotsState before, LeaseStarted lease, List<BotsFact> facts) {
    Job job = before.job(name);
    if (job == null || !(job.state() instanceof Queued)) {
      return null;
    }
    CitedReason why = new LeaseDecided(before, lease, facts).outdone(job);
    return why == null
        ? null
        : why.of("does not get bot " + lease.bot() + ": ", List.of(why.lost(GridThings.job(name))));
  }

  private static Reason ended(BotsState before, LeaseEnded lease, List<BotsFact> facts) {
    if (lease.ending() == LeaseEnd.EVICTED) {
      LeaseDecided decided = LeaseDecided.after(before, lease, facts);
      return decided
          .eviction()
          .of(
              "is evicted from bot "
                  + lease.bot()
                  + " for job "
                  + decided.lease().job().name()
                  + ": ",
              decided.victims());
    }
    return new Reason(
        "its lease on bot " + lease.bot() + " ends: " + EndingPhrases.lease(lease), lease.rule());
  }

  /** The job runs, and might have been evicted as well. */
  private static Reason spared(
      String name, BotsState before, LeaseEnded evicted, List<BotsFact> facts) {
    Job job = before.job(name);
    if (job == null || !(job.state() instanceof Leased running)) {
      return null;
    }
    LeaseDecided decided = LeaseDecided.after(before, evicted, facts);
    for (Candidacy victim : decided.looked()) {
      if (victim.lease().equals(running)) {
        CitedReason why = VictimPhrases.why(victim, decided.job(), decided.victim());
        return why.of(
            "is not evicted for job " + decided.job().name() + ": ",
            List.of(why.lost(GridThings.job(name))));
      }
    }
    return null;
  }
}
