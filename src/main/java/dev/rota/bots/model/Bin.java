package dev.rota.bots.model;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Properties;
import java.util.ArrayList;
import java.util.Collections;
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
  final Key key;
  final String pool;

  /** Whose labels have theirs; null: none's. */
  final CohortLabels cohort;

  /** Whether the assigner serves the instance. */
  final boolean served;

  /** Of the cohorts whose assigners look for them, by the cohorts' names. */
  final List<CohortShare> shares;

  /** With the bots that can run them, free or not. */
  final List<Match> matches = new ArrayList<>();

  private final List<Match> matchesToRead = Collections.unmodifiableList(matches);

  /** An assigner considers them, whether or not there is anything for them. */
  final Ranked polled = new Ranked();

  /** They are considered once there is a bot or a victim for them. */
  final Ranked parked = new Ranked();

  Bin(int id, Key key, String pool, CohortLabels cohort, boolean served, List<CohortShare> shares) {
    this.id = id;
    this.key = key;
    this.pool = pool;
    this.cohort = cohort;
    this.served = served;
    this.shares = List.copyOf(shares);
  }

  /** What the instance may have of the cohort, or null. */
  public QuotaRow quota(String ofCohort) {
    for (CohortShare share : shares) {
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
    (job.queued().parked ? parked : polled).add(job);
  }

  void remove(Job job) {
    (job.queued().parked ? parked : polled).remove(job);
  }

  /** All of them, in no order. */
  public void forEach(Consumer<Job> taker) {
    polled.forEach(taker);
    parked.forEach(taker);
  }

  public List<Match> matches() {
    return matchesToRead;
  }

  public Key key() {
    return key;
  }

  public Ranked polled() {
    return polled;
  }

  public Ranked parked() {
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
