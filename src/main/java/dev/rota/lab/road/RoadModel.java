package dev.rota.lab.road;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.packs.PackSizes;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.LedgerTrimming;
import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.OfflineTask;
import dev.rota.road.stream.time.TimeNudge;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.WireFormat;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The road of a domain in one thread: engines with the production code of a turn, its rows, pages
 * and packs, over a modelled cluster. A seed decides who goes on next, and where something fails: a
 * process is killed or frozen, a member expelled, a transaction times out, a marker comes late.
 * After all that the road is healed, and must take every input.
 */
final class RoadModel {
  static final String CLUSTER = "model";

  private static final long BEGIN_MILLIS = 1_700_000_000_000L;
  private static final int PARTITIONS = 2;
  private static final int LANES = 4;

  /** One in so many steps fails where a fault is worst. */
  private static final int EXPOSED = 50;

  /** One in so many inputs cannot be read. */
  private static final int GARBLED = 40;

  /** In one of so many histories rows are damaged. */
  private static final int HARMFUL = 2;

  private static final int HEALING_STEPS = 20_000;

  /** So many inputs come while all is held. */
  private static final int LAST = 16;

  /** After so many steps of each, all engines have heard of a hold, and committed. */
  private static final int HOLDING_STEPS = 300;

  private final Domain domain;
  private final SplittableRandom random;
  private final ModelGroup group;
  private final ModelCluster cluster;
  private final Logs logs;
  private final ModelPast past;
  private final List<ModelEngine> engines;
  private final List<RoadFollower> followers;
  private final RoadCounts counts;
  private final Deque<Input> inputs = new ArrayDeque<>();
  private final List<Map<String, Long>> produced = new ArrayList<>();
  private final OfflineTask.Limits limits;

  private final boolean standbys;

  /** Rows are damaged in this history, so that any may be made anew. */
  private final boolean harmful;

  /** The partitions whose changelog has all their rows. */
  private final BitSet kept = new BitSet();

  /** Somebody holds these. */
  private final Set<Integer> held = new TreeSet<>();

  /** Nothing fails any more. */
  private boolean healed;

  private long millis;

