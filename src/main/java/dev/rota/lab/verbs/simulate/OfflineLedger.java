package dev.rota.lab.verbs.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.logs.ExportedLogs;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.logs.RecordsLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.stream.OfflineStreams.Sent;
import dev.rota.road.topics.RequiredTopics;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The ledger that an offline run writes, in the place of a topic. */
final class OfflineLedger implements TopicLogs {
  /** A frame of the registry's form: there is no registry that gives ids. */
  private static final byte[] FRAME = new byte[1 + Integer.BYTES];

  private final String domain;
  private final TopicPartition ledger;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  OfflineLedger(String domain) {
    this.domain = domain;
    this.ledger = new TopicPartition(RequiredTopics.ledger(domain), 0);
  }

  /** Keeps the record if it is of the ledger. */
  void add(Sent sent) {
    if (!sent.topic().equals(ledger.topic())) {
      return;
    }
    byte[] value =
        ByteBuffer.allocate(FRAME.length + sent.bytes().length)
            .put(FRAME)
            .put(sent.bytes())
            .array();
    RecordHeaders headers = new RecordHeaders();
    sent.headers().forEach((name, text) -> headers.add(name, text.getBytes(UTF_8)));
    records.add(
        OfflineRecord.of(
            ledger, sent.offset(), sent.timestampMillis(), sent.key(), value, headers));
  }

  /** Writes it as {@code rota export} does. */
  void export(String lane, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      ExportedLogs.write(
          this, domain, lane, List.of(ledger), line -> out.append(line).append('\n'));
    }
  }

  @Override
  public TopicLayout layout() {
    return new TopicLayout("offline", Map.of(ledger.topic(), new TopicLayout.Topic("offline", 1)));
  }

  @Override
  public Log open(TopicPartition partition) {
    return partition.equals(ledger)
        ? new RecordsLog(0, records.size(), records)
        : new KafkaLogs.NoLog();
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
