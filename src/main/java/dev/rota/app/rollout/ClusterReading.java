package dev.rota.app.rollout;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.doctor.DoctorFinding;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.base.settings.Settings;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.TurnReader;
import dev.rota.road.topics.rights.AccessRight;
import dev.rota.road.topics.rights.TopicRole;
import dev.rota.road.topics.rights.UngrantedRights;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Reads of a domain's topics what a restart depends on. What cannot be read is left out, and why is
 * a finding.
 */
final class ClusterReading {
  /** Pages and the markers of their transactions. */
  private static final long TAIL_RECORDS = 400;

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration TAIL_MAX = Duration.ofSeconds(5);
  private static final Duration RATE_MAX = Duration.ofSeconds(2);

  private final Map<String, Object> kafka;
  private final Settings settings;
  private final List<DoctorFinding> unknown = new ArrayList<>();
  private String rateUnknown = "there is no changelog yet";

  ClusterReading(Settings settings) {
    this.settings = settings;
    this.kafka = kafka(settings);
  }

  /** Settings of a consumer that does not wait for long. */
  static Map<String, Object> kafka(Settings settings) {
    Map<String, Object> kafka = new HashMap<>(ClusterAdmin.TIMEOUTS);
    kafka.putAll(settings.consumer());
    kafka.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    return kafka;
  }

  /** What could not be read so far. */
  List<DoctorFinding> unknown() {
    return unknown;
  }

  /** Why there is no rate. */
  String rateUnknown() {
    return rateUnknown;
  }

  /** The last turns of each partition of a ledger. */
  Map<Integer, LedgerTail> tails(String ledger, int partitions) {
    return orUnknown(
        ledger,
        new TreeMap<>(),
        () -> {
          try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
            return tails(reader, PartitionReader.partitions(ledger, partitions));
          }
        });
  }

  private static Map<Integer, LedgerTail> tails(
      PartitionReader<byte[]> reader, List<TopicPartition> ledger) {
    Map<Integer, LedgerTail> tails = new TreeMap<>();
    ledger.forEach(one -> tails.put(one.partition(), new LedgerTail()));
    reader.assignLast(ledger, TAIL_RECORDS);
    TurnReader turns = new TurnReader();
    long deadline = System.nanoTime() + TAIL_MAX.toNanos();
    while (!reader.isAtEnds() && System.nanoTime() - deadline < 0) {
      for (ConsumerRecord<byte[], byte[]> page : reader.poll(POLL)) {
        tails.get(page.partition()).add(turns.of(page));
      }
    }
    return tails;
  }

  /** How many offsets of each partition a restore would read. */
  Map<Integer, Long> changelogs(String changelog, int partitions) {
    return orUnknown(
        changelog,
        Map.of(),
        () -> {
          List<TopicPartition> all = PartitionReader.partitions(changelog, partitions);
          try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
            Map<TopicPartition, Long> ends = reader.ends(all);
            Map<Integer, Long> records = new TreeMap<>();
            reader
                .consumer()
                .beginningOffsets(all)
                .forEach((one, begin) -> records.put(one.partition(), ends.get(one) - begin));
            return records;
          }
        });
  }

  /** Reads the longest of these for a moment; null: nobody can say how fast that is. */
  RestoreRate rate(String changelog, Map<Integer, Long> records) {
    int longest =
        records.entrySet().stream()
            .filter(one -> one.getValue() > 0)
            .max(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .orElse(-1);
    if (longest < 0) {
      rateUnknown = records.isEmpty() ? rateUnknown : "the changelog is empty";
      return null;
    }
    RestoreRate rate =
        orUnknown(
            changelog,
            null,
            () -> {
              try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka)) {
                return rate(reader, new TopicPartition(changelog, longest));
              }
            });
    rateUnknown = rate == null ? "the changelog could not be read" : null;
    return rate;
  }

  private static RestoreRate rate(PartitionReader<byte[]> reader, TopicPartition one) {
    reader.assign(List.of(one));
    long begin = reader.consumer().position(one);
    long began = System.nanoTime();
    long bytes = 0;
    while (!reader.isAtEnds() && System.nanoTime() - began < RATE_MAX.toNanos()) {
      ConsumerRecords<byte[], byte[]> some = reader.poll(POLL);
      for (ConsumerRecord<byte[], byte[]> record : some) {
        bytes +=
            Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
      }
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    long records = reader.consumer().position(one) - begin;
    return records == 0 ? null : RestoreRate.read(one.partition(), records, bytes, seconds);
  }

  private <T> T orUnknown(String topic, T nothing, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (AuthorizationException e) {
      unknown.add(
          DoctorFinding.of(
              Verdict.UNKNOWN,
              new UngrantedRights(
                  TopicRole.FOLLOWER, List.of(AccessRight.toRead(topic)), settings.admin(), null)));
    } catch (KafkaException e) {
      unknown.add(
          DoctorFinding.unknown(
              "%s cannot be read: %s".formatted(topic, e.getMessage()),
              "see kafka-topics.sh --describe --unavailable-partitions, and look again"));
    }
    return nothing;
  }
}
