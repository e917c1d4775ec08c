package dev.rota.lab.road;

import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.road.RoadCounts.What;
import dev.rota.road.stream.OfflineTask;
import dev.rota.road.stream.hold.HeldPartitions;
import dev.rota.road.stream.hold.HoldingConsumer;
import dev.rota.road.stream.time.ClusterClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
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
  private static final int RESTORED = 20;
  private static final int RESTORED_ENOUGH = 8;
  private static final int SELDOM = 60;

  /** One in so many openings finds a damaged row, in histories with such. */
  private static final int DAMAGED = 3;

  private static final long MILLI_NANOS = 1_000_000;
  private static final int CLOCK_NEAR_MILLIS = 2_000;
  private static final int CLOCK_FAR_MILLIS = 3_600_000;

  /** As many versions of rules may be the newest that a process adopts. */
  private static final int VERSIONS = 8;

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

  /** The partitions that it does not own, but has the rows of. */
  private final Map<Integer, Task> standbys = new TreeMap<>();

  /** What it has heard of holds. */
  private final HeldPartitions holds = new HeldPartitions();

  private ModelConsumer whole;

  /** The same, with holds. */
  private Consumer<byte[], byte[]> consumer;

  private OfflineTask.Common common;
  private int epoch;
  private int generation;
  private boolean frozen;

  /** How far its host's clock is ahead. */
  private long skewMillis;

  /** It leaves its group for good. */
  private boolean stopping;

  /** It gives all its partitions back once it has committed. */
  private boolean leaving;

  /** It gives these back once it has committed. */
  private List<Integer> returned = List.of();

  private final class Task implements OfflineTask.Surroundings {
    private final int partition;
    private final ModelDisk disk;
    private final OfflineTask task;
    private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();

    /** The inputs of which it has so much that no more is fetched. */
    private final Set<TopicPartition> full = new HashSet<>();

    private boolean begun;

    /**
     * Kafka Streams restores up to the end that it has seen. The model may stop anywhere: opening
     * restores the rest.
     */
    private boolean restored;

    private boolean opened;

    /** A record was read since it began: from then on each commit of it has offsets. */
    private boolean read;

    /** Something was done since the last commit, so that it takes part in the next. */
    private boolean isCommitNeeded;

    private long sent;

    Task(int partition) {
      this.partition = partition;
      this.disk = disks.computeIfAbsent(partition, _ -> new ModelDisk());
      this.task =
          new OfflineTask(
              road.domain(), partition, road.partitions(), road.limits(), common, disk, this);
    }

    /** Restores some rows. Returns false if there are no more. */
    boolean restore() {
      ModelLog changelog = road.cluster().log(road.changelog(partition));
      if (disk.changelog() >= changelog.stable()) {
        return false;
      }
      List<KeyValue<byte[], byte[]>> records = new ArrayList<>();
      disk.changelog(
          changelog.committed(
              disk.changelog(),
              disk.changelog() + RESTORED,
              one -> records.add(KeyValue.pair(one.key(), one.value()))));
      task.restore(records);
      return true;
    }

    /** Restores some rows, and opens the partition once it has all. */
    void open() {
      if (!begun) {
        begun = true;
        ModelLog changelog = road.cluster().log(road.changelog(partition));
        common.restores(partition, disk.changelog(), changelog.end());
      }
      if (!restored && random.nextInt(RESTORED_ENOUGH) > 0 && restore()) {
        return;
      }
      restored = true;
      damage();
      consumer
          .committed(Set.copyOf(road.sources(partition)))
          .forEach((input, offset) -> whole.seek(input, offset.offset()));
      task.open();
      opened = true;
      consumer.resume(road.sources(partition));
      road.counts().add(What.PARTITION_OPENED);
      if (holds.isHeld(partition)) {
        road.counts().add(What.HELD_PARTITION_OPENED);
      }
      if (task.isCopying()) {
        road.counts().add(What.ROWS_REBUILT);
        road.rebuilt(partition, disk.isUnfinished());
      }
      disk.unfinished(false);
    }

    /**
     * Something has happened to a row on its disk, which does not tell. Later it would: of what is
     * open, RocksDB's checksums tell.
     */
    private void damage() {
      if (road.isHarmful() && random.nextInt(DAMAGED) == 0 && disk.damage(random)) {
        road.counts().add(What.ROW_DAMAGED);
      }
    }

    void add(ConsumerRecords<byte[], byte[]> records) {
      for (TopicPartition input : road.sources(partition)) {
        List<ConsumerRecord<byte[], byte[]>> its = records.records(input);
        if (!its.isEmpty() && holds.isHeld(partition)) {
          throw new RoadFailure("of a held partition is fetched: " + its.getFirst());
        }
        polled.addAll(its);
        if (waiting(input.topic()) > ModelConsumer.POLLED && full.add(input)) {
          consumer.pause(List.of(input));
        }
      }
    }

    private long waiting(String topic) {
      return polled.stream().filter(one -> one.topic().equals(topic)).count();
    }

    void take() {
      ConsumerRecord<byte[], byte[]> record = polled.remove();
      read = true;
      isCommitNeeded = true;
      task.take(record);
      TopicPartition input = new TopicPartition(record.topic(), partition);
      if (waiting(input.topic()) <= ModelConsumer.POLLED && full.remove(input)) {
        consumer.resume(List.of(input));
      }
    }

    void beat() {
      isCommitNeeded = true;
      task.beat();
    }

    /** The offset behind the last record that was taken. */
    long taken(TopicPartition input) {
      return polled.stream()
          .filter(one -> one.topic().equals(input.topic()))
          .mapToLong(ConsumerRecord::offset)
          .min()
          .orElseGet(() -> whole.position(input));
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
      return Map.of(road.changelog(partition), sent > 0 ? sent : disk.changelog());
    }

    @Override
    public long freshNumber() {
      return Math.max((sent > 0 ? sent : disk.changelog()) + 1, nowMillis());
    }

    @Override
    public long nowMillis() {
      return hostMillis();
    }
  }

  ModelEngine(int number, RoadModel road, SplittableRandom random) {
    this.number = number;
    this.road = road;
    this.random = random;
  }

  private long hostMillis() {
    return road.epochMillis() + skewMillis;
  }

  /** Its host may have another clock than before, and it another configuration. */
  private void start() {
    int most = random.nextInt(8) == 0 ? CLOCK_FAR_MILLIS : CLOCK_NEAR_MILLIS;
    skewMillis = random.nextLong(-most, most);
    int adopted = random.nextInt(2 * VERSIONS);
    common =
        new OfflineTask.Common(
            adopted > VERSIONS ? RulesAdoption.NEWEST : new RulesAdoption(adopted),
            new ClusterClock(() -> road.millis() * MILLI_NANOS, this::hostMillis),
            road.past());
    holds.set(road.held());
  }

  /** Its thread begins anew, with clients of its own. */
  private void beginClients() {
    whole = new ModelConsumer(road, this::beginTasks);
    consumer = HoldingConsumer.of(whole, holds, new Opening(), () -> road.millis() * MILLI_NANOS);
  }

  private final class Opening implements HoldingConsumer.Opening {
    @Override
    public void joined() {
      // The topics of the model do not grow.
    }

    @Override
    public void owned(Set<Integer> partitions) {
      for (int partition : partitions) {
        if (road.cluster().isWriting(number, road.written(partition))) {
          throw new RoadFailure("engine " + number + " ends a transaction of its own");
        }
        road.cluster().fence(road.written(partition));
      }
    }
  }

  @Override
  public String toString() {
    return number
        + " "
        + phase
        + " of generation "
        + generation
        + tasks.values().stream()
            .map(one -> ", partition " + one.partition + " " + one.opened + " " + one.polled.size())
            .toList();
  }

  boolean isUp() {
    return phase != Phase.DOWN;
  }

  /** Returns true amidst a commit, and behind an opening, when others may own what it has. */
  boolean isExposed() {
    return switch (phase) {
      case PAGES, OFFSETS, END, ENDED -> true;
      case RUNNING ->
          !tasks.isEmpty() && tasks.values().stream().noneMatch(one -> one.isCommitNeeded);
      default -> false;
    };
  }

  /** Returns true if it has the partition open, whose changelog has all rows. */
  boolean isCopied(int partition) {
    Task task = tasks.get(partition);
    return task != null && task.opened && !task.task.isCopying();
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
    standbys.keySet().forEach(disks::remove);
    standbys.clear();
    pages.clear();
    leaving = false;
    returned = List.of();
    stopping = false;
  }

  /** Goes on. */
  void step() {
    if (random.nextInt(4) == 0) {
      holds.set(road.held());
    }
    try {
      switch (phase) {
        case DOWN -> {
          start();
          phase = Phase.BEGINNING;
        }
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
    } catch (DamagedRows _) { // its thread ends, and the disks of that are cleared
      road.counts().add(What.DAMAGE_FOUND);
      lose();
      phase = Phase.BEGINNING;
    }
  }

  private void begin() {
    int next = road.cluster().begin(number);
    if (next >= 0) {
      epoch = next;
      beginClients();
      phase = Phase.JOINING;
    }
  }

  private void assigned() {
    if (road.group().isMember(number)) {
      generation = road.group().generation(number);
      phase = Phase.RUNNING;
    } else if (!road.group().hasJoined(number)) {
      phase = Phase.JOINING;
    }
  }

  /** Begins those of partitions that are new here. */
  private void beginTasks() {
    for (int partition : road.group().partitionsOf(number)) {
      if (!tasks.containsKey(partition)) {
        Task standby = standbys.remove(partition);
        if (standby != null) {
          road.counts().add(What.STANDBY_TAKES_OVER);
        }
        tasks.put(partition, standby == null ? new Task(partition) : standby);
        assign();
        consumer.pause(road.sources(partition));
      }
    }
  }

  private void assign() {
    whole.assign(
        tasks.keySet().stream().flatMap(partition -> road.sources(partition).stream()).toList());
  }

  private void run() {
    Task closed = tasks.values().stream().filter(one -> !one.opened).findFirst().orElse(null);
    List<Task> waiting = tasks.values().stream().filter(one -> !one.polled.isEmpty()).toList();
    if (closed != null) {
      open(closed);
    } else if (random.nextInt(8) == 0) {
      commit();
    } else if (!waiting.isEmpty() && random.nextInt(8) > 0) {
      if (road.cluster().isReady(number, epoch)) {
        waiting.get(random.nextInt(waiting.size())).take();
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
    if (road.group().isRejoining() || stopping) {
      leaving = true;
      commit();
      return;
    }
    returned = road.group().wantedFrom(number);
    if (!returned.isEmpty()) {
      commit();
      return;
    }
    ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ZERO);
    if (road.hasStandbys()) {
      IntStream.range(0, road.partitions())
          .filter(partition -> !tasks.containsKey(partition))
          .forEach(partition -> standbys.computeIfAbsent(partition, Task::new).restore());
    }
    tasks.values().forEach(one -> one.add(records));
    if (random.nextInt(4) == 0) {
      tasks.values().stream().filter(one -> one.opened).forEach(Task::beat);
    }
  }

  private void giveBack(List<Integer> partitions) {
    for (int partition : partitions) {
      Task task = tasks.remove(partition);
      if (task != null) {
        if (task.opened) {
          task.disk.unfinished(task.task.isCopying());
        } else {
          disks.remove(partition);
        }
        road.counts().add(What.PARTITION_GIVEN_BACK);
      }
      road.group().release(number, partition); // also one that it never began
    }
    assign();
  }

  private void commit() {
    if (!road.cluster().isReady(number, epoch)) {
      return;
    }
    pages.clear();
    tasks.values().stream().filter(one -> one.isCommitNeeded).forEach(pages::add);
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
      if (task.read && task.isCommitNeeded) {
        road.sources(task.partition).forEach(input -> offsets.put(input, task.taken(input)));
      }
    }
    if (!offsets.isEmpty()) {
      road.cluster().sendOffsets(number, epoch, number, generation, offsets);
    }
    phase = Phase.END;
  }

  private void end() {
    boolean lost = !road.isHealed() && random.nextInt(SELDOM) == 0;
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
      task.isCommitNeeded = false;
      task.disk.changelog(Math.max(task.disk.changelog(), task.sent));
      if (task.sent > 0 && !task.task.isCopying()) {
        road.kept(task.partition);
      }
    }
    phase = Phase.RUNNING;
    if (leaving) {
      leaving = false;
      giveBack(List.copyOf(tasks.keySet()));
      phase = Phase.JOINING;
    }
    giveBack(returned);
    returned = List.of();
    if (phase == Phase.JOINING && stopping) {
      road.counts().add(What.ENGINE_STOPPED);
      road.group().expel(number);
      stopping = false;
      standbys.clear(); // their disks stay
      phase = Phase.DOWN;
    }
  }
}
