package dev.rota.lab.road;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.past.AbandonedTransactions;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ClassicGroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The model's cluster is held to a real one: the same producers begin, write, end, die and write on
 * as former ones on both. After each step both have the same ends of their logs, the same last
 * stable offsets and the same offsets of the group, and in the end the same visible records. What a
 * real cluster does between a transaction's end and its last marker is not compared: only the model
 * can stand still there.
 */
class ModelTruthIT {
  private static final int PRODUCERS = 3;
  private static final int PARTITIONS = 2;
  private static final int STEPS = 120;
  private static final Duration SOON = Duration.ofMillis(20);
  private static final Duration UNSTABLE = Duration.ofMillis(200);

  private static TestCluster real;
  private static Map<String, Object> kafka;
  private static Admin admin;

  private final ModelGroup group = new ModelGroup(PARTITIONS, ModelGroup.Protocol.STREAMS, null);
  private final ModelCluster model = new ModelCluster(group, () -> 0, null);
  private final List<Handle> handles = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private SplittableRandom random;
  private String topic;
  private String application;

  /** Of no member, so that nobody is refused for it. */
  private KafkaConsumer<byte[], byte[]> membership;

  /** A process's producer, on both. Its process may not know that another one has its name. */
  private static final class Handle {
    private final int producer;
    private final int epoch;
    private final KafkaProducer<byte[], byte[]> client;
    private boolean isOpen;

    Handle(int producer, int epoch, KafkaProducer<byte[], byte[]> client) {
      this.producer = producer;
      this.epoch = epoch;
      this.client = client;
    }
  }

  /** What a producer does. */
  private enum Deed {
    WRITE,
    OFFSETS,
    COMMIT,
    ABORT
  }

  @BeforeAll
  static void start() throws Exception {
    real = TestCluster.start();
    kafka = Map.of("bootstrap.servers", real.bootstrap());
    admin = Admin.create(kafka);
  }

