package dev.rota.bots.model;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Properties;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Jobs that wait for the same: of one instance, one label and one requirement. */
public final class Bin {
  /** What is the same about them. */
  public record Key(String instance, String label, Properties needs) {
    @Override
    public int hashCode() { // asked for every job: the texts know theirs
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
  public final Key key;
  public final String pool;

  /** Whose labels have theirs; null: none's. */
  public final CohortLabels cohort;

  /** Whether the assigner serves the instance. */
  public final boolean served;

  /** Of the cohorts whose assigners look for them, by the cohorts' names. */
  public final List<Share> shares;

  /** With the bots that can run them, free or not. */
  public final List<Match> matches = new ArrayList<>();

  /** An assigner considers them, whether or not there is anything for them. */
  public final Ranked polled = new Ranked();

  /** They are considered once there is a bot or a victim for them. */
  public final Ranked parked = new Ranked();

  Bin(int id, Key key, String pool, CohortLabels cohort, boolean served, List<Share> shares) {
    this.id = id;
    this.key = key;
    this.pool = pool;
    this.cohort = cohort;
    this.served = served;
    this.shares = shares;
  }

  /** What the instance may have of the cohort, or null. */
  public QuotaRow quota(String ofCohort) {
    for (Share share : shares) {
      if (share.cohort().equals(ofCohort)) {
        return share.quota();
      }
    }
    return null;
  }

  boolean isEmpty() {
    return polled.isEmpty() && parked.isEmpty();
  }

  void add(Job job) {
    (job.parked ? parked : polled).add(job);
  }

  void remove(Job job) {
    (job.parked ? parked : polled).remove(job);
  }

  /** All of them, in no order. */
  public void forEach(Consumer<Job> taker) {
    polled.forEach(taker);
    parked.forEach(taker);
  }
}
