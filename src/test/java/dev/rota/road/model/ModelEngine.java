package dev.rota.road.model;

import dev.rota.road.model.RoadCounts.What;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.OfflineTask;
import dev.rota.road.stream.time.ClusterClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.KeyValue;

/**
 * An engine with one thread: it joins the group, opens its tasks, takes records and commits, as
 * Kafka Streams has a thread do it. {@link #step} is the smallest part of that between which
 * another engine may act: a poll, a record, the page of one task, the offsets, the end of the
 * transaction.
 */
final class ModelEngine {
  private static final int POLLED = 8;
  private static final int RESTORED = 20;
  private static final int SELDOM = 60;

  private enum Phase {
    DOWN,
    BEGINNING,
    JOINING,
    WAITING,
    RUNNING,
    PAGES,
    OFFSETS,
    END,
    ENDED
  }

  private final int number;
  private final RoadModel road;
  private final SplittableRandom random;
  private final Map<Integer, ModelDisk> disks = new HashMap<>();
  private final Map<Integer, Task> tasks = new TreeMap<>();
  private final Deque<Task> pages = new ArrayDeque<>();
  private Phase phase = Phase.DOWN;
  private int epoch;
  private int generation;
  private boolean frozen;

  /** How far its host's clock is ahead. */
  private final long skewMillis;

  /** It leaves its group for good. */
  private boolean stopping;

  /** It gives its partitions back once it has committed. */
  private boolean leaving;

  private final class Task implements OfflineTask.Surroundings {
    private final int partition;
    private final ModelDisk disk;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
    private OfflineTask task;
    private boolean restored;
    private boolean opened;
    private boolean read;
    private long sent;

    Task(int partition) {
      this.partition = partition;
      this.disk = disks.computeIfAbsent(partition, _ -> new ModelDisk());
    }

    /** Restores some rows, and opens the partition once it has all. */
    void open() {
      if (task == null) {
        begin();
      }
      ModelLog changelog = road.cluster().log(road.changelog(partition));
      if (!restored && disk.changelog() < changelog.stable()) {
        List<KeyValue<byte[], byte[]>> records = new ArrayList<>();
        disk.changelog(
            changelog.committed(
                disk.changelog(),
                disk.changelog() + RESTORED,
                one -> records.add(KeyValue.pair(one.key(), one.value()))));
        task.restore(records);
        return;
      }
      restored = true; // what is committed from now on is in the ledger as well
      task.open();
      opened = true;
      road.counts().add(What.PARTITION_OPENED);
      if (task.isCopying()) {
        road.counts().add(What.ROWS_REBUILT);
        road.requireLost(partition);
      }
    }

    private void begin() {
      for (TopicPartition input : road.sources(partition)) {
        if (road.cluster().isUnstable(input)) {
          throw new TimeoutException("offsets are unstable");
        }
        next.put(input, road.group().committed().getOrDefault(input, 0L));
      }
      var clock = new ClusterClock(() -> road.millis() * 1_000_000, () -> nowMillis() + skewMillis);
      task =
          new OfflineTask(
              road.domain(),
              partition,
              road.partitions(),
              new CheckpointSchedule(road.checkpointTurns(), Duration.ofDays(1)),
              clock,
              road.past(),
              disk,
              this);
    }

    void poll() {
      for (TopicPartition input : road.sources(partition)) {
        for (int i = 0; i < POLLED; i++) {
          var record = road.cluster().log(input).next(next.get(input));
          if (record == null) {
            break;
          }
          polled.add(record);
          next.put(input, record.offset() + 1);
        }
      }
    }

    void take() {
      ConsumerRecord<byte[], byte[]> record = polled.remove();
      read = true;
      task.take(record);
    }

    /** The offset behind the last record that was taken. */
    long taken(TopicPartition input) {
      return polled.stream()
          .filter(one -> one.topic().equals(input.topic()))
          .mapToLong(ConsumerRecord::offset)
          .min()
          .orElse(next.get(input));
    }

    @Override
    public void write(String topic, byte[] key, byte[] value, Headers headers, long atMillis) {
      road.cluster()
          .send(number, epoch, new TopicPartition(topic, partition), key, value, headers, atMillis);
    }

    @Override
    public void send(byte[] key, byte[] value) {
      TopicPartition at = road.changelog(partition);
      sent = 1 + road.cluster().send(number, epoch, at, key, value, road.none(), nowMillis());
    }

    @Override
    public Map<TopicPartition, Long> taken() {
      return Map.of(road.changelog(partition), Math.max(disk.changelog(), sent));
    }

    @Override
    public long freshNumber() {
      return Math.max(Math.max(disk.changelog(), sent) + 1, nowMillis());
    }

    @Override
    public long nowMillis() {
      return road.epochMillis();
    }
  }

  ModelEngine(int number, RoadModel road, SplittableRandom random) {
    this.number = number;
    this.road = road;
    this.random = random;
    this.skewMillis = random.nextInt(4_000) - 2_000L;
  }

  @Override
  public String toString() {
    return number
        + " "
        + phase
        + " of generation "
        + generation
        + tasks.values().stream()
            .map(
                one ->
                    ", partition "
                        + one.partition
                        + " "
                        + one.opened
                        + " "
                        + one.polled.size()
                        + " "
                        + one.next)
            .toList();
  }

  boolean isUp() {
    return phase != Phase.DOWN;
  }

