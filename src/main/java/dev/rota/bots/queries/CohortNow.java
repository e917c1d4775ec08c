package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.rules.GridOutlook;
import dev.rota.bots.rules.JobEviction;
import dev.rota.bots.rules.QuotaTier;
import dev.rota.bots.values.CohortLabels;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which instances hold a cohort's bots, and which may get more. */
final class CohortNow {
  private CohortNow() {}

  static Optional<Reason> of(BotsState state, String cohort) {
    CohortLabels labels = labels(state, cohort);
    List<Bot> bots =
        state.allBots().stream().filter(bot -> cohort.equals(bot.spec().cohort())).toList();
    if (labels == null && bots.isEmpty()) {
      return Optional.empty();
    }
    int leases = bots.stream().mapToInt(bot -> bot.held().size()).sum();
    long free = bots.stream().filter(Bot::isFree).count();
    String what =
        "has "
            + SentenceParts.count(leases, "lease")
            + " on "
            + SentenceParts.count(bots.size(), "bot")
            + ", of which "
            + free
            + (free == 1 ? " is" : " are")
            + " free"
            + (labels == null ? "; the policy does not have it any more" : "")
            + eviction(state, cohort);
    return Optional.of(new Reason(what, "bots 4", candidates(state, cohort, labels)));
  }

  private static CohortLabels labels(BotsState state, String cohort) {
    return state.policy().tenancy().cohorts().stream()
        .filter(one -> one.name().equals(cohort))
        .findFirst()
        .orElse(null);
  }

  private static String eviction(BotsState state, String cohort) {
    JobEviction next = GridOutlook.eviction(state);
    return next == null || !next.cohort().equals(cohort)
        ? ""
        : "; job "
            + next.job().name()
            + " of instance "
            + next.job().instance()
            + " evicts job "
            + next.victim().job().name()
            + " of instance "
            + next.victim().job().instance()
            + " at "
            + SentenceParts.at(next.atMillis());
  }

  private static List<Candidate> candidates(BotsState state, String cohort, CohortLabels labels) {
    List<Candidate> candidates = new ArrayList<>();
    for (QuotaRow quota : state.quotas().all()) {
      if (quota.bounds().cohort().equals(cohort)) {
        candidates.add(
            new Candidate(
                GridThings.instance(quota.bounds().instance()),
                QuotaTier.of(quota).isOpen(),
                "has "
                    + SentenceParts.count(quota.usage(), "lease")
                    + " ("
                    + QuotaPhrases.bounds(quota)
                    + ") and "
                    + standing(state, quota),
                "bots 4"));
      }
    }
    if (labels != null) {
      evicted(state, labels, candidates);
    }
    return candidates;
  }

  private static String standing(BotsState state, QuotaRow quota) {
    return switch (QuotaTier.of(quota)) {
      case FIRST ->
          state.policy().byCohort()
              ? "is below its minimum: it goes first"
              : "is below its minimum";
      case SECOND -> "may get more";
      case AT_MAXIMUM -> "is at its maximum and gets no more";
      case NO_ROOM, NO_QUOTA, OTHER_ASSIGNER, OTHER_LABEL, NO_COHORT, NOT_SERVED ->
          throw new IllegalArgumentException("no quota: " + QuotaTier.of(quota));
    };
  }

  /** A job is known to have been evicted, but not where: its label says where it may have been. */
  private static void evicted(BotsState state, CohortLabels labels, List<Candidate> candidates) {
    for (Job job : state.jobs()) {
      if (job.evictions() > 0
          && job.state() instanceof Queued
          && labels.labels().contains(job.spec().label())) {
        candidates.add(
            new Candidate(
                GridThings.job(job.name()),
                false,
                "was evicted " + SentenceParts.count(job.evictions(), "time") + " and waits",
                VictimPhrases.RULE));
      }
    }
  }
}
