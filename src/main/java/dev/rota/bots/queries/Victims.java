package dev.rota.bots.queries;

import dev.rota.bots.model.Bin;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.Eviction;
import dev.rota.bots.rules.Outlook;
import dev.rota.bots.rules.Spared;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Whose place a job may take, and whose not (section 7). */
final class Victims {
  static final String RULE = "bots 7";

  private Victims() {}

  /** Returns the quota below whose minimum the bin's instance is, or null. */
  static QuotaRow need(BotsState state, Bin bin) {
    for (CohortShare share : Outlook.evictsIn(state, bin)) {
      if (share.quota().isBelowMinimum()) {
        return share.quota();
      }
    }
    return null;
  }

  /** Says whether and when the job that waits evicts another, to follow a sentence. */
  static String clause(BotsState state, Bin bin, Job job, long atMillis) {
    List<CohortShare> shares = Outlook.evictsIn(state, bin);
    QuotaRow need = need(state, bin);
    if (need == null) {
      return shares.isEmpty()
          ? ""
          : "; it evicts nobody: " + QuotaPhrases.notBelowMinimum(shares.get(0).quota());
    }
    Eviction next = Outlook.eviction(state);
    if (next != null && next.job() == job) {
      return "; it evicts " + next.victim().job().name() + " at " + Phrases.at(next.atMillis());
    }
    long from = state.policy().preempting().from(job.queuedAt());
    if (from > atMillis) {
      return "; it may evict from " + Phrases.at(from) + " on: " + QuotaPhrases.belowMinimum(need);
    }
    boolean any =
        running(state, need, bin).stream()
            .anyMatch(lease -> Outlook.spared(state, bin, job.priority(), lease, atMillis) == null);
    if (!any) {
      return "; it may evict, and finds nobody: " + QuotaPhrases.belowMinimum(need);
    }
    return next == null
        ? "; it may evict in the next iteration: " + QuotaPhrases.belowMinimum(need)
        : "; " + next.job().name() + " evicts first, at " + Phrases.at(next.atMillis());
  }

  private static List<Leased> running(BotsState state, QuotaRow need, Bin bin) {
    return List.copyOf(state.leases().running(need.bounds().cohort(), bin.key().needs()));
  }

  /** Returns the leases that the job that waits may look at, if its instance is in need. */
  static List<Candidate> of(BotsState state, Bin bin, Job job, long atMillis) {
    QuotaRow need = need(state, bin);
    Eviction next = need == null ? null : Outlook.eviction(state);
    Leased planned = next == null || next.job() != job ? null : next.victim();
    return need == null
        ? List.of()
        : of(state, need.bounds().cohort(), bin, job, planned, atMillis);
  }

  /**
   * Returns the leases of a cohort that need what the job needs, the chosen one first.
   *
   * @param chosen the lease that the job evicts; null if none
   */
  static List<Candidate> of(
      BotsState state, String cohort, Bin bin, Job job, Leased chosen, long atMillis) {
    List<Candidate> candidates = new ArrayList<>();
    for (Leased lease : state.leases().running(cohort, bin.key().needs())) {
      if (lease.equals(chosen)) {
        candidates.add(0, taken(lease).chosen(Kinds.job(lease.job().name())));
      } else {
        Because why = why(state, bin, job, lease, chosen, atMillis);
        candidates.add(why.lost(Kinds.job(lease.job().name())));
      }
    }
    return candidates;
  }

  private static Because taken(Leased lease) {
    return new Because(
        "runs on bot "
            + lease.bot().name()
            + " with priority "
            + lease.job().priority()
            + ", queued at "
            + Phrases.at(lease.job().queuedAt())
            + ": the first that may be evicted",
        RULE);
  }

  /** Says why the job does not evict this lease. */
  static Because why(
      BotsState state, Bin bin, Job job, Leased lease, Leased chosen, long atMillis) {
    Because spared = spared(state, bin, job, lease, atMillis);
    if (spared != null) {
      return spared;
    }
    if (chosen == null) {
      return new Because("may be evicted", RULE);
    }
    Job first = chosen.job();
    String goes = first.name() + " is evicted first: ";
    if (first.priority() != lease.job().priority()) {
      return new Because(
          goes + "priority " + first.priority() + ", not " + lease.job().priority(), RULE);
    }
    return new Because(
        first.queuedAt() == lease.job().queuedAt()
            ? goes + "submitted after " + lease.job().name()
            : goes
                + "queued at "
                + Phrases.at(first.queuedAt())
                + ", after "
                + Phrases.at(lease.job().queuedAt()),
        RULE);
  }

  /** Says why the job may not evict the lease; null if it may. */
  static Because spared(BotsState state, Bin bin, Job job, Leased lease, long atMillis) {
    Spared spared = Outlook.spared(state, bin, job.priority(), lease, atMillis);
    return spared == null
        ? null
        : new Because(
            spared(state, bin, job, lease, spared), spared == Spared.PRIORITY ? "bots D2" : RULE);
  }

  private static String spared(BotsState state, Bin bin, Job job, Leased lease, Spared why) {
    String bot = "its bot " + lease.bot().name();
    return switch (why) {
      case SAME_INSTANCE -> "is of instance " + lease.job().instance() + " as well";
      case NOT_ABOVE_MINIMUM -> {
        String cohort = lease.bot().spec().cohort();
        QuotaRow quota = state.quotas().get(cohort, lease.job().instance());
        yield quota == null
            ? "instance " + lease.job().instance() + " has no quota in cohort " + cohort
            : QuotaPhrases.notAboveMinimum(quota);
      }
      case BOT_NOT_OK -> bot + " is " + lease.bot().health();
      case OUT_OF_REACH -> bot + " does not serve instance " + bin.key().instance();
      case PRIORITY ->
          "its priority " + lease.job().priority() + " is not lower than " + job.priority();
      case RUN_TOO_SHORT ->
          "runs since "
              + Phrases.at(lease.startedAt())
              + ", less than "
              + state.policy().preempting().minimumRun()
              + " ms";
      case EVICTED_OFTEN ->
          "was evicted " + Phrases.count(lease.job().evictions(), "time") + " already";
    };
  }
}
