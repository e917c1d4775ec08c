package dev.rota.bots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Jobs that wait, under one policy. On the board are those that may have a bot; with timed
 * iterations, one that found none is set aside: it rests while its backoff lasts, and lies dormant
 * after that until something changes that may help it.
 */
final class Queue {
  private final Policy policy;
  private final Board board;
  private final QueueCounts counts = new QueueCounts();
  private final TreeSet<Job> resting = new TreeSet<>(Job.BY_SCHEDULE);
  private final TreeSet<Job> dormant = new TreeSet<>(Job.BY_AGE);

  /** All that wait, kept only while there is a limit to it. */
  private final Timeline<Job> ageing = new Timeline<>();

  Queue(Policy policy, Map<String, Map<String, QuotaRow>> quotas) {
    this.policy = policy;
    this.board = new Board(policy, quotas);
  }

  Board board() {
    return board;
  }

  QueueCounts counts() {
    return counts;
  }

  SortedSet<Job> resting() {
    return resting;
  }

  SortedSet<Job> dormant() {
    return dormant;
  }

  Timeline<Job> ageing() {
    return ageing;
  }

  List<Job> aside() {
    List<Job> aside = new ArrayList<>(resting);
    aside.addAll(dormant);
    return aside;
  }

  /** The job waits: at rest, if that is how it is marked, or on the board. */
  void enter(Job job) {
    counts.add(policy.pool(job.instance()), job.spec.label(), job.priority);
    boolean ages = policy.limits().queueAge() != Policy.Limits.NONE;
    job.mark = ages ? ageing.add(job.spec.queuedAt(), job.name(), job) : null;
    if (job.resting) {
      resting.add(job);
    } else {
      board.enter(job);
    }
  }

  void leave(Job job) {
    ageing.remove(job.mark);
    job.mark = null;
    counts.remove(policy.pool(job.instance()), job.spec.label(), job.priority);
    if (job.bin != null) {
      board.leave(job);
    } else if (job.resting) {
      resting.remove(job);
      job.resting = false;
    } else {
      dormant.remove(job);
    }
  }

  /** A job that waits, found in the rows: time lets out what once found no bot. */
  void enterAnew(Job job) {
    job.bin = null;
    job.resting = !policy.onEvent() && job.triedAt >= 0;
    enter(job);
  }

  /** Backoffs that are over by now are over. A job that nothing can have helped stays aside. */
  void awake(long nowMillis, long supply) {
    while (!resting.isEmpty() && resting.first().scheduleAfter <= nowMillis) {
      Job job = resting.pollFirst();
      job.resting = false;
      if (isHopeless(job, supply)) {
        dormant.add(job);
      } else {
        board.enter(job);
      }
    }
  }

  /** It found no bot when it could have evicted already, and nothing has changed since. */
  private boolean isHopeless(Job job, long supply) {
    long triedAt = job.scheduleAfter - policy.pacing().failureBackoff();
    return !policy.onEvent()
        && job.triedAt == supply
        && triedAt >= policy.preempting().from(job.spec.queuedAt());
  }

  /** Something changed that may help. */
  void revive() {
    while (!dormant.isEmpty()) {
      board.enter(dormant.pollFirst());
    }
  }
}
