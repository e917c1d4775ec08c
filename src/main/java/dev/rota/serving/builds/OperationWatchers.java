package dev.rota.serving.builds;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobEnded;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Who waits for operations, and is told how they stand whenever that changes. */
final class OperationWatchers {
  /** Another front door may have read a turn that is still on its way to this one. */
  private static final long UNKNOWN_MILLIS = 2_000;

  private final GridReader lane;
  private final ScheduledExecutorService timer;
  private final Map<String, List<OperationWatch>> byJob = new HashMap<>();
  private final Map<String, List<OperationWatch>> byOperation = new HashMap<>();
  private final Map<OperationWatch, String> jobs = new HashMap<>();

  /** Of operations that the grid does not know yet. */
  private final Map<String, List<OperationWatch>> unknown = new HashMap<>();

  /** One who waits. It is told by the thread that follows, which must not wait for it. */
  interface OperationWatch {
    String operation();

    /** How it stood when it was told last; null: it never was. */
    OperationStanding last();

    void stands(OperationStanding standing);

    /** The grid does not know the operation, or not any more. */
    void isUnknown();
  }

  /** One who goes on once the grid knows the operation, or is not to be waited for any longer. */
  private record FirstSight(String operation, CountDownLatch end) implements OperationWatch {
    @Override
    public OperationStanding last() {
      return null;
    }

    @Override
    public void stands(OperationStanding standing) {
      end.countDown();
    }

    @Override
    public void isUnknown() {
      end.countDown();
    }
  }

  OperationWatchers(GridReader lane, ScheduledExecutorService timer) {
    this.lane = lane;
    this.timer = timer;
    lane.observe(this::decided);
  }

  /**
   * Waits until the grid knows the operation, for a moment at most.
   *
   * @throws io.grpc.StatusRuntimeException UNAVAILABLE: the grid cannot be read now
   */
  void awaitSight(String operation) throws InterruptedException {
    FirstSight sight = new FirstSight(operation, new CountDownLatch(1));
    try {
      add(sight);
      sight.end.await();
    } finally {
      var _ = remove(sight);
    }
  }

  /**
   * From now on, it is told.
   *
   * @throws io.grpc.StatusRuntimeException UNAVAILABLE: the grid cannot be read now
   */
  void add(OperationWatch watch) {
    boolean known = lane.read(state -> begin(state, watch));
    if (!known) {
      var _ = timer.schedule(() -> giveUp(watch), UNKNOWN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private boolean begin(BotsState state, OperationWatch watch) {
    Job job = state.operation(watch.operation());
    synchronized (this) {
      put(byOperation, watch.operation(), watch);
      if (job == null) {
        put(unknown, watch.operation(), watch);
      } else {
        join(job.name(), watch);
      }
    }
    if (job != null) {
      watch.stands(OperationStanding.of(job, watch.operation()));
    }
    return job != null;
  }

  private void giveUp(OperationWatch watch) {
    boolean still;
    synchronized (this) {
      still = take(unknown, watch.operation(), watch);
    }
    if (still) {
      watch.isUnknown();
    }
  }

  /**
   * It is told no more.
   *
   * @return true if it was, and nobody else waits for its operation
   */
  synchronized boolean remove(OperationWatch watch) {
    take(unknown, watch.operation(), watch);
    String job = jobs.remove(watch);
    if (job != null) {
      take(byJob, job, watch);
    }
    return take(byOperation, watch.operation(), watch) && !isWatched(watch.operation());
  }

  synchronized boolean isWatched(String operation) {
    return byOperation.containsKey(operation);
  }

  private static void put(Map<String, List<OperationWatch>> to, String key, OperationWatch watch) {
    to.computeIfAbsent(key, _ -> new ArrayList<>(1)).add(watch);
  }

  private static boolean take(
      Map<String, List<OperationWatch>> from, String key, OperationWatch watch) {
    List<OperationWatch> all = from.get(key);
    boolean was = all != null && all.remove(watch);
    if (was && all.isEmpty()) {
      from.remove(key);
    }
    return was;
  }

  private void decided(BotsState state, List<BotsFact> facts) {
    Map<String, Optional<JobEnded>> changed = new LinkedHashMap<>();
    for (BotsFact fact : facts) {
      String job = job(fact);
      if (fact instanceof JobEnded ended) {
        changed.put(job, Optional.of(ended));
      } else if (job != null) {
        changed.putIfAbsent(job, Optional.empty());
      }
      if (fact instanceof JobFact.JobQueued queued) {
        found(queued.operation(), job);
      } else if (fact instanceof JobFact.JobJoined joined) {
        found(joined.operation(), job);
      } else if (fact instanceof JobFact.JobCached cached) {
        found(cached.operation(), job);
      }
    }
    changed.forEach((job, ended) -> tell(state.job(job), job, ended));
  }

  private synchronized void found(String operation, String job) {
    List<OperationWatch> all = unknown.remove(operation);
    if (all != null) {
      all.forEach(watch -> join(job, watch));
    }
  }

  private void join(String job, OperationWatch watch) {
    put(byJob, job, watch);
    jobs.put(watch, job);
  }

  private void tell(Job job, String name, Optional<JobEnded> ended) {
    List<OperationWatch> all;
    synchronized (this) {
      all = List.copyOf(byJob.getOrDefault(name, List.of()));
    }
    for (OperationWatch watch : all) {
      if (job != null) {
        watch.stands(OperationStanding.of(job, watch.operation()));
      } else if (ended.isPresent() && watch.last() != null) {
        watch.stands(watch.last().behind(ended.get()));
      } else {
        watch.isUnknown();
      }
    }
  }

  /** The job that the fact changes; null: none. */
  private static String job(BotsFact fact) {
    if (fact instanceof LeaseStarted one) {
      return one.job().name();
    }
    if (fact instanceof LeaseEnded one) {
      return one.job().name();
    }
    if (fact instanceof JobFact.JobQueued one) {
      return one.job().name();
    }
    if (fact instanceof JobFact.JobCached one) {
      return one.job().name();
    }
    if (fact instanceof JobFact.JobJoined one) {
      return one.job();
    }
    if (fact instanceof JobFact.OperationCancelled one) {
      return one.job();
    }
    if (fact instanceof JobFact.JobRetried one) {
      return one.job();
    }
    if (fact instanceof JobEnded one) {
      return one.job();
    }
    return fact instanceof JobFact.JobForgotten one ? one.job() : null;
  }
}
