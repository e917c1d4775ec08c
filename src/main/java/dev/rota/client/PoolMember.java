package dev.rota.client;

import dev.rota.executor.Execution;
import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.Released;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A worker's membership in one pool: turns records that it reads into events to send. It does no
 * I/O and starts no threads. Only the reader thread calls it.
 */
final class PoolMember {
  /** The reaction to a record. */
  enum Then {
    NOTHING,
    JOIN,
    /** The pool would refuse to be joined again. */
    STAY_OUT
  }

  // The schema's limit: a pool refuses a worker with more.
  private static final int SLOTS_MAX = 1000;

  private final String pool;
  private final String worker;
  private final int slots;
  private final Map<String, ShardReplica> replicas = new HashMap<>();
  private final List<AssignedCycle> waiting = new ArrayList<>();

  /** Cycles that were due and have not ended. Worker threads count them down. */
  private final AtomicInteger begun = new AtomicInteger();

  // Read by worker threads.
  private volatile long incarnation;

  private boolean joined;
  private boolean leaving;
  private boolean gone;
  private String whyOut;

  /**
   * Creates a worker that has not joined.
   *
   * @param slots requested slots; a pool allows at most {@value #SLOTS_MAX}
   * @param incarnation higher than any before under this name; the first join uses the next one
   */
  PoolMember(String pool, String worker, long slots, long incarnation) {
    this.pool = pool;
    this.worker = worker;
    this.slots = (int) Math.min(slots, SLOTS_MAX);
    this.incarnation = incarnation;
  }

  String pool() {
    return pool;
  }

  boolean isJoined() {
    return joined;
  }

  /** Returns true if it has left or never joined. */
  boolean isGone() {
    return gone || !joined;
  }

  /** Why it stays out of the pool permanently, with the remedy; null: it does not. */
  String whyOut() {
    return whyOut;
  }

  /** Returns true once it has said that it leaves. */
  boolean isLeaving() {
    return leaving;
  }

  /** Joins with a new incarnation. */
  WorkerEvent join() {
    joined = true;
    long next = incarnation + 1;
    incarnation = next; // only one thread writes it
    waiting.clear();
    return event(new Joined(slots));
  }

  /**
   * Returns false if it leaves and has no cycle left: then the pool lets it go, and refuses beats.
   * Until then it has to be heard, or its cycles would be executed elsewhere, too.
   */
  boolean isToBeat() {
    return !leaving || !gone && (begun.get() > 0 || !waiting.isEmpty());
  }

  WorkerEvent beat() {
    return event(new Heartbeat());
  }

  /** Asks for no new leases. The pool confirms when it is gone. */
  WorkerEvent leave() {
    leaving = true;
    return event(new Leaving());
  }

  /** Takes an outcome of the pool. */
  Then hear(PoolOutcome outcome) {
    Object event = outcome.getEvent();
    if (event instanceof ShardBlock block) {
      String unfit = replica(block.getShard()).appear(block);
      return unfit == null ? Then.NOTHING : cannotBuild(block.getShard(), unfit);
    } else if (event instanceof WorkerFenced fenced
        && isMe(fenced.getWorker(), fenced.getIncarnation())) {
      return fenced(fenced);
    } else if (event instanceof WorkerGone left && isMe(left.getWorker(), left.getIncarnation())) {
      gone = leaving || left.getReason() == GoneReason.LEFT;
      return gone ? Then.NOTHING : Then.JOIN;
    }
    return Then.NOTHING;
  }

  /** Stays out: each of its leases of the shard would fail until the transactions are poison. */
  Then cannotBuild(String shard, String why) {
    if (whyOut != null) {
      return Then.NOTHING;
    }
    whyOut =
        "it cannot build on shard %s: %s. All workers of a pool use one executor, which reports a"
                .formatted(shard, why)
            + " stateRoot and a stateDiff with each block: if others execute this pool, remove it"
            + " from this process's executor.pools";
    return Then.STAY_OUT;
  }

  private Then fenced(WorkerFenced fenced) {
    FenceReason reason = fenced.getReason();
    boolean curable =
        reason == FenceReason.UNKNOWN_WORKER || reason == FenceReason.STALE_INCARNATION;
    if (curable && !leaving) {
      return Then.JOIN;
    }
    gone = true; // the pool does not know it
    if (curable || whyOut != null) {
      return Then.NOTHING;
    }
    whyOut =
        "the pool refuses it, %s, %s: restart it with values that the pool accepts"
            .formatted(reason, fenced.getDetail());
    return Then.STAY_OUT;
  }

  private boolean isMe(String name, long number) {
    return joined && worker.equals(name) && incarnation == number;
  }

  /** Takes an assignment. Any assignment of a shard ends its earlier leases. */
  void hear(ShardAssignment assigned) {
    ShardReplica replica = replica(assigned.getShard());
    boolean ends = assigned.getEndOfLease() != null;
    replica.over(ends ? assigned.getEpoch() : assigned.getEpoch() - 1);
    if (!joined || ends || !worker.equals(assigned.getWorker())) {
      return;
    }
    AssignedCycle cycle = AssignedCycle.of(assigned);
    if (replica.isNew(cycle)) {
      waiting.add(cycle);
    }
  }

  /**
   * Returns each cycle once, when its parent block is known, in the order of assignment. Each ends
   * with one of {@link #committed}, {@link #failed} and {@link #released}.
   */
  List<AssignedCycle> due() {
    List<AssignedCycle> due = new ArrayList<>();
    waiting.removeIf(
        cycle -> {
          boolean reached = replica(cycle.shard()).isReachedFor(cycle);
          if (reached) {
            due.add(cycle);
          }
          return reached;
        });
    begun.addAndGet(due.size());
    return due;
  }

  ShardReplica replica(String shard) {
    return replicas.computeIfAbsent(shard, name -> new ShardReplica());
  }

  WorkerEvent started(AssignedCycle of) {
    return event(new Started(of.shard(), of.epoch(), of.number()));
  }

  WorkerEvent committed(AssignedCycle of, Execution done) {
    return end(
        Committed.newBuilder()
            .setShard(of.shard())
            .setEpoch(of.epoch())
            .setCycle(of.number())
            .setExecuted(done.executed())
            .setFailed(List.copyOf(done.failed().keySet()))
            .setReasons(done.failed())
            .setStateRoot(ShardReplica.hex(done.state().root()))
            .setStateDiff(ByteBuffer.wrap(done.diff().toBytes()))
            .setReceipts(ByteBuffer.wrap(done.receipts()))
            .build());
  }

  WorkerEvent failed(AssignedCycle of, Throwable why) {
    return end(new Failed(of.shard(), of.epoch(), of.number(), why.toString()));
  }

  WorkerEvent released(AssignedCycle of) {
    return end(new Released(of.shard(), of.epoch(), of.number()));
  }

  private WorkerEvent end(Object what) {
    begun.decrementAndGet();
    return event(what);
  }

  private WorkerEvent event(Object what) {
    return new WorkerEvent(pool, worker, incarnation, what);
  }
}
