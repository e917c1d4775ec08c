package dev.rota.app.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.executor.BatchExecutor;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.registry.RegistryOutage;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.WorkerEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One worker in every pool that it serves, with several threads. It reads committed records only:
 * after an aborted transaction a cycle may be replayed with another batch.
 *
 * <p>At the start it reads all blocks to rebuild the shards' states, then it joins. To stop, it
 * refuses new leases, finishes its cycles and leaves. It also leaves a pool that has a block which
 * it cannot build on.
 */
public final class WorkerPool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerPool.class);

  private static final String ASSIGNMENTS = Channel.ASSIGNMENTS.topic("shards");
  private static final String OUTCOMES = Channel.OUTCOMES.topic("shards");

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration LEAVE_MAX = Duration.ofSeconds(30);
  private static final Duration HALT_MAX = Duration.ofSeconds(5);
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final long BEAT_NANOS = 1_000_000_000;

  private final String name;
  private final long slots;
  private final BatchExecutor executor;
  private final ServedPools pools;
  private final String events;
  private final PartitionReader<byte[]> topics;
  private final KafkaProducer<byte[], Object> producer;
  private final Deserializer<Object> values;
  private final ExecutorService threads;
  private final Thread reader = new Thread(this::read, "shard-worker-reader");
  private final Queue<ConsumerRecord<byte[], byte[]>> read = new ArrayDeque<>();
  private final Map<String, PoolMember> members = new TreeMap<>();
  private boolean historyRead;
  private long beatenNanos = System.nanoTime();
  private volatile boolean stopping;
  private volatile boolean halted;

  private WorkerPool(
      TopicAccess access, String name, int count, BatchExecutor executor, ServedPools pools) {
    this.name = name;
    this.slots = (long) count * executor.slotsPerThread();
    this.executor = executor;
    this.pools = pools;
    this.values = access.deserializer();
    this.events = access.events();
    this.topics = PartitionReader.ofBytes(access.kafka());
    this.producer =
        new KafkaProducer<>(access.kafka(), new ByteArraySerializer(), access.serializer());
    this.threads = Executors.newFixedThreadPool(count, this::thread);
  }

  /**
   * Starts the worker. The topics must exist.
   *
   * @param name unique in every pool; a second start under the same name replaces the first
   * @param count of threads, at least 1; each takes as many slots as the executor says and the pool
   *     allows, so that threads never wait for cycles
   * @param pools named pools are joined at once, others when their first record is read
   */
  public static WorkerPool start(
      TopicAccess access, String name, int count, BatchExecutor executor, ServedPools pools) {
    WorkerPool pool = new WorkerPool(access, name, count, executor, pools);
    pool.begin();
    pools.named().forEach(pool::member);
    pool.reader.start();
    return pool;
  }

  /** The executor's own class loader, which it may look up through the thread. */
  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "shard-worker");
    thread.setContextClassLoader(executor.getClass().getClassLoader());
    return thread;
  }

  /** Reads assignments from now on, and all blocks from the first. */
  private void begin() {
    List<TopicPartition> assignments = topics.partitionsOf(ASSIGNMENTS);
    List<TopicPartition> outcomes = topics.partitionsOf(OUTCOMES);
    topics.assign(Stream.concat(assignments.stream(), outcomes.stream()).toList());
    topics.skip(assignments);
  }

  private void read() {
    long deadline = Long.MAX_VALUE;
    while (System.nanoTime() < deadline) {
      try {
        if (read.isEmpty()) {
          topics.poll(POLL).forEach(read::add);
        }
        for (; !read.isEmpty(); read.remove()) {
          hear(read.peek());
        }
        if (stopping && deadline == Long.MAX_VALUE) {
          deadline = System.nanoTime() + LEAVE_MAX.toNanos();
          members.values().stream().filter(one -> !one.isGone()).forEach(one -> send(one.leave()));
        }
        if (stopping && members.values().stream().allMatch(PoolMember::isGone)) {
          return;
        }
        work();
      } catch (KafkaException e) {
        LOG.warn("worker {}: a Kafka request failed; retrying", name, e);
        pause();
      }
    }
    LOG.warn(
        "worker {}: not stopped after {}; the leases of its cycles will expire", name, LEAVE_MAX);
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(AGAIN.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Each counts: who misses a block cannot build on the next, and leaves the pool. */
  private void hear(ConsumerRecord<byte[], byte[]> record) {
    String pool = record.key() == null ? null : new String(record.key(), UTF_8);
    if (pool == null || !pools.have(pool)) {
      return;
    }
    Object value = value(record);
    if (value instanceof ShardAssignment assigned) {
      member(pool).hear(assigned);
    } else if (value instanceof PoolOutcome outcome) {
      PoolMember member = member(pool);
      act(member, member.hear(outcome));
    }
  }

  /**
   * Returns null if nobody can decode it.
   *
   * @throws KafkaException if the registry is away; then the record is heard again
   */
  private Object value(ConsumerRecord<byte[], byte[]> record) {
    try {
      return values.deserialize(record.topic(), record.headers(), record.value());
    } catch (RuntimeException e) {
      RegistryOutage.in(e)
          .ifPresent(
              away -> {
                throw away;
              });
      LOG.warn(
          "worker {}: the record at offset {} of {}-{} cannot be decoded, and is skipped: {}",
          name,
          record.offset(),
          record.topic(),
          record.partition(),
          e.toString());
      return null;
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

  /** Joins, beats and starts cycles after each poll. */
  private void work() {
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
        if (!stopping) {
          send(member.join());
        }
        continue;
      }
      if (beats) {
        send(member.beat());
      }
      for (AssignedCycle cycle : member.due()) {
        start(member, cycle);
      }
    }
  }

  private boolean isHistoryRead() {
    historyRead = historyRead || topics.isAtEnds();
    return historyRead;
  }

  private void start(PoolMember member, AssignedCycle cycle) {
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

  @SuppressWarnings("FutureReturnValueIgnored") // the callback gets the result
  private void send(WorkerEvent event) {
    byte[] key = event.getPool().getBytes(UTF_8);
    producer.send(
        new ProducerRecord<>(events, key, event),
        (at, e) -> {
          if (e != null) {
            LOG.warn("worker {}: an event could not be sent: {}", name, e.getMessage());
          }
        });
  }

  /** Interrupts batches that are still running. One of them may be about to report. */
  private void halt() throws InterruptedException {
    halted = true;
    threads.shutdownNow();
    if (!threads.awaitTermination(HALT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
      LOG.warn("worker {}: a batch ignores its interruption and is abandoned", name);
    }
  }

  @Override
  public void close() {
    stopping = true;
    try {
      reader.join();
      halt();
    } catch (InterruptedException e) {
      halted = true;
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
    producer.close(AGAIN);
    topics.close();
    values.close();
  }
}
