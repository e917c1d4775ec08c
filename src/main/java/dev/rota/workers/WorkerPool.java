package dev.rota.workers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output.Channel;
import dev.rota.executor.BatchExecutor;
import dev.rota.partitions.PartitionReader;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.WorkerEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * One worker of every pool that it serves, with some threads. It reads what is committed only: a
 * cycle of a transaction that aborts may be decided again with another batch.
 *
 * <p>At its start it reads the blocks there are, for the shards' states; then it joins. Told to
 * stop, it takes no new leases, finishes its cycles and leaves. It does the same in a pool with a
 * block that it cannot build on, and stays out of it.
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
  private final Pools pools;
  private final String events;
  private final PartitionReader<byte[]> topics;
  private final KafkaProducer<byte[], Object> producer;
  private final Deserializer<Object> values;
  private final ExecutorService threads;
  private final Thread reader = new Thread(this::read, "shard-worker-reader");
  private final Map<String, Member> members = new TreeMap<>();
  private boolean historyRead;
  private long beatenNanos = System.nanoTime();
  private volatile boolean stopping;
  private volatile boolean halted;

  private WorkerPool(
      TopicAccess access, String name, int count, BatchExecutor executor, Pools pools) {
    this.name = name;
    this.slots = (long) count * executor.slotsPerThread();
    this.executor = executor;
    this.pools = pools;
    this.values = access.deserializer();
    Map<String, Object> reads = new HashMap<>(access.kafka());
    reads.put("isolation.level", "read_committed");
    this.events = access.events();
    this.topics = PartitionReader.ofBytes(reads);
    this.producer =
        new KafkaProducer<>(access.kafka(), new ByteArraySerializer(), access.serializer());
    this.threads = Executors.newFixedThreadPool(count, this::thread);
  }

  /**
   * Starts it; the topics are there.
   *
   * @param name unique among the workers of every pool; a start under the same name takes over from
   *     the one before
   * @param count of threads, at least 1; each has as many slots as the executor says, as far as a
   *     pool gives them, so that cycles wait for threads and not the other way round
   * @param pools those that are named are joined at once, others as soon as they are heard of
   */
  public static WorkerPool start(
      TopicAccess access, String name, int count, BatchExecutor executor, Pools pools) {
    WorkerPool pool = new WorkerPool(access, name, count, executor, pools);
    pool.begin();
    pools.named().forEach(pool::member);
    pool.reader.start();
    return pool;
  }

  /** What an executor looks up by the thread's class loader lies in its own jar. */
  private Thread thread(Runnable task) {
    Thread thread = new Thread(task, "shard-worker");
    thread.setContextClassLoader(executor.getClass().getClassLoader());
    return thread;
  }

  /** Assignments from now on, and all blocks from the first. */
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
        for (ConsumerRecord<byte[], byte[]> record : topics.poll(POLL)) {
          hear(record);
        }
        if (stopping && deadline == Long.MAX_VALUE) {
          deadline = System.nanoTime() + LEAVE_MAX.toNanos();
          members.values().stream().filter(one -> !one.isGone()).forEach(one -> send(one.leave()));
        }
        if (stopping && members.values().stream().allMatch(Member::isGone)) {
          return;
        }
        work();
      } catch (KafkaException e) {
        LOG.warn("worker {}: Kafka does not answer as it should; trying again", name, e);
        pause();
      }
    }
    LOG.warn("worker {}: a cycle takes longer than {}; its lease will expire", name, LEAVE_MAX);
  }

  private static void pause() {
    try {
      TimeUnit.NANOSECONDS.sleep(AGAIN.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void hear(ConsumerRecord<byte[], byte[]> record) {
    String pool = new String(record.key(), UTF_8);
    if (!pools.have(pool)) {
      return;
    }
    Object value = values.deserialize(record.topic(), record.headers(), record.value());
    Member member = member(pool);
    if (value instanceof ShardAssignment assigned) {
      member.hear(assigned);
    } else if (value instanceof PoolOutcome outcome) {
      act(member, member.hear(outcome));
    }
  }

  private void act(Member member, Member.Then then) {
    if (then == Member.Then.JOIN) {
      LOG.info("worker {}: pool {} knows it no longer; it joins again", name, member.pool());
      send(member.join());
    } else if (then == Member.Then.STAY_OUT) {
      LOG.error("worker {}: it stays out of pool {}: {}", name, member.pool(), member.whyOut());
      if (!member.isGone()) {
        send(member.leave());
      }
    }
  }

  private Member member(String pool) {
    return members.computeIfAbsent(
        pool, unused -> new Member(pool, name, slots, System.currentTimeMillis()));
  }

  /** What is to be done and said now that all of a poll is heard. */
  private void work() {
    if (!isHistoryRead()) {
      return;
    }
    long now = System.nanoTime();
    boolean beats = now - beatenNanos >= BEAT_NANOS;
    beatenNanos = beats ? now : beatenNanos;
    for (Member member : members.values()) {
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
      for (Cycle cycle : member.due()) {
        start(member, cycle);
      }
    }
  }

  private boolean isHistoryRead() {
    historyRead = historyRead || topics.isAtEnds();
    return historyRead;
  }

  private void start(Member member, Cycle cycle) {
    Replica replica = member.replica(cycle.shard());
    if (replica.isOver(cycle) || replica.isPast(cycle)) {
      send(member.released(cycle)); // it is refused, and frees a slot that waits for a word
      return;
    }
    String unfit = replica.unfitFor(cycle);
    if (unfit != null) {
      act(member, member.cannotBuild(cycle.shard(), unfit));
      send(member.released(cycle)); // after it has left, or the shard would come back
      return;
    }
    threads.execute(new CycleTask(member, replica, cycle, executor, this::send, () -> halted));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback hears the same
  private void send(WorkerEvent event) {
    byte[] key = event.getPool().getBytes(UTF_8);
    producer.send(
        new ProducerRecord<>(events, key, event),
        (at, e) -> {
          if (e != null) {
            LOG.warn("worker {}: an event did not arrive: {}", name, e.getMessage());
          }
        });
  }

  /** What is still executed is given up; it may be in the middle of a report. */
  private void halt() throws InterruptedException {
    halted = true;
    threads.shutdownNow();
    if (!threads.awaitTermination(HALT_MAX.toNanos(), TimeUnit.NANOSECONDS)) {
      LOG.warn("worker {}: a batch does not heed its interruption; it is left behind", name);
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