  /** Returns true amidst a commit, and behind an opening, when others may own what it has. */
  boolean isExposed() {
    return switch (phase) {
      case PAGES, OFFSETS, END, ENDED -> true;
      case RUNNING -> !tasks.isEmpty() && tasks.values().stream().noneMatch(one -> one.read);
      default -> false;
    };
  }

  boolean isFrozen() {
    return frozen;
  }

  void freeze(boolean whether) {
    frozen = whether;
  }

  /** It stops in order, with its next poll: it commits, and its disk is kept. */
  void stop() {
    stopping = isUp();
  }

  /** Its disk is lost while it is down. */
  void loseDisk() {
    disks.clear();
  }

  /** The process is killed: what it holds is gone, and its disk with it, since nobody closed it. */
  void kill() {
    if (isUp()) {
      lose();
      phase = Phase.DOWN;
      frozen = false;
      road.counts().add(What.ENGINE_KILLED);
    }
  }

  private void lose() {
    tasks.keySet().forEach(disks::remove);
    tasks.clear();
    pages.clear();
    leaving = false;
    stopping = false;
  }

  /** Goes on. */
  void step() {
    try {
      switch (phase) {
        case DOWN -> phase = Phase.BEGINNING;
        case BEGINNING -> begin();
        case JOINING -> {
          road.group().join(number);
          phase = Phase.WAITING;
        }
        case WAITING -> assigned();
        case RUNNING -> run();
        case PAGES -> page();
        case OFFSETS -> offsets();
        case END -> end();
        case ENDED -> ended();
      }
    } catch (ModelCluster.Fenced | ModelGroup.Refused _) {
      road.counts().add(What.FORMER_OWNER_REFUSED);
      lose();
      phase = Phase.BEGINNING;
    }
  }

  private void begin() {
    int next = road.cluster().begin(number);
    if (next >= 0) {
      epoch = next;
      phase = Phase.JOINING;
    }
  }

  private void assigned() {
    if (road.group().isChanging()) {
      phase = road.group().hasJoined(number) ? Phase.WAITING : Phase.JOINING;
      return;
    }
    if (!road.group().has(number, road.group().generation())) {
      phase = Phase.JOINING;
      return;
    }
    generation = road.group().generation();
    List<Integer> mine = road.group().partitionsOf(number);
    disks.keySet().retainAll(mine); // no other one is kept here
    mine.forEach(one -> tasks.put(one, new Task(one)));
    mine.forEach(one -> road.cluster().fence(road.written(one)));
    phase = Phase.RUNNING;
  }

  private void run() {
    Task closed = tasks.values().stream().filter(one -> !one.opened).findFirst().orElse(null);
    List<Task> full = tasks.values().stream().filter(one -> !one.polled.isEmpty()).toList();
    if (closed != null) {
      open(closed);
    } else if (random.nextInt(8) == 0) {
      commit();
    } else if (!full.isEmpty()) {
      if (road.cluster().isReady(number, epoch)) {
        full.get(random.nextInt(full.size())).take();
        road.counts().add(What.RECORD_TAKEN);
      }
    } else {
      poll();
    }
  }

  private void open(Task task) {
    try {
      task.open();
    } catch (TimeoutException _) {
      road.counts().add(What.OPENING_PUT_OFF);
      poll(); // it is tried again, and meanwhile the group may change
    }
  }

  private void poll() {
    if (!road.group().has(number, generation)) {
      throw new ModelGroup.Refused();
    }
    if (road.group().isChanging() || stopping) {
      leaving = true;
      commit();
      return;
    }
    tasks.values().stream().filter(one -> one.opened).forEach(Task::poll);
    if (random.nextInt(4) == 0) {
      tasks.values().stream().filter(one -> one.opened).forEach(one -> one.task.beat());
    }
  }

  private void commit() {
    if (!road.cluster().isReady(number, epoch)) {
      return;
    }
    pages.clear();
    tasks.values().stream().filter(one -> one.opened).forEach(pages::add);
    phase = Phase.PAGES;
  }

  private void page() {
    if (pages.isEmpty()) {
      phase = Phase.OFFSETS;
    } else {
      pages.remove().task.beforeCommit();
    }
  }

  private void offsets() {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    for (Task task : tasks.values()) {
      if (task.read) {
        road.sources(task.partition).forEach(input -> offsets.put(input, task.taken(input)));
      }
    }
    if (!offsets.isEmpty()) {
      road.cluster().sendOffsets(number, epoch, number, generation, offsets);
    }
    phase = Phase.END;
  }

  private void end() {
    boolean lost = random.nextInt(SELDOM) == 0;
    if (!lost || random.nextBoolean()) {
      road.cluster().end(number, epoch, true);
    }
    if (lost) { // the request, or its answer
      road.counts().add(What.END_LOST);
      lose();
      phase = Phase.BEGINNING;
    } else {
      phase = Phase.ENDED;
    }
  }

  private void ended() {
    road.counts().add(What.TRANSACTION_COMMITTED);
    for (Task task : tasks.values()) {
      task.read = false;
      task.disk.changelog(Math.max(task.disk.changelog(), task.sent));
      if (task.opened && !task.task.isCopying()) {
        road.kept(task.partition);
      }
    }
    phase = Phase.RUNNING;
    if (leaving) {
      leaving = false;
      tasks.values().stream()
          .filter(one -> !one.opened)
          .forEach(one -> disks.remove(one.partition));
      tasks.clear();
      phase = Phase.JOINING;
    }
    if (phase == Phase.JOINING && stopping) {
      road.counts().add(What.ENGINE_STOPPED);
      road.group().expel(number);
      stopping = false;
      phase = Phase.DOWN;
    }
  }
}
