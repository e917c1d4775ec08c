package dev.rota.bots.values;

import java.util.List;

/**
 * How a grid is scheduled. Times are milliseconds.
 *
 * @param byCohort the COHORT assigner; else PRIORITY_AGE
 * @param onEvent whatever can run does, at once; else one job per iteration
 * @param beatsAnswered also a heartbeat that says nothing new has an outcome, section 8
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
    boolean beatsAnswered) {
  /** For a grid that has had none: what the specification says, in the seed's reading. */
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
          false);

  /**
   * Who shares what.
   *
   * @param cohorts in order
   * @param quotas one per cohort and instance at most
   * @param pools instances that share jobs and bots
   * @param served the only instances the assigner serves, and their pool mates; null: all
   */
  public record Tenancy(
      List<CohortLabels> cohorts,
      List<QuotaBounds> quotas,
      List<List<String>> pools,
      List<String> served) {}

  /**
   * Property sets.
   *
   * @param common of every instance, when there are no others
   * @param instances of each instance; no other instance is known
   */
  public record Matching(PropertyRules common, List<OfInstance> instances) {
    /** The set of one instance. */
    public record OfInstance(String instance, PropertyRules rules) {}
  }

  /**
   * The assigner loop, section 3.
   *
   * @param priorityPercentage so many of 100 draws go by priority, the others by age
   * @param seed of draws, samples and jitter
   * @param assigners iterations at a time
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
   * Section 7.
   *
   * @param exclusive the job waits longer than the delay; else as long is enough
   * @param lowerPriorityOnly the victim's priority is lower than the job's
   * @param byPriorityAge the PRIORITY_AGE assigner preempts as well
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
    /** When a job that was queued then may preempt. */
    public long from(long queuedAt) {
      return Times.plus(queuedAt, exclusive ? delay + 1 : delay);
    }
  }

  /**
   * Section 5.
   *
   * @param weighted the seed's score and fallback; else spare capacity alone and no fallback
   * @param sampleSize 0: all bots are looked at
   * @param localityStrategy bots with the job's hint are tried first, when not weighted
   * @param cohortOnly the COHORT assigner uses bots of its cohort
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
    /** Whether it is drawn from whatever fits, well and free or not: the code's reading. */
    public boolean samplesAll() {
      return !weighted && sampleSize > 0;
    }
  }

  /**
   * Section 9.
   *
   * @param descriptive jobs that never failed are fetched too
   * @param emptyMeansAll the original's quirk: no instance below its maximum, no maximum
   */
  public record Fetching(boolean toCapacity, boolean descriptive, boolean emptyMeansAll) {}

  /**
   * Bounds.
   *
   * @param queueAge {@link #NONE}: jobs wait for ever
   * @param queueSize of a label and pool; {@link #NONE}: any
   * @param retention of jobs that are over, by default as long as a bot may be silent; 0: they are
   *     forgotten at once, and a late report may be taken for one of a new job of the name
   */
  public record Limits(
      long keepalive,
      int maxAttempts,
      long execution,
      long queueAge,
      int queueSize,
      int position,
      long retention) {
    /** No limit. */
    public static final int NONE = -1;
  }

  /** The name that stands for the whole pool of an instance. */
  public String pool(String instance) {
    for (List<String> pool : tenancy.pools) {
      if (pool.contains(instance)) {
        return pool.get(0);
      }
    }
    return instance;
  }

  /** The first cohort that has the label, or null. */
  public CohortLabels cohortWith(String label) {
    for (CohortLabels cohort : tenancy.cohorts) {
      if (cohort.labels().contains(label)) {
        return cohort;
      }
    }
    return null;
  }

  /** The labels of a cohort; none when there is no such cohort. */
  public List<String> labelsOf(String cohort) {
    for (CohortLabels one : tenancy.cohorts) {
      if (one.name().equals(cohort)) {
        return one.labels();
      }
    }
    return List.of();
  }

  /** The property set of an instance. */
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

  /** The cohort that has all of these labels, or null. */
  public String cohortOf(List<String> labels) {
    for (CohortLabels cohort : tenancy.cohorts) {
      if (cohort.labels().containsAll(labels)) {
        return cohort.name();
      }
    }
    return null;
  }

  /** Whether the assigner serves this instance. */
  public boolean serves(String instance) {
    return tenancy.served == null
        || tenancy.served.stream().anyMatch(one -> pool(one).equals(pool(instance)));
  }

  /** Whether the assigner in force evicts. */
  public boolean preempts() {
    return byCohort || preempting.byPriorityAge;
  }
}
