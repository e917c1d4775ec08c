package dev.rota.app.audit;

import dev.rota.app.clients.RecordSender;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.EncodedValue;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.kept.CheckpointWire;
import dev.rota.road.topics.ExistingTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.TopicDifference;
import dev.rota.road.topics.TopicSpec;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Writes kept checkpoints to their topic. It is created when the first one is kept. */
final class CheckpointTopic implements CheckpointKeeping.Sink, AutoCloseable {
  private final String topic;
  private final AvroSerializer values;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> failed = new AtomicReference<>();

  private CheckpointTopic(String topic, Registry registry, Settings settings) {
    this.topic = topic;
    this.values = new AvroSerializer(registry);
    this.producer = new KafkaProducer<>(RecordSender.configs(settings));
  }

  /** Opens the topic of a domain. It is created if it is missing, otherwise checked. */
  static CheckpointTopic open(String domain, Registry registry, Settings settings) {
    if (registry == null) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "nothing can be kept",
          "the schema registry is not known",
          "pass --registry URL");
    }
    TopicSpec spec = RequiredTopics.ofCheckpoints(domain);
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      int partitions = cluster.require(RequiredTopics.ledger(domain)).partitions().size();
      short replicas = (short) settings.number(KnownSettings.REPLICATION);
      MissingTopics.create(cluster.admin(), List.of(spec), partitions, replicas);
      check(cluster, domain, settings, "nothing can be kept");
    }
    return new CheckpointTopic(spec.name(), registry, settings);
  }

  /**
   * Checks that the topic of a domain keeps all that is written, if it is there.
   *
   * @param what follows if it does not
   */
  static void check(ClusterAdmin cluster, String domain, Settings settings, String what) {
    TopicSpec spec = RequiredTopics.ofCheckpoints(domain);
    ExistingTopic topic =
        ExistingTopic.find(cluster.admin(), List.of(spec.name())).get(spec.name());
    if (topic != null) {
      int partitions = cluster.require(RequiredTopics.ledger(domain)).partitions().size();
      check(spec, topic, partitions, settings.text(KnownSettings.BOOTSTRAP), what);
    }
  }

  private static void check(
      TopicSpec spec, ExistingTopic topic, int partitions, String bootstrap, String what) {
    if (topic.partitions() != partitions) {
      throw unfit(
          what,
          "the topic %s has %d partitions, the ledger %d"
              .formatted(spec.name(), topic.partitions(), partitions),
          "delete it: the next audit recreates it");
    }
    for (TopicDifference one : TopicDifference.of(spec, topic)) {
      if (one.weight() != TopicDifference.Weight.TOLERATED) {
        throw unfit(what, one.what(), one.remedy(bootstrap));
      }
    }
  }

  private static CommandFailure unfit(String what, String why, String fix) {
    return new CommandFailure(ExitCode.CONFIGURATION, what, why, fix);
  }

  @Override
  public void write(int partition, byte[] payload) {
    RecordHeaders headers = new RecordHeaders();
    byte[] value =
        values.serialize(topic, headers, new EncodedValue(CheckpointWire.SCHEMA, payload));
    var _ =
        producer.send(
            new ProducerRecord<>(topic, partition, PageHeaders.key(partition), value, headers),
            (_, e) -> {
              if (e != null) {
                failed.compareAndSet(null, e);
              }
            });
  }

  @Override
  public void settle() {
    producer.flush();
    if (failed.get() instanceof KafkaException e) {
      throw e;
    }
    if (failed.get() != null) {
      throw new KafkaException("the checkpoints cannot be written", failed.get());
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
