package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.road.health.DiskRoom;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.topics.RequiredTopics;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** The topology of a domain: source topics, one processor with one store, and sinks. */
final class DomainTopology implements Supplier<Topology> {
  static final String LEDGER = "LEDGER";

  private static final String DECIDER = "decider";

  private final Domain domain;
  private final Supplier<Serializer<Object>> serializers;
  private final Supplier<Deserializer<Object>> deserializers;
  private final int partitions;
  private final TaskSettings settings;
  private final SharedTaskParts shared;

  /**
   * Defines the topology.
   *
   * @param serializers of output values; a new, configured one per call
   * @param deserializers of input values; a new, configured one per call
   * @param partitions of every topic of the domain
   * @param settings of each task
   * @param clock bounds the time of turns
   * @param past what the rows are compared with before anything is decided
   */
  public DomainTopology(
      Domain domain,
      Supplier<Serializer<Object>> serializers,
      Supplier<Deserializer<Object>> deserializers,
      int partitions,
      TaskSettings settings,
      ClusterClock clock,
      PastLedger past) {
    this.domain = domain;
    this.serializers = serializers;
    this.deserializers = deserializers;
    this.partitions = partitions;
    this.settings = settings;
    this.shared = SharedTaskParts.of(clock, past);
  }

  /** What its tasks have in common. */
  SharedTaskParts shared() {
    return shared;
  }

  /** How its tasks stand in this process. */
  DomainStatus status(
      OwnedPartitions owned, SortedMap<Integer, Long> waiting, Optional<DiskRoom> disk) {
    return new DomainStatus(
        domain.card().engine().rules(),
        owned.held().stream().sorted().toList(),
        owned.standby(),
        shared.tasks().lanes(),
        waiting,
        shared.tasks().opening(),
        shared.tasks().restored(),
        disk.map(DiskRoom::freeBytes).orElse(null),
        disk.map(one -> one.cause().name()).orElse(null));
  }

  static String store(Domain domain) {
    return domain.name() + "-rows";
  }

  @Override
  public Topology get() {
    return get(_ -> {});
  }

  /**
   * As {@link #get()}.
   *
   * @param opened gets each task's rows, before its processor sees them
   */
  Topology get(Consumer<WriteBehind> opened) {
    Topology topology = new Topology();
    String[] sources =
        Stream.concat(
                domain.wire().inputs().stream().map(InputTopic::topic),
                Stream.of(RequiredTopics.time(domain.name())))
            .toArray(String[]::new);
    for (String topic : sources) {
      // Read as bytes, so that undecodable records are dead-lettered in the same transaction.
      topology.addSource(
          AutoOffsetReset.earliest(),
          topic,
          DomainTopology::time,
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer(),
          topic);
    }
    topology.addProcessor(
        DECIDER,
        () -> new DomainProcessor(domain, deserializers.get(), partitions, settings, shared),
        sources);
    topology.addStateStore(WriteBehind.builder(store(domain), opened), DECIDER);
    sink(topology, LEDGER, RequiredTopics.ledger(domain.name()));
    for (Output.Channel channel : domain.wire().channels()) {
      sink(topology, channel.name(), channel.topic(domain.name()));
    }
    return topology;
  }

  /** Kafka Streams would drop a record without a time (-1), or stop. It counts as time 0. */
  private static long time(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, record.timestamp());
  }

  private void sink(Topology topology, String name, String topic) {
    StreamPartitioner<byte[], OutgoingRecord> own =
        (_, _, value, _) -> Optional.of(Set.of(value.partition()));
    topology.addSink(
        name,
        topic,
        new ByteArraySerializer(),
        new OutgoingSerializer(serializers.get()),
        own,
        DECIDER);
  }
}
