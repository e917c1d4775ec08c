package dev.rota.client;

import dev.rota.executor.BatchExecutor;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.WorkerEvent;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes batches of the domain {@code shards}: one worker in every pool that it serves, with
 * several threads. It reads committed records only: after an aborted transaction a cycle may be
 * replayed with another batch.
 *
 * <p>At the start it reads all blocks to rebuild the shards' states, then it joins, with an
 * incarnation that is higher than before. So a worker that was killed goes on under its name: what
 * it held is assigned again at once. A report of the former one is refused by its epoch.
 *
 * <p>To stop, it refuses new leases, finishes its cycles and leaves. It also leaves a pool that has
 * a block which it cannot build on.
 */
public final class ShardWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShardWorker.class);

  private static final Duration LEAVE_MAX = Duration.ofSeconds(30);
  private static final Duration HALT_MAX = Duration.ofSeconds(5);
  private static final long BEAT_NANOS = 1_000_000_000;

  private final String name;
  private final long slots;
  private final BatchExecutor executor;
  private final TopicClient topics;
  private final ClientLoop loop;
  private final ExecutorService threads;
  private final Map<String, PoolMember> members = new TreeMap<>();
  private boolean historyRead;
  private long beatenNanos = System.nanoTime();
  private volatile boolean halted;

  private ShardWorker(
      TopicAccess access, String name, int count, BatchExecutor executor, ServedPools pools) {
    this.name = name;
    this.slots = (long) count * executor.slotsPerThread();
    this.executor = executor;
    this.topics = new TopicClient(access, "worker " + name, pools::have);
    this.loop = new ClientLoop("worker " + name, topics, new Worker(), LEAVE_MAX);
    this.threads = Executors.newFixedThreadPool(count, this::thread);
  }

  /**
   * Starts the worker. The topics must exist.
   *
   * @param name unique in every pool; a second start under the same name replaces the first
   * @param count of threads, at least 1; each takes as many slots as the executor says and the pool
   *     allows, so that threads never wait for cycles
   * @param executor called by these threads, for a shard by one at a time
   * @param pools named pools are joined at once, others when their first record is read
   * @throws org.apache.kafka.common.KafkaException if no broker answers, or a topic is missing
   */
  public static ShardWorker start(
      TopicAccess access, String name, int count, BatchExecutor executor, ServedPools pools) {
    ShardWorker worker = new ShardWorker(access, name, count, executor, pools);
    try {
      // Assignments from now on, and all blocks from the first.
      worker.topics.assign(
          worker.topics.all(TopicNames.SHARDS_OUTCOMES),
          worker.topics.all(TopicNames.SHARDS_ASSIGNMENTS));
    } catch (RuntimeException e) {
      worker.topics.close();
      throw e;
    }
    pools.named().forEach(worker::member);
    worker.loop.start();
    return worker;
  }

  /** Completes when the worker has ended: exceptionally, if it was not closed. */
  public CompletableFuture<Void> ended() {
    return loop.ended().copy();
  }

  /** The executor's own class loader, which it may look up through the thread. */
  private Thread thread(Runnable task) {
    Thread thread = ClientLoop.daemon(task, "shard-worker");
    thread.setContextClassLoader(executor.getClass().getClassLoader());
    return thread;
  }

  private final class Worker implements ClientLoop.Role {
    private boolean leaving;

    /** Each counts: who misses a block cannot build on the next, and leaves the pool. */
    @Override
    public void hear(ConsumerRecord<byte[], byte[]> record, Object value) {
      PoolMember member = member(TopicClient.key(record));
      if (value instanceof ShardAssignment assigned) {
        member.hear(assigned);
      } else if (value instanceof PoolOutcome outcome) {
        act(member, member.hear(outcome));
      }
    }

    /** Joins, beats and starts cycles. */
    @Override
    public void work() {
      if (!isHistoryRead()) {
        return;
      }
      long now = System.nanoTime();
      boolean beats = now - beatenNanos >= BEAT_NANOS;
      beatenNanos = beats ? now : beatenNanos;
      for (PoolMember member : members.values()) {
        if (member.whyOut() != null && member.isGone()) {
          continue;
        }
        if (!member.isJoined()) {
          if (!leaving) {
            send(member.join());
          }
          continue;
        }
        if (beats && member.isToBeat()) {
          send(member.beat());
        }
        member.due().forEach(cycle -> begin(member, cycle));
      }
    }

    @Override
    public void leave() {
      leaving = true;
      members.values().stream()
          .filter(one -> !one.isGone() && !one.isLeaving())
          .forEach(one -> send(one.leave()));
    }

    @Override
    public boolean isGone() {
      return members.values().stream().allMatch(PoolMember::isGone);
    }
  }

  private void act(PoolMember member, PoolMember.Then then) {
    if (then == PoolMember.Then.JOIN) {
      LOG.info("worker {}: pool {} has forgotten it; joining again", name, member.pool());
      send(member.join());
    } else if (then == PoolMember.Then.STAY_OUT) {
      LOG.error("worker {}: staying out of pool {}: {}", name, member.pool(), member.whyOut());
      if (!member.isGone()) {
        send(member.leave());
      }
    }
  }

  private PoolMember member(String pool) {
    return members.computeIfAbsent(
        pool, unused -> new PoolMember(pool, name, slots, System.currentTimeMillis()));
  }

  private boolean isHistoryRead() {
    historyRead = historyRead || topics.isAtEnds();
    return historyRead;
  }

  private void begin(PoolMember member, AssignedCycle cycle) {
    ShardReplica replica = member.replica(cycle.shard());
    if (replica.isOver(cycle) || replica.isPast(cycle)) {
      send(member.released(cycle)); // it is refused but frees the slot
      return;
    }
    String unfit = replica.unfitFor(cycle);
    if (unfit != null) {
      act(member, member.cannotBuild(cycle.shard(), unfit));
      send(member.released(cycle)); // after leaving, or the shard would be assigned here again
      return;
    }
    threads.execute(
        new CycleTask(member, replica, cycle, replica.state(), executor, this::send, () -> halted));
  }

  private void send(WorkerEvent event) {
    topics.send(TopicNames.WORKER_EVENTS, event.getPool(), event);
  }

  /** Interrupts batches that are still running. One of them may be about to report. */
  private void halt() {
    halted = true;
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(HALT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
        LOG.warn("worker {}: a batch ignores its interruption and is abandoned", name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Leaves the pools within 30 s, as the class says. The shards go to other workers. */
  @Override
  public void close() {
    boolean over = loop.stop();
    halt();
    if (over) {
      topics.close();
    }
  }
}
