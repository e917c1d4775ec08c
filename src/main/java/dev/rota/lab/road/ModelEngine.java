package dev.rota.lab.road;

import dev.rota.kernel.ledger.DamagedRows;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.road.RoadCounts.What;
import dev.rota.road.stream.OfflineTask;
import dev.rota.road.stream.time.ClusterClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Deque<ConsumerRecord<byte[], byte[]>> polled = new ArrayDeque<>();
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
      if (next.isEmpty()) {
        begin();
        ModelLog changelog = road.cluster().log(road.changelog(partition));
        common.restores(partition, disk.changelog(), changelog.end());
      }
      if (!restored && restore()) {
        return;
      }
      restored = true; // opening restores what is committed from now on
      task.open();
      opened = true;
      road.counts().add(What.PARTITION_OPENED);
      if (task.isCopying()) {
        road.counts().add(What.ROWS_REBUILT);
        road.rebuilt(partition, disk.isUnfinished());
      }
      disk.unfinished(false);
    }

    private void begin() {
      List<TopicPartition> inputs = road.sources(partition);
      if (inputs.stream().anyMatch(road.cluster()::isUnstable)) {
        throw new TimeoutException("offsets are unstable");
      }
      inputs.forEach(one -> next.put(one, road.group().committed().getOrDefault(one, 0L)));
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
      isCommitNeeded = true;
      task.take(record);
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
            new ClusterClock(() -> road.millis() * 1_000_000, this::hostMillis),
            road.past());
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

  /**
   * Something happens to a row on one of its disks, which does not tell. No partition is open on
   * it: of one that is, RocksDB's checksums tell.
   */
  void damage() {
    List<ModelDisk> all =
        disks.entrySet().stream()
            .filter(one -> !tasks.containsKey(one.getKey()) || !tasks.get(one.getKey()).opened)
            .map(Map.Entry::getValue)
            .toList();
    if (!all.isEmpty() && all.get(random.nextInt(all.size())).damage(random)) {
      road.counts().add(What.ROW_DAMAGED);
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
      phase = Phase.JOINING;
    }
  }

  private void assigned() {
    if (road.group().isMember(number)) {
      generation = road.group().generation(number);
      beginTasks();
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
        road.cluster().fence(road.written(partition));
      }
    }
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
    beginTasks();
    if (road.hasStandbys()) {
      IntStream.range(0, road.partitions())
          .filter(partition -> !tasks.containsKey(partition))
          .forEach(partition -> standbys.computeIfAbsent(partition, Task::new).restore());
    }
    tasks.values().stream().filter(one -> one.opened).forEach(Task::poll);
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
        road.group().release(number, partition);
        road.counts().add(What.PARTITION_GIVEN_BACK);
      }
    }
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
