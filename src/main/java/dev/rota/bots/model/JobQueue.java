package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.RulesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Queued jobs under one policy. A job's position depends only on its row, the policy and the time
 * up to which backoffs have been ended:
 *
 * <ul>
 *   <li>ON_EVENT: the job is parked. It is considered when a bot or a victim becomes available.
 *   <li>ON_INTERVAL: the job is polled. An assigner considers it at each iteration. A failed
 *       attempt makes it back off (section 3).
 *   <li>ON_INTERVAL, after a failed attempt past the preemption delay and, if the policy says so,
 *       many backoffs: the job is parked, because polling could find only what the board shows.
 * </ul>
 */
public final class JobQueue {
  private static final long RESTING = 16;

  private final GridPolicy policy;
  private final Board board;
  private final QueueCounts counts = new QueueCounts();
  private final TreeSet<Job> resting = new TreeSet<>(Job.BY_SCHEDULE);

  /** Filled only if the policy limits the queue age. */
  private final Timeline<Job> ageing;

  JobQueue(GridPolicy policy, Map<String, Map<String, QuotaRow>> quotas, RulesVersion version) {
    this.policy = policy;
    this.board = new Board(policy, quotas, version);
    this.ageing = new Timeline<>(version.texts());
  }

  Board board() {
    return board;
  }

  public QueueCounts counts() {
    return counts;
  }

  /** ON_INTERVAL: jobs that back off. All others are on the board. */
  public SortedSet<Job> resting() {
    return resting;
  }

  /** The oldest jobs, the oldest first, at most so many. Long queues are not walked through. */
  public List<Job> oldest(int most) {
    PriorityQueue<Job> oldest = new PriorityQueue<>(Job.BY_AGE.reversed());
    Predicate<Job> isAmong =
        job -> {
          oldest.add(job);
          return oldest.size() <= most || oldest.poll() != job;
        };
    for (JobBin bin : board.waiting()) {
      bin.polled.eachByAge(isAmong);
      bin.parked.eachByAge(isAmong);
    }
    for (Job job : resting) {
      var _ = isAmong.test(job);
    }
    return oldest.stream().sorted(Job.BY_AGE).toList();
  }

  /** The first jobs of each kind by priority, at most so many, and those that rest first. */
  List<Job> first(int most) {
    Set<Job> first = new TreeSet<>(Job.BY_AGE);
    for (JobBin bin : board.waiting()) {
      bin.polled.first(most, first);
      bin.parked.first(most, first);
    }
    resting.stream().limit(RESTING * most).forEach(first::add);
    return new ArrayList<>(first);
  }

  public Timeline<Job> ageing() {
    return ageing;
  }

  /** Queues a job. Backoffs that elapsed by {@code awokenAt}, epoch ms, are over. */
  void enter(Job job, long awokenAt) {
    counts.add(policy.pool(job.instance()), job.spec.label(), job.priority);
    boolean ages = policy.limits().queueAge() != GridLimits.NONE;
    job.mark = ages ? ageing.add(job.queuedAt, job.name(), job) : null;
    place(job, awokenAt);
  }

  private void place(Job job, long awokenAt) {
    Queued place = job.queued();
    if (!policy.onEvent() && job.triedAt >= 0 && job.scheduleAfter > awokenAt) {
      place.bin = null;
      place.parked = false;
      resting.add(job);
    } else {
      place.parked = policy.onEvent() || job.triedAt >= policy.parkedFrom(job.queuedAt);
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

  /** Ends backoffs that have elapsed. */
  void awake(long nowMillis) {
    while (!resting.isEmpty() && resting.first().scheduleAfter <= nowMillis) {
      place(resting.pollFirst(), nowMillis);
    }
  }
}
