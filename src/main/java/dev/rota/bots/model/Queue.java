package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.Policy;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Jobs that wait, under one policy. Where each stands is a function of its row, the policy and how
 * far backoffs have been looked at, and of nothing that happened meanwhile:
 *
 * <ul>
 *   <li>ON_EVENT, it is parked: considered when there is a bot or a victim for it, and not before.
 *   <li>ON_INTERVAL, it is polled: an assigner considers it at each iteration, and lets it rest for
 *       the backoff when there is nothing for it (section 3).
 *   <li>Once it has waited as long as the preemption delay and still found nothing, another try
 *       could find no more than is on the board by then: from there on, it is parked as well.
 * </ul>
 */
public final class Queue {
  private final Policy policy;
  private final Board board;
  private final QueueCounts counts = new QueueCounts();
  private final TreeSet<Job> resting = new TreeSet<>(Job.BY_SCHEDULE);

  /** All that wait, kept only while there is a limit to it. */
  private final Timeline<Job> ageing = new Timeline<>();

  Queue(Policy policy, Map<String, Map<String, QuotaRow>> quotas) {
    this.policy = policy;
    this.board = new Board(policy, quotas);
  }

  Board board() {
    return board;
  }

  public QueueCounts counts() {
    return counts;
  }

  /** ON_INTERVAL: those whose backoff is not over; all others are on the board. */
  public SortedSet<Job> resting() {
    return resting;
  }

  public Timeline<Job> ageing() {
    return ageing;
  }

  /**
   * The job waits.
   *
   * @param awokenAt backoffs that were over by then are over
   */
  void enter(Job job, long awokenAt) {
    counts.add(policy.pool(job.instance()), job.spec.label(), job.priority);
    boolean ages = policy.limits().queueAge() != Policy.Limits.NONE;
    job.mark = ages ? ageing.add(job.queuedAt, job.name(), job) : null;
    place(job, awokenAt);
  }

  private void place(Job job, long awokenAt) {
    Queued place = job.queued();
    if (!policy.onEvent() && job.triedAt >= 0 && job.scheduleAfter > awokenAt) {
      place.bin = null;
      resting.add(job);
    } else {
      place.parked = policy.onEvent() || job.triedAt >= policy.preempting().from(job.queuedAt);
      board.enter(job);
    }
  }

  void leave(Job job) {
    ageing.remove(job.mark);
    job.mark = null;
    counts.remove(policy.pool(job.instance()), job.spec.label(), job.priority);
    if (job.queued().resting()) {
      resting.remove(job);
    } else {
      board.leave(job);
    }
  }

  /** Backoffs that are over by now are over. */
  void awake(long nowMillis) {
    while (!resting.isEmpty() && resting.first().scheduleAfter <= nowMillis) {
      place(resting.pollFirst(), nowMillis);
    }
  }
}
