package dev.rota.bots.queries;

import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.BotBarrier;
import dev.rota.bots.rules.EvictionProspect;
import dev.rota.bots.rules.EvictionProspect.Candidacy;
import dev.rota.bots.rules.JobEviction;
import dev.rota.bots.rules.VictimBarrier;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Whose place a job may take, and whose not (section 7), in words. */
final class VictimPhrases {
  static final String RULE = "bots 7";

  private VictimPhrases() {}

  /** Says whether and when the job that waits evicts another, to follow a sentence. */
  static String clause(EvictionProspect prospect) {
    return switch (prospect) {
      case EvictionProspect.Never _ -> "";
      case EvictionProspect.NotBelowMinimum(QuotaRow quota) ->
          "; it evicts nobody: " + QuotaPhrases.notBelowMinimum(quota);
      case EvictionProspect.Evicts(_, _, JobEviction next) ->
          "; it evicts " + next.victim().job().name() + " at " + SentenceParts.at(next.atMillis());
      case EvictionProspect.WaitsUntil(QuotaRow quota, _, long atMillis) ->
          "; it may evict from "
              + SentenceParts.at(atMillis)
              + " on: "
              + QuotaPhrases.belowMinimum(quota);
      case EvictionProspect.FindsNobody(QuotaRow quota, _) ->
          "; it may evict, and finds nobody: " + QuotaPhrases.belowMinimum(quota);
      case EvictionProspect.InNextIteration(QuotaRow quota, _) ->
          "; it may evict in the next iteration: " + QuotaPhrases.belowMinimum(quota);
      case EvictionProspect.OtherEvictsFirst(_, _, JobEviction first) ->
          "; " + first.job().name() + " evicts first, at " + SentenceParts.at(first.atMillis());
    };
  }

  /**
   * Returns the leases that a job looks at, the chosen one first.
   *
   * @param chosen the lease that the job evicts; null if none
   */
  static List<Candidate> candidates(List<Candidacy> victims, Job job, Leased chosen) {
    List<Candidate> candidates = new ArrayList<>();
    for (Candidacy victim : victims) {
      if (victim.lease().equals(chosen)) {
        candidates.add(0, taken(chosen).chosen(GridThings.job(chosen.job().name())));
      } else {
        CitedReason why = why(victim, job, chosen);
        candidates.add(why.lost(GridThings.job(victim.lease().job().name())));
      }
    }
    return candidates;
  }

  private static CitedReason taken(Leased lease) {
    return new CitedReason(
        "runs on bot "
            + lease.bot().name()
            + " with priority "
            + lease.job().priority()
            + ", queued at "
            + SentenceParts.at(lease.job().queuedAt())
            + ": the first that may be evicted",
        RULE);
  }

  /** Says why the job does not evict this lease. */
  static CitedReason why(Candidacy victim, Job job, Leased chosen) {
    if (victim.spared() != null) {
      return of(victim.spared(), job);
    }
    if (victim.behind() == null) {
      return new CitedReason("may be evicted", RULE);
    }
    Job first = chosen.job();
    Job other = victim.lease().job();
    return new CitedReason(
        first.name()
            + " is evicted first: "
            + switch (victim.behind()) {
              case PRIORITY -> "priority " + first.priority() + ", not " + other.priority();
              case QUEUED_AT ->
                  "queued at "
                      + SentenceParts.at(first.queuedAt())
                      + ", after "
                      + SentenceParts.at(other.queuedAt());
              case SUBMITTED -> "submitted after " + other.name();
            },
        RULE);
  }

  /** Says why the job may not evict the lease. */
  static CitedReason of(VictimBarrier barrier, Job job) {
    Leased lease = barrier.lease();
    String bot = "its bot " + lease.bot().name();
    return switch (barrier.why()) {
      case SAME_INSTANCE ->
          new CitedReason(
              "is of " + SentenceParts.instance(lease.job().instance()) + " as well", RULE);
      case NO_QUOTA ->
          new CitedReason(
              "instance "
                  + lease.job().instance()
                  + " has no quota in cohort "
                  + lease.bot().spec().cohort(),
              RULE);
      case NOT_ABOVE_MINIMUM ->
          new CitedReason(QuotaPhrases.notAboveMinimum(barrier.quota()), RULE);
      case BOT_NOT_OK -> {
        CitedReason off = BarrierPhrases.of(BotBarrier.ofAnyJob(lease.bot()), lease.bot());
        yield new CitedReason(bot + " " + off.why(), RULE);
      }
      case OUT_OF_REACH ->
          new CitedReason(bot + " does not serve " + SentenceParts.instance(job.instance()), RULE);
      case PRIORITY ->
          new CitedReason(
              "its priority " + lease.job().priority() + " is not lower than " + job.priority(),
              "bots D2");
      case RUN_TOO_SHORT ->
          new CitedReason(
              "runs since "
                  + SentenceParts.at(lease.startedAt())
                  + ", less than "
                  + barrier.minimumRun()
                  + " ms",
              RULE);
      case EVICTED_OFTEN ->
          new CitedReason(
              "was evicted " + SentenceParts.count(lease.job().evictions(), "time") + " already",
              RULE);
    };
  }
}
