package dev.rota.bots.values;

import java.util.List;

/**
 * The settings of a grid. Times are in milliseconds.
 *
 * @param byCohort true for the COHORT assigner, false for PRIORITY_AGE
 * @param onEvent true to assign all possible jobs at once, false for one job per iteration
 * @param beats which heartbeats get an outcome (section 8)
 */
public record GridPolicy(
    boolean byCohort,
    boolean onEvent,
    TenancySettings tenancy,
    MatchingSettings matching,
    PacingSettings pacing,
    PreemptionSettings preempting,
    ScoringSettings scoring,
    FetchSettings fetching,
    GridLimits limits,
    Beats beats) {
  /** The initial policy of a grid: the specification's defaults. */
  public static final GridPolicy DEFAULT =
      new GridPolicy(
          false,
          true,
          new TenancySettings(List.of(), List.of(), List.of(), null),
          new MatchingSettings(PropertyRules.DEFAULT, List.of()),
          new PacingSettings(100, 0, 5000, 1000, 1000, 0.01, 1, true),
          new PreemptionSettings(20_000, true, true, true, 3, 0),
          new ScoringSettings(true, 0, 1, -10, 1, 5, false, 10, true),
          new FetchSettings(false, false, false),
          new GridLimits(600_000, 5, 7_200_000, GridLimits.NONE, GridLimits.NONE, 300, 600_000),
          Beats.CHANGES);

  /** Which heartbeats get an outcome of their own. */
  public enum Beats {
    /** Those that say something new. */
    CHANGES,
    /** All. */
    ANSWERED,
    /** Those that are not taken as they are said: the bot has something to learn. */
    DIFFERENCES
  }

  /** Returns the policy as these rules know it. */
  public GridPolicy knownTo(RulesVersion version) {
    return version.isBefore(RulesVersion.THIRD) ? with(pacing.parkingAtOnce()) : this;
  }

  private GridPolicy with(PacingSettings other) {
    return new GridPolicy(
        byCohort, onEvent, tenancy, matching, other, preempting, scoring, fetching, limits, beats);
  }

  /** Returns the policy of older rules, whose jobs parked at once, as if it was said now. */
  public GridPolicy saidAnew() {
    return with(
        new PacingSettings(
            pacing.priorityPercentage(),
            pacing.seed(),
            pacing.failureBackoff(),
            pacing.interval(),
            pacing.jitter(),
            pacing.busyFactor(),
            pacing.assigners(),
            DEFAULT.pacing.parkedBackOff()));
  }

  /** ON_INTERVAL: epoch ms of the try from which on a job without a bot is parked. */
  public long parkedFrom(long queuedAt) {
    long from = preempting.from(queuedAt);
    long tried = BotsInstants.plus(queuedAt, pacing.failureBackoff() * PacingSettings.BACKOFFS_MAX);
    return pacing.parkedBackOff() ? Math.max(from, tried) : from;
  }

  /** Returns the name of the instance's whole pool. */
  public String pool(String instance) {
    for (List<String> pool : tenancy.pools()) {
      if (pool.contains(instance)) {
        return pool.get(0);
      }
    }
    return instance;
  }

  /** Returns the first cohort with the label, or null. */
  public CohortLabels cohortWith(String label) {
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.labels().contains(label)) {
        return cohort;
      }
    }
    return null;
  }

  /** Returns the labels of a cohort, empty if unknown. */
  public List<String> labelsOf(String cohort) {
    for (CohortLabels one : tenancy.cohorts()) {
      if (one.name().equals(cohort)) {
        return one.labels();
      }
    }
    return List.of();
  }

  public RequestResult<PropertyRules> rules(String instance) {
    if (matching.instances().isEmpty()) {
      return RequestResult.yes(matching.common());
    }
    for (MatchingSettings.OfInstance one : matching.instances()) {
      if (one.instance().equals(instance)) {
        return RequestResult.yes(one.rules());
      }
    }
    return RequestResult.no(
        RefusalReason.INVALID_ARGUMENT,
        "instance '" + instance + "' has no property set: use one that the policy knows");
  }

  /** Returns the first cohort with all of these labels, or null. */
  public String cohortOf(List<String> labels) {
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.labels().containsAll(labels)) {
        return cohort.name();
      }
    }
    return null;
  }

  public boolean serves(String instance) {
    return tenancy.served() == null
        || tenancy.served().stream().anyMatch(one -> pool(one).equals(pool(instance)));
  }

  /** True if the current assigner evicts. */
  public boolean preempts() {
    return byCohort || preempting.byPriorityAge();
  }
}