  /** The topics of the model's cluster, as audits and whoever trims read them. */
  private record Logs(ModelCluster cluster, TopicLayout layout) implements TopicLogs {
    @Override
    public Log open(TopicPartition partition) {
      ModelLog log = cluster.log(partition);
      List<ConsumerRecord<byte[], byte[]>> retained = new ArrayList<>();
      log.committed(log.begin(), retained::add);
      return new RecordsLog(log.begin(), log.stable(), retained);
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) {
      return Map.of();
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  private record Input(long atMillis, TopicPartition at, byte[] key, byte[] value) {}

  /**
   * Prepares a history.
   *
   * @param events of each lane
   * @param broken what the cluster does not keep, or null
   * @param counts gets what happens
   */
  RoadModel(Domain domain, long seed, int events, KafkaPromise broken, RoadCounts counts) {
    this.counts = counts;
    this.domain = domain;
    this.random = new SplittableRandom(seed);
    this.group = new ModelGroup(PARTITIONS, protocol(), broken);
    this.cluster = new ModelCluster(group, this::epochMillis, broken);
    this.logs = new Logs(cluster, layout());
    this.past =
        new ModelPast(
            cluster,
            logs,
            this::ledger,
            this::written,
            () -> counts.add(RoadCounts.What.BEGUN_WITH_A_CHECKPOINT),
            broken);
    this.limits = limits(random);
    this.standbys = random.nextBoolean();
    this.harmful = random.nextInt(HARMFUL) == 0;
    this.engines =
        IntStream.range(0, 2 + random.nextInt(3))
            .mapToObj(number -> new ModelEngine(number, this, random.split()))
            .toList();
    CheckpointKeeping keeping = keeping();
    this.followers =
        IntStream.range(0, PARTITIONS)
            .mapToObj(one -> new RoadFollower(this, one, keeping))
            .toList();
    IntStream.range(0, PARTITIONS).forEach(_ -> produced.add(new HashMap<>()));
    prepare(seed, events);
  }

  private static OfflineTask.Limits limits(SplittableRandom random) {
    return new OfflineTask.Limits(
        new CheckpointSchedule(1 + random.nextInt(40), Duration.ofDays(1)),
        new LaneLimits(1 + random.nextInt(LANES), Duration.ofMinutes(1)),
        new PackSizes(
            256 + random.nextInt(2_000),
            1_000,
            200 + random.nextInt(1_000),
            500 + random.nextInt(4_000),
            1 + random.nextInt(20),
            1 + random.nextInt(3)));
  }

  private CheckpointKeeping keeping() {
    return new CheckpointKeeping(
        (partition, payload) ->
            cluster
                .log(checkpoints(partition))
                .append(ModelLog.NOBODY, null, payload, checkpointHeaders(), epochMillis()),
        20 + random.nextInt(200),
        0,
        null,
        () -> 0);
  }

  private void prepare(long seed, int events) {
    Traffic traffic = DomainTraffic.of(domain);
    AvroBytes values = new AvroBytes();
    List<Input> all = new ArrayList<>();
    for (String lane : SeededHistories.lanes(traffic, LANES)) {
      byte[] key = lane.getBytes(UTF_8);
      int partition = LaneKey.partition(key, PARTITIONS);
      for (Traffic.Event event : SeededHistories.hostile(traffic, lane, seed, events)) {
        byte[] value = event.record() == null ? null : values.encode(event.record());
        if (random.nextInt(GARBLED) == 0) {
          value = new byte[] {1, 2, 3};
        }
        TopicPartition at = new TopicPartition(event.topic(), partition);
        all.add(new Input(event.atMillis(), at, key, value));
      }
    }
    all.sort(Comparator.comparingLong(Input::atMillis));
    inputs.addAll(all);
  }

  /**
   * Runs the history.
   *
   * @throws RoadFailure if what is visible is wrong
   */
  void run() {
    while (inputs.size() > LAST) {
      happen();
      step();
    }
    engines.forEach(one -> one.freeze(false));
    held.clear();
    heal();
    healed = true;
    holdAll();
    heal();
    verify();
  }

  private void happen() {
    int what = random.nextInt(1000);
    ModelEngine one = engines.get(random.nextInt(engines.size()));
    if (what < 60) {
      produce();
    } else if (what < 160) {
      cluster.mark(random);
    } else if (what < 162) {
      nudge();
    } else if (what < 164) {
      fail(one);
    } else if (what < 168) {
      one.freeze(false);
    } else if (what < 169) {
      one.stop();
    } else if (what < 170) {
      rarely();
    } else if (what < 180) {
      group.settle(random);
    } else if (what < 184) {
      followers.forEach(RoadFollower::follow);
    } else if (what < 186) {
      compact();
    } else if (what < 189) {
      trim();
    } else if (what < 191) {
      hold();
    } else if (what < 195 && harmful) {
      garble();
    }
  }

  private void rarely() {
    switch (random.nextInt(16)) {
      case 0, 1 -> loseRows();
      case 2 -> changeProtocol();
      case 3 -> {
        if (harmful) {
          // Somebody deletes it while its partition is owned, and a broker makes it anew.
          cluster.clear(changelog(random.nextInt(PARTITIONS)));
          counts.add(RoadCounts.What.CHANGELOG_DELETED);
        }
      }
      default -> {
        // Nothing happens.
      }
    }
  }

  private void hold() {
    int partition = random.nextInt(PARTITIONS);
    if (!held.remove(partition) && random.nextBoolean()) {
      held.add(partition);
      counts.add(RoadCounts.What.PARTITION_HELD);
    }
  }

  private void changeProtocol() {
    engines.forEach(ModelEngine::kill);
    group.change(protocol());
    counts.add(RoadCounts.What.PROTOCOL_CHANGED);
  }

  private ModelGroup.Protocol protocol() {
    ModelGroup.Protocol[] all = ModelGroup.Protocol.values();
    return all[random.nextInt(all.length)];
  }

  private void garble() {
    if (cluster.log(changelog(random.nextInt(PARTITIONS))).garble(random)) {
      counts.add(RoadCounts.What.CHANGELOG_GARBLED);
    }
  }

  /** Somebody deletes what a kept checkpoint stands for, as far as that may be. */
  private void trim() {
    try {
      for (LedgerTrimming.Cut cut :
          new LedgerTrimming(domain, logs, CheckpointChoice.BEGINNING, changelog(0).topic())
              .cuts()) {
        if (cut.isSome()) {
          cluster.log(cut.ledger()).trim(cut.to());
          counts.add(RoadCounts.What.LEDGER_TRIMMED);
        }
      }
    } catch (UnfitCluster _) {
      // There is none, or the changelog does not have all rows.
    }
  }

  private TopicLayout layout() {
    return new TopicLayout(
        CLUSTER,
        Stream.of(ledger(0), checkpoints(0), changelog(0))
            .map(TopicPartition::topic)
            .collect(
                Collectors.toMap(
                    topic -> topic, topic -> new TopicLayout.Topic(topic, PARTITIONS))));
  }

  private static Headers checkpointHeaders() {
    return new RecordHeaders().add(WireFormat.ID_HEADER, new byte[0]);
  }

  private TopicPartition checkpoints(int partition) {
    return new TopicPartition(RequiredTopics.checkpoints(domain.name()), partition);
  }

  /** Brokers remove records of the changelogs that later ones replace. */
  private void compact() {
    long removed =
        IntStream.range(0, PARTITIONS)
            .mapToLong(partition -> cluster.log(changelog(partition)).compact())
            .sum();
    counts.add(RoadCounts.What.CHANGELOG_RECORD_COMPACTED, removed);
  }

  /** Somebody deletes the changelogs, and disks, while all is down. */
  private void loseRows() {
    counts.add(RoadCounts.What.CHANGELOG_LOST);
    engines.forEach(ModelEngine::kill);
    engines.forEach(ModelEngine::loseDisk);
    cluster.fence();
    while (cluster.mark(random)) {
      followers.forEach(RoadFollower::follow);
    }
    IntStream.range(0, PARTITIONS).mapToObj(this::changelog).forEach(cluster::clear);
    kept.clear();
  }

  private void fail(ModelEngine one) {
    int member = engines.indexOf(one);
    switch (random.nextInt(4)) {
      case 0 -> one.kill();
      case 1 -> {
        counts.add(RoadCounts.What.ENGINE_FROZEN);
        one.freeze(true);
        group.expel(member);
      }
      case 2 -> {
        counts.add(RoadCounts.What.MEMBER_EXPELLED);
        group.expel(member);
      }
      default -> cluster.expire(epochMillis() - 1_000);
    }
  }

  private void step() {
    ModelEngine one = engines.get(random.nextInt(engines.size()));
    if (!one.isFrozen() && (one.isUp() || random.nextInt(16) == 0)) {
      one.step();
      if (one.isExposed() && random.nextInt(EXPOSED) == 0) {
        fail(one);
      }
    }
  }

  private void produce() {
    Input input = inputs.remove();
    millis = Math.max(millis, input.atMillis());
    cluster
        .log(input.at())
        .append(
            ModelLog.NOBODY, input.key(), input.value(), none(), BEGIN_MILLIS + input.atMillis());
    produced.get(input.at().partition()).merge(input.at().topic(), 1L, Long::sum);
  }

  /** As a pacemaker: time may pass once what is there is read. */
  private void nudge() {
    List<String> topics = topics();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      int at = partition;
      List<Long> ends =
          topics.stream().map(topic -> cluster.log(new TopicPartition(topic, at)).end()).toList();
      cluster
          .log(new TopicPartition(RequiredTopics.time(domain.name()), partition))
          .append(
              ModelLog.NOBODY,
              null,
              new TimeNudge(epochMillis(), ends).encode(topics),
              none(),
              epochMillis());
    }
  }

