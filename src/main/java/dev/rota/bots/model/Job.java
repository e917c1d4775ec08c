package dev.rota.bots.model;

import dev.rota.bots.values.Code;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.JobStage;
import dev.rota.bots.values.MatchStrategy;
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

  /** Section 7: the largest priority number, then the most recently queued. */
  static final Comparator<Job> VICTIMS_FIRST = (a, b) -> BY_PRIORITY.compare(b, a);

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
  JobStage stage = JobStage.QUEUED;
  int tries = 1;
  int evictions;
  long scheduleAfter;

  /** When an assigner last found nothing for it, epoch ms; -1: none ever looked in vain. */
  long triedAt = -1;

  /** Null: the one that is named as the job, and it is not cancelled. */
  List<Operation> operations;

  Bot bot;
  MatchStrategy found;
  long startedAt;

  /** -1: never ran to an end; such a job was given up while it waited. */
  long completedAt = -1;

  Code code;
  boolean cancelled;

  /** The next of its action that others may join; null: none. */
  Job alike;

  /** Where it waits; null: it does not, or rests. */
  Bin bin;

  /** Which side of its bin it is on. */
  boolean parked;

  /** Where it is on the one timeline that it is on, by what it does; null: on none. */
  Timeline.Mark<Job> mark;

  /** It waits, and its backoff is not over. */
  boolean resting;

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
    return stage == JobStage.COMPLETED;
  }

  /** What it is, for people: its stage, or CANCELLED where its clients called it off. */
  public String standing() {
    return isOver() && cancelled && code != Code.DEADLINE_EXCEEDED ? "CANCELLED" : stage.name();
  }

  public JobStage stage() {
    return stage;
  }

  public Bot bot() {
    return bot;
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

  public Code code() {
    return code;
  }

  public boolean cancelled() {
    return cancelled;
  }

  public long scheduleAfter() {
    return scheduleAfter;
  }

  public JobSpec spec() {
    return spec;
  }

  /** It waits, and its backoff is not over. */
  public boolean resting() {
    return resting;
  }

  /** Where it waits; null: it does not, or rests. */
  public Bin bin() {
    return bin;
  }

  /** As in the specification: the two that every comparison reads. */
  public long queuedAt() {
    return queuedAt;
  }

  public MatchStrategy found() {
    return found;
  }

  /** When an assigner last found nothing for it, epoch ms; -1: none ever looked in vain. */
  public long triedAt() {
    return triedAt;
  }

  public long startedAt() {
    return startedAt;
  }

  /** Which side of its bin it is on. */
  public boolean parked() {
    return parked;
  }

  /** -1: never ran to an end; such a job was given up while it waited. */
  public long completedAt() {
    return completedAt;
  }
}
