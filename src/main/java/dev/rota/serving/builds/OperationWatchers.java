package dev.rota.serving.builds;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotFact;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** The watch hears of its operation from the turn on that begins it. */
  synchronized void expect(OperationWatch watch) {
    put(unknown, watch.operation(), watch);
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
      take(unknown, watch.operation(), watch); // it may have expected another beginning
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
    Set<String> changed = new LinkedHashSet<>();
    Map<String, JobEnded> ends = new HashMap<>();
    for (BotsFact fact : facts) {
      switch (fact) {
        case JobQueued f -> changed.add(found(f.operation(), f.job().name()));
        case JobCached f -> changed.add(found(f.operation(), f.job().name()));
        case JobJoined f -> changed.add(found(f.operation(), f.job()));
        case LeaseStarted f -> changed.add(f.job().name());
        case LeaseEnded f -> changed.add(f.job().name());
        case OperationCancelled f -> changed.add(f.job());
        case JobRetried f -> changed.add(f.job());
        case JobEnded f -> {
          changed.add(f.job());
          ends.put(f.job(), f);
        }
        case JobForgotten f -> changed.add(f.job());
        case JobRefused _, JobBackedOff _, JobLeftAlone _, BotFact _, GridFact _ -> {}
      }
    }
    changed.forEach(job -> tell(state.job(job), job, ends.get(job)));
  }

  /** Returns the job. */
  private synchronized String found(String operation, String job) {
    List<OperationWatch> all = unknown.remove(operation);
    if (all != null) {
      for (OperationWatch watch : all) {
        if (!byOperation.getOrDefault(operation, List.of()).contains(watch)) {
          put(byOperation, operation, watch);
        }
        join(job, watch);
      }
    }
    return job;
  }

  private void join(String job, OperationWatch watch) {
    put(byJob, job, watch);
    jobs.put(watch, job);
  }

  private void tell(Job job, String name, JobEnded ended) {
    List<OperationWatch> all;
    synchronized (this) {
      all = List.copyOf(byJob.getOrDefault(name, List.of()));
    }
    for (OperationWatch watch : all) {
      if (job != null) {
        watch.stands(OperationStanding.of(job, watch.operation()));
      } else if (ended != null && watch.last() != null) {
        watch.stands(watch.last().behind(ended));
      } else {
        watch.isUnknown();
      }
    }
  }
}
