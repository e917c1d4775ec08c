package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.JobSpec;
import java.util.Comparator;
import java.util.List;

/** A job and its current state. Facts change it through the state; rules only read it. */
public final class Job {
  /** What puts one of two jobs before the other, section 3.1: the first of these that differs. */
  public enum SortKey {
    PRIORITY,
    QUEUED_AT,
    /** Jobs of the same instant are in order of submission. */
    SUBMITTED;

    /** Returns what decides between two jobs, by age or by priority. */
    public static SortKey between(Job one, Job other, boolean age) {
      if (!age && one.priority != other.priority) {
        return PRIORITY;
      }
      return one.queuedAt != other.queuedAt ? QUEUED_AT : SUBMITTED;
    }

    private static int compare(Job one, Job other, boolean age) {
      SortKey key = between(one, other, age);
      if (key == PRIORITY) {
        return Integer.compare(one.priority, other.priority);
      }
      return key == QUEUED_AT
          ? Long.compare(one.queuedAt, other.queuedAt)
          : Long.compare(one.ticket, other.ticket);
    }
  }

  public static final Comparator<Job> BY_AGE = (a, b) -> SortKey.compare(a, b, true);

  public static final Comparator<Job> BY_PRIORITY = (a, b) -> SortKey.compare(a, b, false);

  /** Section 3.1: by age or by priority. */
  public static Comparator<Job> order(boolean age) {
    return age ? BY_AGE : BY_PRIORITY;
  }

  static final Comparator<Job> BY_SCHEDULE =
      (a, b) ->
          a.scheduleAfter != b.scheduleAfter
              ? Long.compare(a.scheduleAfter, b.scheduleAfter)
              : BY_AGE.compare(a, b);

  JobSpec spec;

  /** Copied from the specification because every comparison reads both. */
  final long queuedAt;

  final long ticket;
  int priority;
  int tries = 1;
  int evictions;
  long scheduleAfter;

  /** Epoch ms of an assigner's last failed attempt; -1 if there was none. */
  long triedAt = -1;

  /** Null for the common case: one operation, named as the job and not cancelled. */
  List<ClientOperation> operations;

  JobState state = new Queued();

  /** The position on its state's timeline; null if none. */
  Timeline.Mark<?> mark;

  /** The next younger job with the same action that others may join; null if none. */
  Job alike;

  /** True if the row must be written. */
  boolean changed;

  /** True if there is a row. */
  boolean saved;

  boolean forgotten;

  public Job(JobSpec spec, int priority, long scheduleAfter) {
    this.spec = spec;
    this.queuedAt = spec.queuedAt();
    this.ticket = spec.ticket();
    this.priority = priority;
    this.scheduleAfter = scheduleAfter;
  }

  /** True if it has the other's rank or a better one; its ticket does not count. */
  public boolean ranksUpTo(Job other) {
    return SortKey.between(this, other, false) == SortKey.SUBMITTED
        || BY_PRIORITY.compare(this, other) < 0;
  }

  public String name() {
    return spec.name();
  }

  public String instance() {
    return spec.instance();
  }

  public List<ClientOperation> operations() {
    return operations == null ? List.of(new ClientOperation(spec.name(), false)) : operations;
  }

  public boolean hasOperation(String operation) {
    return operations == null
        ? spec.name().equals(operation)
        : operations.stream().anyMatch(one -> one.name().equals(operation));
  }

  /** The number of the current or next attempt, from 1. */
  public int attempt() {
    return tries + evictions;
  }

  public boolean isOver() {
    return state instanceof Over;
  }

  public JobState state() {
    return state;
  }

  /** Returns the state of a queued job. */
  Queued queued() {
    return (Queued) state;
  }

  public int tries() {
    return tries;
  }

  public int evictions() {
    return evictions;
  }

  public int priority() {
    return priority;
  }

  public long scheduleAfter() {
    return scheduleAfter;
  }

  public JobSpec spec() {
    return spec;
  }

  public long queuedAt() {
    return queuedAt;
  }

  public long triedAt() {
    return triedAt;
  }
}
