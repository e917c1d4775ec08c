package dev.rota.bots.model;

import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Jobs sorted by priority, then age. */
public final class RankedJobs {
  private final TreeMap<Integer, IndexedQueue<Job>> lines = new TreeMap<>();
  private Job first;

  public boolean isEmpty() {
    return first == null;
  }

  void add(Job job) {
    lines.computeIfAbsent(job.priority, _ -> new IndexedQueue<>(Job.BY_AGE)).add(job);
    if (first == null || Job.BY_PRIORITY.compare(job, first) < 0) {
      first = job;
    }
  }

  void remove(Job job) {
    IndexedQueue<Job> line = lines.get(job.priority);
    line.remove(job);
    if (line.isEmpty()) {
      lines.remove(job.priority);
    }
    if (first == job) {
      first = lines.isEmpty() ? null : lines.firstEntry().getValue().first();
    }
  }

  /** The first by priority, then age; null if empty. */
  public Job first() {
    return first;
  }

  /** The oldest, or the first by priority; null if empty. */
  public Job first(boolean age) {
    return age ? oldestBefore(Long.MAX_VALUE) : first;
  }

  /** The oldest with a smaller priority number; null if none. */
  public Job oldestBefore(long priority) {
    Job oldest = null;
    for (IndexedQueue<Job> line : lines.values()) {
      Job head = line.first();
      if (head.priority >= priority) {
        break;
      }
      oldest = oldest == null || Job.BY_AGE.compare(head, oldest) < 0 ? head : oldest;
    }
    return oldest;
  }

  /** As {@code oldestBefore}, the first that matches. Tests only the oldest of each priority. */
  public Job firstBefore(long priority, Predicate<Job> may) {
    for (IndexedQueue<Job> line : lines.values()) {
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

  /** The first by priority, then age, that matches, or null. Every job is tested. */
  public Job firstThat(Predicate<Job> may) {
    for (IndexedQueue<Job> line : lines.values()) {
      for (Job job : line) {
        if (may.test(job)) {
          return job;
        }
      }
    }
    return null;
  }

  /** Adds the first jobs by priority, at most so many, and the oldest of each priority. */
  void first(int most, Set<Job> to) {
    int left = most;
    for (IndexedQueue<Job> line : lines.values()) {
      to.add(line.first());
      for (int i = 0; i < line.size() && left > 0; i++, left--) {
        to.add(line.get(i));
      }
    }
  }

  /** How many jobs have the job's rank or a better one; its ticket does not count. */
  public int upTo(Job job) {
    IndexedQueue<Job> equals = lines.get(job.priority);
    int count = equals == null ? 0 : equals.lead(one -> one.queuedAt <= job.queuedAt);
    for (IndexedQueue<Job> better : lines.headMap(job.priority).values()) {
      count += better.size();
    }
    return count;
  }

  /** Visits the jobs of each priority by age, for as long as the taker says so. */
  void eachByAge(Predicate<Job> taker) {
    lines.values().forEach(line -> line.whileTaken(taker));
  }

  /** Visits all jobs by priority, then age. */
  void forEach(Consumer<Job> taker) {
    lines.values().forEach(line -> line.forEach(taker));
  }
}