  private List<String> topics() {
    return domain.wire().inputs().stream().map(InputTopic::topic).toList();
  }

  /** All goes on until it has caught up. */
  private void heal() {
    for (int step = 0; step < HEALING_STEPS && !(isTaken() && isCopied()); step++) {
      goOn();
      cluster.expire(epochMillis() - 60_000);
      if (step % 100 == 0) {
        millis++;
      }
      if (step % 500 == 0) {
        nudge(); // a transaction that reads nothing copies no rows
      }
    }
    if (!isTaken() || !isCopied()) {
      throw new RoadFailure("the healed road does not go on: " + engines + ", " + group);
    }
  }

  private void goOn() {
    cluster.mark(random);
    group.settle(random);
    engines.forEach(ModelEngine::step);
  }

  /** Of what is held nothing is taken, whoever owns it. */
  private void holdAll() {
    IntStream.range(0, PARTITIONS).forEach(held::add);
    IntStream.range(0, HOLDING_STEPS).forEach(_ -> goOn());
    Map<TopicPartition, Long> before = Map.copyOf(group.committed());
    while (!inputs.isEmpty()) {
      produce();
    }
    IntStream.range(0, HOLDING_STEPS).forEach(_ -> goOn());
    if (!before.equals(group.committed())) {
      throw new RoadFailure("inputs of held partitions are taken: " + engines + ", " + group);
    }
    held.clear();
  }