  @AfterAll
  static void stop() {
    admin.close();
    real.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void bothSayTheSame(long seed) throws Exception {
    random = new SplittableRandom(seed);
    topic = "truth-" + seed;
    application = "rota-truth-" + seed;
    admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    group.join(0);
    Map<String, Object> reading = new HashMap<>(kafka);
    reading.put("group.id", application);
    reading.put("isolation.level", "read_committed");
    membership =
        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    try {
      for (int step = 0; step < STEPS; step++) {
        step(step);
        isSame();
        if (random.nextInt(4) == 0) {
          isAsStable();
        }
      }
      assertThat(visible()).isEqualTo(modelled());
      System.out.println("seed " + seed + ": " + counts);
      assertThat(counts)
          .containsKeys(
              "WRITE", "OFFSETS", "COMMIT", "ABORT", "REFUSED", "TAKEN_OVER", "MARKER", "UNSTABLE");
    } finally {
      handles.forEach(one -> one.client.close(Duration.ZERO));
      membership.close();
    }
  }

  /**
   * A member may commit until the next generation begins, though another one has joined and waits;
   * then it may not, before it has joined as well.
   */
  @Test
  void aMemberMayCommitUntilTheNextGenerationBegins() throws Exception {
    topic = "members";
    application = "rota-members";
    admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    ModelGroup classic = new ModelGroup(PARTITIONS, ModelGroup.Protocol.CLASSIC, null);
    random = new SplittableRandom(1);
    classic.join(0);
    classic.settle(random);
    int first = classic.generation(0);
    try (var one = member();
        var two = member();
        var offsets = producer("members")) {
      offsets.initTransactions();
      await().until(() -> !one.poll(Duration.ofMillis(100)).isEmpty() || isAssigned(one));
      ConsumerGroupMetadata former = one.groupMetadata();
      assertThat(isAccepted(offsets, former)).isEqualTo(classic.has(0, first)).isTrue();

      classic.join(1);
      await()
          .until(
              () -> {
                two.poll(Duration.ofMillis(20));
                return state() == ClassicGroupState.PREPARING_REBALANCE;
              });
      classic.settle(random);
      assertThat(isAccepted(offsets, former)).isEqualTo(classic.has(0, first)).isTrue();

      classic.join(0);
      classic.settle(random);
      await()
          .until(
              () -> {
                one.poll(Duration.ofMillis(20));
                two.poll(Duration.ofMillis(20));
                return isAssigned(one) && isAssigned(two) && state() == ClassicGroupState.STABLE;
              });
      assertThat(isAccepted(offsets, former)).isEqualTo(classic.has(0, first)).isFalse();
      assertThat(isAccepted(offsets, one.groupMetadata()))
          .isEqualTo(classic.has(0, classic.generation(0)))
          .isTrue();
    }
  }

  private static boolean isAssigned(KafkaConsumer<byte[], byte[]> one) {
    return !one.assignment().isEmpty();
  }

  private ClassicGroupState state() throws Exception {
    return admin
        .describeClassicGroups(List.of(application))
        .describedGroups()
        .get(application)
        .get()
        .state();
  }

  private KafkaConsumer<byte[], byte[]> member() {
    Map<String, Object> reading = new HashMap<>(kafka);
    reading.put("group.id", application);
    reading.put("max.poll.interval.ms", 600_000);
    var member =
        new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    member.subscribe(List.of(topic));
    return member;
  }

  private static KafkaProducer<byte[], byte[]> producer(String id) {
    Map<String, Object> writing = new HashMap<>(kafka);
    writing.put("transactional.id", id);
    writing.put("transaction.timeout.ms", 600_000);
    return new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private boolean isAccepted(KafkaProducer<byte[], byte[]> offsets, ConsumerGroupMetadata member) {
    offsets.beginTransaction();
    try {
      offsets.sendOffsetsToTransaction(
          Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(1)), member);
      offsets.commitTransaction();
      return true;
    } catch (CommitFailedException _) {
      offsets.abortTransaction();
      return false;
    }
  }

  private void step(int step) {
    int what = random.nextInt(20);
    if (what < 3 || handles.isEmpty()) {
      begin(random.nextInt(PRODUCERS));
    } else if (what < 4) {
      takeOver(random.nextInt(PARTITIONS));
    } else {
      Handle one = handles.get(random.nextInt(handles.size()));
      Deed[] all = Deed.values();
      Deed deed = what < 12 || !one.isOpen ? Deed.WRITE : all[random.nextInt(all.length)];
      TopicPartition at = new TopicPartition(topic, random.nextInt(PARTITIONS));
      boolean refused = isRefusedByModel(one, deed, at, step);
      assertThat(isRefused(one, deed, at, step))
          .as("step %d: producer %d, %s", step, one.producer, deed)
          .isEqualTo(refused);
      count(refused ? "REFUSED" : deed.name());
      if (refused) {
        handles.remove(one);
        one.client.close(Duration.ZERO);
      }
    }
    mark();
  }

  private void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  private void mark() {
    while (model.mark(random)) {
      count("MARKER");
    }
  }

  /** A process begins; a former one of that name may live on. */
  private void begin(int producer) {
    int epoch = model.begin(producer);
    while (epoch < 0) {
      mark();
      epoch = model.begin(producer);
    }
    var client = producer(application + "-" + producer);
    handles.add(new Handle(producer, epoch, client));
    client.initTransactions();
  }

  /** Another process takes a partition over, and ends what is open there. */
  private void takeOver(int partition) {
    model.fence(List.of(new TopicPartition(topic, partition)));
    try (var abandoned = new AbandonedTransactions(kafka, application, List.of(topic))) {
      abandoned.end(Set.of(partition));
    }
    count("TAKEN_OVER");
  }

  private boolean isRefusedByModel(Handle one, Deed deed, TopicPartition at, int step) {
    try {
      switch (deed) {
        case WRITE ->
            model.send(one.producer, one.epoch, at, null, value(step), new RecordHeaders(), step);
        case OFFSETS ->
            model.sendOffsets(
                one.producer, one.epoch, 0, group.generation(0), Map.of(at, (long) step));
        case COMMIT, ABORT -> model.end(one.producer, one.epoch, deed == Deed.COMMIT);
      }
      return false;
    } catch (ModelCluster.Fenced _) {
      return true;
    }
  }

  private boolean isRefused(Handle one, Deed deed, TopicPartition at, int step) {
    if (!one.isOpen) {
      one.client.beginTransaction();
      one.isOpen = true;
    }
    try {
      switch (deed) {
        case WRITE ->
            one.client
                .send(new ProducerRecord<>(at.topic(), at.partition(), null, value(step)))
                .get();
        case OFFSETS ->
            one.client.sendOffsetsToTransaction(
                Map.of(at, new OffsetAndMetadata(step)), membership.groupMetadata());
        case COMMIT -> one.client.commitTransaction();
        case ABORT -> one.client.abortTransaction();
      }
      one.isOpen = deed == Deed.WRITE || deed == Deed.OFFSETS;
      return false;
    } catch (ExecutionException | KafkaException e) {
      assertThat(e)
          .satisfiesAnyOf(
              fault -> assertThat(isOfFormer(fault)).isTrue(),
              fault -> assertThat(isOfFormer(fault.getCause())).isTrue());
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOfFormer(Throwable fault) {
    return fault instanceof ProducerFencedException
        || fault instanceof InvalidProducerEpochException;
  }

  private static byte[] value(int step) {
    return new byte[] {(byte) step};
  }

  /** Waits for the last markers of the real cluster. */
  private void isSame() {
    await()
        .pollInterval(SOON)
        .untilAsserted(
            () -> {
              for (int partition = 0; partition < PARTITIONS; partition++) {
                TopicPartition at = new TopicPartition(topic, partition);
                assertThat(end(at, IsolationLevel.READ_UNCOMMITTED)).isEqualTo(model.log(at).end());
                assertThat(end(at, IsolationLevel.READ_COMMITTED))
                    .isEqualTo(model.log(at).stable());
              }
              assertThat(offsets()).isEqualTo(group.committed());
            });
  }

  /** Nobody who asks for stable offsets gets any that an open transaction may change. */
  private void isAsStable() {
    Set<TopicPartition> inputs =
        IntStream.range(0, PARTITIONS)
            .mapToObj(one -> new TopicPartition(topic, one))
            .collect(Collectors.toSet());
    if (inputs.stream().noneMatch(model::isUnstable)) {
      assertThat(membership.committed(inputs, Patience.MAX)).hasSize(PARTITIONS);
    } else {
      count("UNSTABLE");
      assertThatThrownBy(() -> membership.committed(inputs, UNSTABLE))
          .isInstanceOf(TimeoutException.class);
    }
  }

  private static long end(TopicPartition at, IsolationLevel isolation) throws Exception {
    return admin
        .listOffsets(Map.of(at, OffsetSpec.latest()), new ListOffsetsOptions(isolation))
        .partitionResult(at)
        .get()
        .offset();
  }

  private Map<TopicPartition, Long> offsets() throws Exception {
    Map<TopicPartition, Long> committed = new HashMap<>();
    admin
        .listConsumerGroupOffsets(application)
        .partitionsToOffsetAndMetadata()
        .get()
        .forEach((at, offset) -> committed.put(at, offset.offset()));
    return committed;
  }

  private static String shown(ConsumerRecord<byte[], byte[]> record) {
    return record.partition() + "/" + record.offset() + " " + record.value()[0];
  }

  private List<String> modelled() {
    List<String> all = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      model
          .log(new TopicPartition(topic, partition))
          .committed(0, record -> all.add(shown(record)));
    }
    return all;
  }

  private List<String> visible() {
    List<String> all = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
        reader.assign(List.of(new TopicPartition(topic, partition)));
        reader.readToEnds("the topic " + topic, Patience.MAX, record -> all.add(shown(record)));
      }
    }
    return all;
  }
}
