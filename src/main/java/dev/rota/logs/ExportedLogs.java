package dev.rota.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.text.Utf8Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * Partitions of a domain's topics as JSON lines: what they are, then each record, then how many
 * there are.
 *
 * <pre>
 * {"rota.export":1,"domain":"cores","lane":"polkadot","cluster":"4L62…","topics":[
 *   {"name":"cores-ledger","id":"uN3…","partitions":8,"partition":3,"begin":0,"end":120}]}
 * {"topic":"cores-ledger","offset":0,"timestamp":1700000000000,"headers":[["rota.page","MQ=="]],
 *   "key":"Mw==","value":"AAAA…"}
 * {"records":60}
 * </pre>
 */
public final class ExportedLogs implements Logs {
  /** A record may be larger than 20 000 000 characters, which is Jackson's own limit. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  private static final String VERSION_FIELD = "rota.export";
  private static final int VERSION = 1;
  private static final int SILENT_POLLS_MAX = 60;

  private final String domain;
  private final String lane;
  private final Layout layout;
  private final Map<TopicPartition, Exported> partitions;

  /** A partition of the file. */
  private record Exported(long begin, long end, List<ConsumerRecord<byte[], byte[]>> records) {}

  /** Thrown for a file that is no export, or is not whole. The message says which line. */
  public static final class BadExport extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadExport(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Takes lines. */
  @FunctionalInterface
  public interface Lines {
    void line(String line) throws IOException;
  }

  private ExportedLogs(
      String domain, String lane, Layout layout, Map<TopicPartition, Exported> partitions) {
    this.domain = domain;
    this.lane = lane;
    this.layout = layout;
    this.partitions = partitions;
  }

  /**
   * Writes these partitions, as far as they are committed.
   *
   * @param lane that they are written for
   */
  public static void write(
      Logs logs, String domain, String lane, List<TopicPartition> some, Lines to)
      throws IOException {
    ObjectNode head = JSON.createObjectNode();
    head.put(VERSION_FIELD, VERSION).put("domain", domain).put("lane", lane);
    head.put("cluster", logs.layout().clusterId());
    List<PeekingReader> readers = new ArrayList<>();
    try {
      for (TopicPartition one : some) {
        PeekingReader reader = new PeekingReader(logs.open(one), one, SILENT_POLLS_MAX).orFail();
        readers.add(reader);
        Layout.Topic topic = logs.layout().topics().get(one.topic());
        head.withArray("topics")
            .addObject()
            .put("name", one.topic())
            .put("id", topic.id())
            .put("partitions", topic.partitions())
            .put("partition", one.partition())
            .put("begin", reader.begin())
            .put("end", reader.end());
      }
      to.line(head.toString());
      long count = 0;
      for (PeekingReader reader : readers) {
        for (var record = reader.take(); record != null; record = reader.take()) {
          to.line(line(record));
          count++;
        }
      }
      to.line(JSON.createObjectNode().put("records", count).toString());
    } finally {
      readers.forEach(PeekingReader::close);
    }
  }

  private static String line(ConsumerRecord<byte[], byte[]> record) {
    ObjectNode line = JSON.createObjectNode();
    line.put("topic", record.topic()).put("offset", record.offset());
    line.put("timestamp", record.timestamp());
    for (Header header : record.headers()) {
      line.withArray("headers").addArray().add(header.key()).add(header.value());
    }
    return line.put("key", record.key()).put("value", record.value()).toString();
  }

  /**
   * Reads a file whole.
   *
   * @throws BadExport if it is no export, or was cut
   */
  public static ExportedLogs read(Path file) throws IOException {
    try (BufferedReader lines = Utf8Text.lines(Files.newInputStream(file))) {
      return read(lines);
    }
  }

  /**
   * Reads a file's lines whole.
   *
   * @throws BadExport if they are no export, or were cut
   */
  public static ExportedLogs read(BufferedReader lines) throws IOException {
    JsonNode head = json(lines, 1);
    if (head.path(VERSION_FIELD).asInt() != VERSION) {
      throw new BadExport("line 1: it is no file that 'rota export' wrote", null);
    }
    Map<String, Layout.Topic> topics = new TreeMap<>();
    Map<TopicPartition, Exported> partitions = new HashMap<>();
    Map<String, TopicPartition> names = new HashMap<>();
    for (JsonNode topic : head.path("topics")) {
      String name = topic.path("name").asText();
      TopicPartition one = new TopicPartition(name, topic.path("partition").asInt());
      topics.put(
          name, new Layout.Topic(topic.path("id").asText(), topic.path("partitions").asInt()));
      names.put(name, one);
      partitions.put(
          one,
          new Exported(
              topic.path("begin").asLong(), topic.path("end").asLong(), new ArrayList<>()));
    }
    records(lines, names, partitions);
    return new ExportedLogs(
        head.path("domain").asText(),
        head.path("lane").asText(),
        new Layout(head.path("cluster").asText(), topics),
        partitions);
  }

  private static void records(
      BufferedReader lines,
      Map<String, TopicPartition> names,
      Map<TopicPartition, Exported> partitions)
      throws IOException {
    long count = 0;
    for (int number = 2; ; number++) {
      JsonNode line = json(lines, number);
      if (line.has("records")) {
        if (line.path("records").asLong() != count) {
          throw new BadExport("line %d: records are missing".formatted(number), null);
        }
        return;
      }
      TopicPartition one = names.get(line.path("topic").asText());
      if (one == null) {
        throw new BadExport("line %d: line 1 does not name its topic".formatted(number), null);
      }
      try {
        partitions.get(one).records().add(record(one, line));
      } catch (IOException e) {
        throw new BadExport("line %d: %s".formatted(number, e.getMessage()), e);
      }
      count++;
    }
  }

  private static JsonNode json(BufferedReader lines, int number) throws IOException {
    try {
      String line = lines.readLine();
      if (line == null) {
        throw new BadExport("the file is cut behind line %d".formatted(number - 1), null);
      }
      return JSON.readTree(line);
    } catch (CharacterCodingException e) {
      throw new BadExport("line %d or one soon after it is not UTF-8".formatted(number), e);
    } catch (JsonProcessingException e) {
      throw new BadExport("line %d is no JSON".formatted(number), e);
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(TopicPartition one, JsonNode line)
      throws IOException {
    RecordHeaders headers = new RecordHeaders();
    for (JsonNode header : line.path("headers")) {
      headers.add(header.path(0).asText(), header.path(1).binaryValue());
    }
    byte[] key = line.path("key").binaryValue();
    byte[] value = line.path("value").binaryValue();
    return new ConsumerRecord<>(
        one.topic(),
        one.partition(),
        line.path("offset").asLong(),
        line.path("timestamp").asLong(),
        TimestampType.CREATE_TIME,
        key == null ? -1 : key.length,
        value == null ? -1 : value.length,
        key,
        value,
        headers,
        Optional.empty());
  }

  /** The domain whose topics they are. */
  public String domain() {
    return domain;
  }

  /** The lane for which it was written. */
  public String lane() {
    return lane;
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public Log open(TopicPartition partition) {
    Exported exported = partitions.get(partition);
    return exported == null
        ? new KafkaLogs.NoLog()
        : new RecordsLog(exported.begin(), exported.end(), exported.records());
  }

  @Override
  public Map<TopicPartition, Long> committed(String group) {
    return Map.of();
  }

  @Override
  public void close() {
    // The file was read whole.
  }
}