  private void verify() {
    while (cluster.mark(random)) {
      group.settle(random);
    }
    for (int partition = 0; partition < PARTITIONS; partition++) {
      followers.get(partition).end(produced.get(partition));
    }
  }

  private boolean isCopied() {
    return IntStream.range(0, PARTITIONS)
        .allMatch(partition -> engines.stream().anyMatch(one -> one.isCopied(partition)));
  }

  private boolean isTaken() {
    for (int partition = 0; partition < PARTITIONS; partition++) {
      int at = partition;
      boolean all =
          produced.get(partition).entrySet().stream()
              .allMatch(
                  one ->
                      group.committed().getOrDefault(new TopicPartition(one.getKey(), at), 0L)
                          >= one.getValue());
      if (!all) {
        return false;
      }
    }
    return true;
  }

  /** A commit has left all rows of a partition in its changelog. */
  void kept(int partition) {
    kept.set(partition);
  }

  /**
   * The rows of a partition were made anew, and are not all in its changelog yet.
   *
   * @param unfinished so they were before on the same disk, which does not know of others' packs
   */
  void rebuilt(int partition, boolean unfinished) {
    if (kept.get(partition) && !unfinished && !harmful) {
      throw new RoadFailure("rows of partition " + partition + " were made anew: none was lost");
    }
    kept.clear(partition);
  }

  Domain domain() {
    return domain;
  }

  int partitions() {
    return PARTITIONS;
  }

  OfflineTask.Limits limits() {
    return limits;
  }

  boolean hasStandbys() {
    return standbys;
  }

  ModelCluster cluster() {
    return cluster;
  }

  ModelGroup group() {
    return group;
  }

  ModelPast past() {
    return past;
  }

  /** Rows are damaged in this history. */
  boolean isHarmful() {
    return harmful && !healed;
  }

  boolean isHealed() {
    return healed;
  }

  /** The partitions of which nothing is to be decided. Whoever reads that may hear it later. */
  Set<Integer> held() {
    return held;
  }

  RoadCounts counts() {
    return counts;
  }

  long millis() {
    return millis;
  }

  long epochMillis() {
    return BEGIN_MILLIS + millis;
  }

  Headers none() {
    return new RecordHeaders();
  }

  private TopicPartition ledger(int partition) {
    return new TopicPartition(RequiredTopics.ledger(domain.name()), partition);
  }

  TopicPartition changelog(int partition) {
    return new TopicPartition("rota-" + domain.name() + "-rows-changelog", partition);
  }

  /** All that a task reads. */
  List<TopicPartition> sources(int partition) {
    return Stream.concat(topics().stream(), Stream.of(RequiredTopics.time(domain.name())))
        .map(topic -> new TopicPartition(topic, partition))
        .toList();
  }

  /** All that a task writes. */
  List<TopicPartition> written(int partition) {
    Stream<TopicPartition> outputs =
        domain.wire().channels().stream()
            .map(one -> new TopicPartition(one.topic(domain.name()), partition));
    return Stream.concat(Stream.of(ledger(partition), changelog(partition)), outputs).toList();
  }
}
