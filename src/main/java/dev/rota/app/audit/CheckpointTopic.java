package dev.rota.app.audit;

import dev.rota.app.clients.Sender;
import dev.rota.app.cluster.Cluster;
import dev.rota.app.console.Exit;
import dev.rota.app.console.Failure;
import dev.rota.base.settings.Known;
import dev.rota.base.settings.Settings;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.Encoded;
import dev.rota.registry.Registry;
import dev.rota.road.kept.Keeping;
import dev.rota.road.kept.KeptWire;
import dev.rota.road.topics.Difference;
import dev.rota.road.topics.Existing;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.TopicSpec;
import dev.rota.road.topics.Topics;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Writes kept checkpoints to their topic. It is created when the first one is kept. */
final class CheckpointTopic implements Keeping.Sink, AutoCloseable {
  private final String topic;
  private final AvroSerializer values;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> failed = new AtomicReference<>();

  private CheckpointTopic(String topic, Registry registry, Settings settings) {
    this.topic = topic;
    this.values = new AvroSerializer(registry);
    this.producer = new KafkaProducer<>(Sender.configs(settings));
  }

  /** Opens the topic of a domain. It is created if it is missing, otherwise checked. */
  static CheckpointTopic open(String domain, Registry registry, Settings settings) {
    if (registry == null) {
      throw new Failure(
          Exit.USAGE,
          "nothing can be kept",
          "the schema registry is not known",
          "pass --registry URL");
    }
    TopicSpec spec = Topics.ofCheckpoints(domain);
    try (Cluster cluster = Cluster.open(settings)) {
      int partitions = cluster.require(Topics.ledger(domain)).partitions().size();
      short replicas = (short) settings.number(Known.REPLICATION);
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
  static void check(Cluster cluster, String domain, Settings settings, String what) {
    TopicSpec spec = Topics.ofCheckpoints(domain);
    Existing topic = Existing.find(cluster.admin(), List.of(spec.name())).get(spec.name());
    if (topic != null) {
      int partitions = cluster.require(Topics.ledger(domain)).partitions().size();
      check(spec, topic, partitions, settings.text(Known.BOOTSTRAP), what);
    }
  }

  private static void check(
      TopicSpec spec, Existing topic, int partitions, String bootstrap, String what) {
    if (topic.partitions() != partitions) {
      throw unfit(
          what,
          "the topic %s has %d partitions, the ledger %d"
              .formatted(spec.name(), topic.partitions(), partitions),
          "delete it: the next audit recreates it");
    }
    for (Difference one : Difference.of(spec, topic)) {
      if (one.weight() != Difference.Weight.TOLERATED) {
        throw unfit(what, one.what(), one.remedy(bootstrap));
      }
    }
  }

  private static Failure unfit(String what, String why, String fix) {
    return new Failure(Exit.CONFIGURATION, what, why, fix);
  }

  @Override
  public void write(int partition, byte[] payload) {
    RecordHeaders headers = new RecordHeaders();
    byte[] value = values.serialize(topic, headers, new Encoded(KeptWire.SCHEMA, payload));
    var unused =
        producer.send(
            new ProducerRecord<>(topic, partition, PageHeaders.key(partition), value, headers),
            (at, e) -> {
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
