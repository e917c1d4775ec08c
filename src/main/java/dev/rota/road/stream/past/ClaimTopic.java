package dev.rota.road.stream.past;

import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The topic that says which group decides a domain. All claims are on its first partition, so they
 * have one order. The first claim of each epoch counts, if the epoch before it has one. Whoever
 * claims reads on behind the own claim: of two that claim at once, both know who has won.
 */
public final class ClaimTopic {
  private static final Duration READ_MAX = Duration.ofSeconds(20);
  private static final int ANSWER_MILLIS = 20_000;

  private final Map<String, Object> kafka;
  private final TopicPartition partition;

  /**
   * Names the topic of a domain.
   *
   * @param kafka settings of every client
   */
  public ClaimTopic(Map<String, Object> kafka, String domain) {
    this.kafka = kafka;
    this.partition = new TopicPartition(RequiredTopics.owners(domain), 0);
  }

  /** Where the claims are. */
  public TopicPartition partition() {
    return partition;
  }

  /** The claim that stands; null: there is none, or there is no topic. */
  public OwnerClaim standing() {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(configs)) {
      if (!reader.partitionsOf(partition.topic()).contains(partition)) {
        return null;
      }
      return read(reader.assign(List.of(partition)));
    }
  }

  private OwnerClaim read(PartitionReader<byte[]> reader) {
    OwnerClaim[] standing = {null};
    reader.readToEnds(
        "the topic " + partition.topic(),
        READ_MAX,
        record -> {
          OwnerClaim before = standing[0];
          standing[0] =
              OwnerClaim.decode(record.value()).filter(one -> one.follows(before)).orElse(before);
        });
    return standing[0];
  }

  /** Claims. Returns the claim that stands then, which need not be this one. */
  public OwnerClaim claim(OwnerClaim one) {
    Map<String, Object> configs = new HashMap<>(kafka);
    configs.put(ProducerConfig.ACKS_CONFIG, "all");
    configs.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, ANSWER_MILLIS);
    configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
    configs.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS / 2);
    configs.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    configs.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    try (var producer =
        new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer())) {
      var _ =
          producer
              .send(
                  new ProducerRecord<>(
                      partition.topic(), partition.partition(), null, one.encode()))
              .get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof KafkaException refused
          ? refused
          : new KafkaException("cannot claim the ledger", e.getCause());
    } catch (java.util.concurrent.TimeoutException e) {
      throw new TimeoutException("the topic " + partition.topic() + " cannot be written", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
    return standing();
  }
}
