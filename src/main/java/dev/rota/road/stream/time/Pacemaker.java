package dev.rota.road.stream.time;

import static dev.rota.base.text.LogField.domain;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a nudge to each partition of this process whose earliest deadline is due: one thread for
 * each domain. It decides nothing.
 */
public final class Pacemaker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pacemaker.class);

  /** Clocks drift apart slowly: what a broker said this long ago is asked again first. */
  private static final long FRESH_MILLIS = 5_000;

  /** How often the brokers are asked while clocks differ, and while inputs are decided. */
  private static final long DOUBT_MILLIS = 10_000;

  private static final long REFRESH_MILLIS = 60_000;
  private static final Duration START_MAX = Duration.ofSeconds(60);
  private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

  private final String domain;
  private final String topic;
  private final List<String> inputs;
  private final ClusterClock clock;
  private final TaskPulses pulses;
  private final InputEnds ends;
  private final long beatMillis;
  private final TimeRecords records;
  private final Map<Integer, PartitionBeat> beats = new HashMap<>();
  private final ExecutorService looker;
  private final Thread thread;
  private long askedMillis;
  private long askedAt;
  private volatile boolean closed;

  private Pacemaker(
      Domain domain,
      Map<String, Object> kafka,
      String group,
      ClusterClock clock,
      TaskPulses pulses,
      Duration beat) {
    this.domain = domain.name();
    this.topic = RequiredTopics.time(domain.name());
    this.inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    this.clock = clock;
    this.pulses = pulses;
    this.beatMillis = beat.toMillis();
    this.records = new TimeRecords(topic, kafka, clock);
    this.ends = new InputEnds(kafka, group);
    this.looker = Executors.newSingleThreadExecutor(work -> thread(work, "pacemaker-reader-"));
    this.thread = thread(this::run, "pacemaker-");
  }

  private Thread thread(Runnable work, String name) {
    Thread made = new Thread(work, name + domain);
    made.setDaemon(true);
    return made;
  }

  /**
   * Asks the brokers for their time, then starts to nudge.
   *
   * @param kafka settings of every client
   * @param group of the domain's tasks
   * @param beat the shortest interval between two nudges of a partition
   * @throws KafkaException if no broker takes a record
   */
  public static Pacemaker start(
      Domain domain,
      Map<String, Object> kafka,
      String group,
      ClusterClock clock,
      TaskPulses pulses,
      Duration beat) {
    Pacemaker pacemaker = new Pacemaker(domain, kafka, group, clock, pulses, beat);
    try {
      // The first answer is slow, as connections are made, and so it says less.
      pacemaker.awaitTime();
      pacemaker.awaitTime();
    } catch (RuntimeException e) {
      pacemaker.close();
      throw e;
    }
    pacemaker.thread.start();
    return pacemaker;
  }

  /** Asks again while no broker answers: a slow one takes longer than one answer may take. */
  private void awaitTime() {
    long begunMillis = monotonicMillis();
    while (true) {
      try {
        awaitAnswer();
        return;
      } catch (KafkaException e) {
        boolean passes = e instanceof RetriableException;
        if (!passes || monotonicMillis() - begunMillis > START_MAX.toMillis()) {
          throw e;
        }
        LOG.info("{}: no broker says its time yet; asking again", domain(domain));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(beatMillis));
      }
    }
  }

  private void awaitAnswer() {
    List<CompletableFuture<RecordMetadata>> asked = askBrokers();
    try {
      CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
          .get(START_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // One broker's answer is enough.
      if (asked.stream().noneMatch(one -> one.isDone() && !one.isCompletedExceptionally())) {
        String what = "no broker takes a record of " + topic + ", by which time comes";
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw cause instanceof RetriableException
            ? new org.apache.kafka.common.errors.TimeoutException(what, cause)
            : new KafkaException(what, cause);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  private void run() {
    while (!closed) {
      long pauseMillis = beatMillis;
      try {
        pauseMillis = round();
      } catch (RuntimeException e) {
        if (!closed) {
          LOG.warn("{}: time cannot pass at present; retrying", domain(domain), e);
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    }
  }

  /** Nudges what is due. Returns when to look again, in ms. */
  private long round() {
    refresh();
    long nowMillis = clock.nowMillis();
    long monotonic = monotonicMillis();
    long pauseMillis = beatMillis;
    List<PartitionBeat> due = new ArrayList<>();
    for (Map.Entry<Integer, TaskPulse> owned : pulses.all().entrySet()) {
      PartitionBeat beat = beat(owned.getKey(), owned.getValue());
      long waitMillis = beat.waitMillis(nowMillis, monotonic);
      if (waitMillis <= 0) {
        due.add(beat);
      } else {
        pauseMillis = Math.min(pauseMillis, waitMillis);
      }
    }
    beats.keySet().retainAll(pulses.all().keySet());
    if (!due.isEmpty()) {
      nudge(due);
    }
    return pauseMillis;
  }

  /** The brokers bound the time of inputs too. Where nothing is decided, nobody is asked. */
  private void refresh() {
    long silence = monotonicMillis() - askedMillis;
    boolean doubts = !clock.doubted().isEmpty() && silence > DOUBT_MILLIS;
    if (doubts || silence > REFRESH_MILLIS && pulses.decided() != askedAt) {
      askBrokers();
    }
  }

  private static long monotonicMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  /** A partition that came back to this process is another beat. */
  private PartitionBeat beat(int partition, TaskPulse pulse) {
    return beats.compute(
        partition,
        (_, before) ->
            before != null && before.isOf(pulse)
                ? before
                : new PartitionBeat(domain, partition, inputs, pulse, beatMillis));
  }

  private void nudge(List<PartitionBeat> due) {
    long monotonic = monotonicMillis();
    due.forEach(beat -> beat.begin(monotonic));
    List<PartitionBeat> stalled = due.stream().filter(PartitionBeat::isStalled).toList();
    List<PartitionBeat> others = due.stream().filter(beat -> !stalled.contains(beat)).toList();
    if (!others.isEmpty()) {
      ask(others, fresh());
    }
    // To read an input takes long where its broker is away: the other partitions need not wait.
    stalled.forEach(
        beat ->
            ask(
                List.of(beat),
                CompletableFuture.runAsync(() -> beat.verify(ends, monotonic), looker)));
  }

  private CompletableFuture<?> fresh() {
    return clock.silenceMillis() <= FRESH_MILLIS
        ? CompletableFuture.completedFuture(null)
        : first(askBrokers());
  }

  /** Waits for one answer. While no partition has a leader nobody is asked, and none comes. */
  static CompletableFuture<?> first(List<? extends CompletableFuture<?>> asked) {
    return asked.isEmpty()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.anyOf(asked.toArray(CompletableFuture[]::new));
  }

  private void ask(List<PartitionBeat> due, CompletableFuture<?> first) {
    var _ =
        first
            .handle((_, _) -> ask(due))
            .exceptionally(
                fault -> {
                  due.forEach(beat -> end(beat, fault));
                  return null;
                });
  }

  /** The time is read first, then the ends: what was acknowledged before lies below them. */
  private Void ask(List<PartitionBeat> due) {
    long untilMillis = clock.nowMillis();
    ends.ask(due)
        .forEach(
            (beat, answer) -> {
              var _ =
                  answer
                      .thenCompose(
                          found -> records.send(beat.partition(), nudge(beat, untilMillis, found)))
                      .whenComplete((_, fault) -> end(beat, fault));
            });
    return null;
  }

  private byte[] nudge(PartitionBeat beat, long untilMillis, long[] found) {
    return beat.nudge(untilMillis, found).encode(inputs);
  }

  private void end(PartitionBeat beat, Throwable fault) {
    beat.end();
    if (fault != null && !closed) {
      LOG.debug("{}: no nudge for partition {} at present", domain, beat.partition(), fault);
    }
    LockSupport.unpark(thread);
  }

  private List<CompletableFuture<RecordMetadata>> askBrokers() {
    askedMillis = monotonicMillis();
    askedAt = pulses.decided();
    return records.askBrokers();
  }

  /** Sends a record to each partition of this process, so that a poll that waits for one ends. */
  public void stir() {
    for (int partition : pulses.all().keySet()) {
      var _ = records.send(partition, null);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MAX.toMillis());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    looker.shutdownNow();
    records.close();
    ends.close();
  }
}
