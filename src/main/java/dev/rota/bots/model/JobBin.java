package dev.rota.bots.model;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.SortedProperties;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Queued jobs with equal instance, label and required properties. */
public final class JobBin {
  public record Key(String instance, String label, SortedProperties needs) {
    public static Key of(JobSpec job) {
      return new Key(job.instance(), job.label(), job.needs());
    }

    @Override
    public int hashCode() { // cheap: runs for every job, and strings cache their hashes
      return 31 * (31 * instance.hashCode() + label.hashCode()) + needs.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key that
          && instance.equals(that.instance)
          && label.equals(that.label)
          && needs.equals(that.needs);
    }
  }

  final int id;
  final Key key;
  final String pool;

  /** The cohort that serves the label; null if none. */
  final CohortLabels cohort;

  /** True if the assigner serves the instance. */
  final boolean served;

  /** Quotas of the cohorts whose assigners consider these jobs, sorted by cohort name. */
  final List<CohortShare> shares;

  /** The classes of bots that can run these jobs, with or without a free bot. */
  final List<BinMatch> matches = new ArrayList<>();

  private final List<BinMatch> matchesToRead = Collections.unmodifiableList(matches);

  /** Jobs that an assigner considers at each iteration, even if no bot is free. */
  final RankedJobs polled = new RankedJobs();

  /** Jobs that are considered only once a bot or a victim is available. */
  final RankedJobs parked = new RankedJobs();

  JobBin(
      int id, Key key, String pool, CohortLabels cohort, boolean served, List<CohortShare> shares) {
    this.id = id;
    this.key = key;
    this.pool = pool;
    this.cohort = cohort;
    this.served = served;
    this.shares = List.copyOf(shares);
  }

  /** Returns the instance's quota in the cohort, or null. */
  public QuotaRow quota(String ofCohort) {
    for (CohortShare share : shares) {
      if (share.cohort().equals(ofCohort)) {
        return share.quota();
      }
    }
    return null;
  }

  /** Returns the match with a class of bots that can run these jobs, or null. */
  public BinMatch match(BotClass kind) {
    for (BinMatch match : matches) {
      if (match.kind() == kind) {
        return match;
      }
    }
    return null;
  }

  /** Returns the jobs that are looked at before all that are alike: the polled and the parked. */
  public List<Job> heads(boolean age) {
    List<Job> heads = new ArrayList<>(2);
    if (!polled.isEmpty()) {
      heads.add(polled.first(age));
    }
    if (!parked.isEmpty()) {
      heads.add(parked.first(age));
    }
    return heads;
  }

  boolean isEmpty() {
    return polled.isEmpty() && parked.isEmpty();
  }

  void add(Job job) {
    (job.queued().parked ? parked : polled).add(job);
  }

  void remove(Job job) {
    (job.queued().parked ? parked : polled).remove(job);
  }

  /** Visits all jobs in no particular order. */
  public void forEach(Consumer<Job> taker) {
    polled.forEach(taker);
    parked.forEach(taker);
  }

  public List<BinMatch> matches() {
    return matchesToRead;
  }

  public Key key() {
    return key;
  }

  public RankedJobs polled() {
    return polled;
  }

  public RankedJobs parked() {
    return parked;
  }

  public boolean served() {
    return served;
  }

  public List<CohortShare> shares() {
    return shares;
  }

  public CohortLabels cohort() {
    return cohort;
  }

  public String pool() {
    return pool;
  }
}
