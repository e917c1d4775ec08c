package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.Operation;
import java.util.Comparator;
import java.util.List;

/** A job as it stands. Facts write it, through the state; rules read it. */
public final class Job {
  /** Section 3.1; of one instant, in the order of submission. */
  public static final Comparator<Job> BY_AGE =
      (a, b) ->
          a.queuedAt != b.queuedAt
              ? Long.compare(a.queuedAt, b.queuedAt)
              : Long.compare(a.ticket, b.ticket);

  public static final Comparator<Job> BY_PRIORITY =
      (a, b) ->
          a.priority != b.priority ? Integer.compare(a.priority, b.priority) : BY_AGE.compare(a, b);

  /** Section 3.1: by age, or by priority. */
  public static Comparator<Job> order(boolean age) {
    return age ? BY_AGE : BY_PRIORITY;
  }

  static final Comparator<Job> BY_SCHEDULE =
      (a, b) ->
          a.scheduleAfter != b.scheduleAfter
              ? Long.compare(a.scheduleAfter, b.scheduleAfter)
              : BY_AGE.compare(a, b);

  final JobSpec spec;

  /** As in the specification: the two that every comparison reads. */
  final long queuedAt;

  final long ticket;
  int priority;
  int tries = 1;
  int evictions;
  long scheduleAfter;

  /** When an assigner last found nothing for it, epoch ms; -1: none ever looked in vain. */
  long triedAt = -1;

  /** Null: the one that is named as the job, and it is not cancelled. */
  List<Operation> operations;

  JobState state = new Queued();

  /** Where it is on the timeline of its state; null: on none. */
  Timeline.Mark<?> mark;

  /** The next of its action that others may join; null: none. */
  Job alike;

  /** Whether its row is to be written. */
  boolean changed;

  boolean forgotten;

  public Job(JobSpec spec, int priority, long scheduleAfter) {
    this.spec = spec;
    this.queuedAt = spec.queuedAt();
    this.ticket = spec.ticket();
    this.priority = priority;
    this.scheduleAfter = scheduleAfter;
  }

  public String name() {
    return spec.name();
  }

  public String instance() {
    return spec.instance();
  }

  public List<Operation> operations() {
    return operations == null ? List.of(new Operation(spec.name(), false)) : operations;
  }

  public boolean hasOperation(String operation) {
    return operations == null
        ? spec.name().equals(operation)
        : operations.stream().anyMatch(one -> one.name().equals(operation));
  }

  /** Which start of it the present or the next one is; 1 for the first. */
  public int attempt() {
    return tries + evictions;
  }

  public boolean isOver() {
    return state instanceof Over;
  }

  public JobState state() {
    return state;
  }

  /** Of a job that waits. */
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
