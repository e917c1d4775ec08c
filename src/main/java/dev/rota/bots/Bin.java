package dev.rota.bots;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Jobs that wait for the same: of one instance, one label and one requirement. */
final class Bin {
  /** What is the same about them. */
  record Key(String instance, String label, Properties needs) {
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

  /** With the bots that can run them, free or not. */
  final List<Match> matches = new ArrayList<>();

  private final TreeMap<Integer, Line<Job>> lines = new TreeMap<>();
  private Job first;

  Bin(int id, Key key, String pool, CohortLabels cohort, boolean served) {
    this.id = id;
    this.key = key;
    this.pool = pool;
    this.cohort = cohort;
    this.served = served;
  }

  boolean isEmpty() {
    return first == null;
  }

  void add(Job job) {
    lines.computeIfAbsent(job.priority, priority -> new Line<>(Job.BY_AGE)).add(job);
    if (first == null || Job.BY_PRIORITY.compare(job, first) < 0) {
      first = job;
    }
  }

  void remove(Job job) {
    Line<Job> line = lines.get(job.priority);
    line.remove(job);
    if (line.isEmpty()) {
      lines.remove(job.priority);
    }
    if (first == job) {
      first = lines.isEmpty() ? null : lines.firstEntry().getValue().first();
    }
  }

  /** The first by priority, then age; or the oldest. There is one. */
  Job first(boolean age) {
    if (!age) {
      return first;
    }
    Job oldest = first;
    for (Line<Job> line : lines.values()) {
      oldest = Job.BY_AGE.compare(line.first(), oldest) < 0 ? line.first() : oldest;
    }
    return oldest;
  }

  /** The oldest of those with a smaller priority number; null: there is none. */
  Job oldestBefore(long priority) {
    Job oldest = null;
    for (Line<Job> line : lines.values()) {
      Job head = line.first();
      if (head.priority >= priority) {
        break;
      }
      oldest = oldest == null || Job.BY_AGE.compare(head, oldest) < 0 ? head : oldest;
    }
    return oldest;
  }

  /** The first with a smaller number that may; of one priority, the oldest alone is asked. */
  Job firstBefore(long priority, Predicate<Job> may) {
    for (Line<Job> line : lines.values()) {
      Job head = line.first();
      if (head.priority >= priority) {
        break;
      }
      if (may.test(head)) {
        return head;
      }
    }
    return null;
  }

  /** All of them, by priority, then age. */
  List<Job> jobs() {
    List<Job> all = new ArrayList<>();
    lines.values().forEach(line -> line.forEach(all::add));
    return all;
  }
}
