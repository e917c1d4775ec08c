package dev.rota.bots.values;

import java.util.List;

/**
 * The settings of a grid. Times are in milliseconds.
 *
 * @param byCohort true for the COHORT assigner, false for PRIORITY_AGE
 * @param onEvent true to assign all possible jobs at once, false for one job per iteration
 * @param beats which heartbeats get an outcome (section 8)
 */
public record Policy(
    boolean byCohort,
    boolean onEvent,
    Tenancy tenancy,
    Matching matching,
    Pacing pacing,
    Preempting preempting,
    Scoring scoring,
    Fetching fetching,
    Limits limits,
    Beats beats) {
  /** The initial policy of a grid: the specification's defaults. */
  public static final Policy DEFAULT =
      new Policy(
          false,
          true,
          new Tenancy(List.of(), List.of(), List.of(), null),
          new Matching(PropertyRules.DEFAULT, List.of()),
          new Pacing(100, 0, 5000, 1000, 1000, 0.01, 1),
          new Preempting(20_000, true, true, true, 3, 0),
          new Scoring(true, 0, 1, -10, 1, 5, false, 10, true),
          new Fetching(false, false, false),
          new Limits(600_000, 5, 7_200_000, Limits.NONE, Limits.NONE, 300, 600_000),
          Beats.CHANGES);

  /**
   * Cohorts, quotas and pools.
   *
   * @param cohorts in order
   * @param quotas at most one per cohort and instance
   * @param pools instances that share jobs and bots
   * @param served the only instances that the assigner serves, and their pool mates; null for all
   */
  public record Tenancy(
      List<CohortLabels> cohorts,
      List<QuotaBounds> quotas,
      List<List<String>> pools,
      List<String> served) {}

  /**
   * Property sets.
   *
   * @param common of every instance, if {@code instances} is empty
   * @param instances by instance; other instances are unknown
   */
  public record Matching(PropertyRules common, List<OfInstance> instances) {
    public record OfInstance(String instance, PropertyRules rules) {}
  }

  /**
   * The assigner loop (section 3).
   *
   * @param priorityPercentage the share of draws by priority, in percent; the others go by age
   * @param seed of draws, samples and jitter
   * @param assigners the number of concurrent iterations
   */
  public record Pacing(
      int priorityPercentage,
      long seed,
      long failureBackoff,
      long interval,
      long jitter,
      double busyFactor,
      int assigners) {}

  /**
   * Preemption (section 7).
   *
   * @param exclusive true if a job must wait longer than the delay, false if the delay is enough
   * @param lowerPriorityOnly true if the victim's priority must be lower
   * @param byPriorityAge true if the PRIORITY_AGE assigner preempts too
   * @param maxEvictions of one job
   * @param minimumRun before a job may be evicted
   */
  public record Preempting(
      long delay,
      boolean exclusive,
      boolean lowerPriorityOnly,
      boolean byPriorityAge,
      int maxEvictions,
      long minimumRun) {
    /** Returns the time from which a queued job may preempt. */
    public long from(long queuedAt) {
      return Times.plus(queuedAt, exclusive ? delay + 1 : delay);
    }
  }

  /**
   * The choice of a bot (section 5).
   *
   * @param weighted true for the weighted score and its fallback, false for spare capacity only
   * @param sampleSize the number of bots per sample; 0 for all
   * @param localityStrategy true to try bots with the job's hint first, if not weighted
   * @param cohortOnly true if the COHORT assigner uses only bots of its cohort
   */
  public record Scoring(
      boolean weighted,
      int sampleSize,
      int sampleAttempts,
      double priorityWeight,
      double capacityWeight,
      double localityWeight,
      boolean localityStrategy,
      int hintLimit,
      boolean cohortOnly) {
    /** True if samples are drawn from all fitting bots, free or not, as the original does. */
    public boolean samplesAll() {
      return !weighted && sampleSize > 0;
    }
  }

  /**
   * Fetching (section 9).
   *
   * @param descriptive true to fetch jobs that never failed too
   * @param emptyMeansAll the original's quirk: no maximum without an instance below its maximum
   */
  public record Fetching(boolean toCapacity, boolean descriptive, boolean emptyMeansAll) {}

  /**
   * Limits.
   *
   * @param queueAge {@link #NONE} for no limit
   * @param queueSize per label and pool; {@link #NONE} for no limit
   * @param retention of completed jobs, by default the maximum silence of a bot. With 0, jobs are
   *     forgotten at once, and a late report may be taken for a new job of the same name
   */
  public record Limits(
      long keepalive,
      int maxAttempts,
      long execution,
      long queueAge,
      int queueSize,
      int position,
      long retention) {
    public static final int NONE = -1;
  }

  /** Which heartbeats get an outcome of their own. */
  public enum Beats {
    /** Those that say something new. */
    CHANGES,
    /** All. */
    ANSWERED,
    /** Those that are not taken as they are said: the bot has something to learn. */
    DIFFERENCES
  }

  /** Returns the name of the instance's whole pool. */
  public String pool(String instance) {
    for (List<String> pool : tenancy.pools) {
      if (pool.contains(instance)) {
        return pool.get(0);
      }
    }
    return instance;
  }

  /** Returns the first cohort with the label, or null. */
  public CohortLabels cohortWith(String label) {
    for (CohortLabels cohort : tenancy.cohorts) {
      if (cohort.labels().contains(label)) {
        return cohort;
      }
    }
    return null;
  }

  /** Returns the labels of a cohort, empty if unknown. */
  public List<String> labelsOf(String cohort) {
    for (CohortLabels one : tenancy.cohorts) {
      if (one.name().equals(cohort)) {
        return one.labels();
      }
    }
    return List.of();
  }

  public Answer<PropertyRules> rules(String instance) {
    if (matching.instances.isEmpty()) {
      return Answer.yes(matching.common);
    }
    for (Matching.OfInstance one : matching.instances) {
      if (one.instance().equals(instance)) {
        return Answer.yes(one.rules());
      }
    }
    return Answer.no(
        Refusal.INVALID_ARGUMENT,
        "instance '" + instance + "' has no property set: use one that the policy knows");
  }

  /** Returns the first cohort with all of these labels, or null. */
  public String cohortOf(List<String> labels) {
    for (CohortLabels cohort : tenancy.cohorts) {
      if (cohort.labels().containsAll(labels)) {
        return cohort.name();
      }
    }
    return null;
  }

  public boolean serves(String instance) {
    return tenancy.served == null
        || tenancy.served.stream().anyMatch(one -> pool(one).equals(pool(instance)));
  }

  /** True if the current assigner evicts. */
  public boolean preempts() {
    return byCohort || preempting.byPriorityAge;
  }
}
