package dev.rota.readers.notary;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.proof.BadProof;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.TurnHeaders;
import dev.rota.road.topics.TurnReader;
import dev.rota.road.topics.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** Reads single turns from Kafka: a ledger record, and what its turn published. */
final class LedgerRecords {
  private static final Duration POLL = Duration.ofMillis(200);

  private final Map<String, Object> kafka;
  private final Domain domain;

  LedgerRecords(Map<String, Object> kafka, Domain domain) {
    this.kafka = kafka;
    this.domain = domain;
  }

  /** The ledger's record at this offset. */
  byte[] at(TopicPartition ledger, long offset) {
    byte[] record = find(kafka, ledger, offset);
    if (record == null) {
      throw new BadProof("the ledger no longer has offset " + offset + " of " + ledger);
    }
    return record;
  }

  /**
   * The same; null: it is no longer retained.
   *
   * @throws BadProof if there is none at this offset
   */
  static byte[] find(Map<String, Object> kafka, TopicPartition ledger, long offset) {
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka).assign(List.of(ledger))) {
      if (offset < reader.begin(ledger)) {
        return null;
      }
      reader.consumer().seek(ledger, offset);
      while (!reader.isAtEnds()) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          if (record.offset() == offset) {
            return TurnReader.bytes(record);
          }
          throw none(ledger, offset);
        }
      }
    }
    throw none(ledger, offset);
  }

  private static BadProof none(TopicPartition ledger, long offset) {
    return new BadProof("the ledger has no record at offset " + offset + " of " + ledger);
  }

  /** All outputs of a turn, in order. */
  List<PublishedOutput> outputs(int partition, TurnEntry turn) {
    Map<TopicPartition, Channel> topics = new HashMap<>();
    for (Channel channel : domain.wire().channels()) {
      topics.put(new TopicPartition(channel.topic(domain.name()), partition), channel);
    }
    TreeMap<Integer, PublishedOutput> found = new TreeMap<>();
    try (PartitionReader<byte[]> reader =
        PartitionReader.ofBytes(kafka).assign(new ArrayList<>(topics.keySet()))) {
      seek(reader, topics, turn.atMillis());
      String prefix = turn.lane() + "/" + turn.number() + "/";
      while (found.size() < turn.outputs() && !reader.isAtEnds()) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          String id = header(record, TurnHeaders.TURN);
          if (id != null
              && id.startsWith(prefix)
              && id.substring(prefix.length()).matches("\\d{1,9}")) {
            Channel channel = topics.get(new TopicPartition(record.topic(), record.partition()));
            found.putIfAbsent(
                Integer.valueOf(id.substring(prefix.length())),
                published(record, channel, turn.lane()));
          }
        }
      }
    }
    return new ArrayList<>(found.values());
  }

  /** Records have their turn's time, so none of this turn lies before the first with that time. */
  private static void seek(
      PartitionReader<byte[]> reader, Map<TopicPartition, Channel> topics, long atMillis) {
    Map<TopicPartition, Long> times = new HashMap<>();
    topics.keySet().forEach(topic -> times.put(topic, atMillis));
    Map<TopicPartition, OffsetAndTimestamp> starts = reader.consumer().offsetsForTimes(times);
    for (TopicPartition topic : topics.keySet()) {
      OffsetAndTimestamp start = starts.get(topic);
      reader.consumer().seek(topic, start == null ? reader.ends().get(topic) : start.offset());
    }
  }

  /**
   * What a record publishes.
   *
   * @throws BadProof if it is none that a turn of the lane can have published
   */
  static PublishedOutput published(
      ConsumerRecord<byte[], byte[]> record, Channel channel, String lane) {
    boolean dead = channel == Channel.DEAD_LETTERS;
    String named = dead ? TurnHeaders.REASON : TurnHeaders.RULE;
    String rule = header(record, named);
    if (rule == null) {
      throw unlike(record, "it has no header " + named);
    }
    if (dead) {
      return new PublishedOutput(channel, rule, null, record.value());
    }
    String key = channel.isCompacted() ? keyIn(record, lane) : null;
    return new PublishedOutput(channel, rule, key, WireFormat.payload(record));
  }

  /** Keys of a compacted topic are lane/key. */
  private static String keyIn(ConsumerRecord<byte[], byte[]> record, String lane) {
    String key = record.key() == null ? "" : new String(record.key(), UTF_8);
    if (!key.startsWith(lane + "/")) {
      throw unlike(record, "its key is none of lane " + lane);
    }
    return key.substring(lane.length() + 1);
  }

  private static BadProof unlike(ConsumerRecord<?, ?> record, String why) {
    return new BadProof(
        "the record at offset %d of %s-%d is no output of its turn: %s"
            .formatted(record.offset(), record.topic(), record.partition(), why));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
  }
}
