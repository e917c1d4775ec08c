package dev.rota.road.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.base.text.Utf8Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

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
public final class ExportedLogs implements TopicLogs {
  /** A record may be larger than 20 000 000 characters, which is Jackson's own limit. */
  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
              .build());

  private static final String VERSION_FIELD = "rota.export";
  private static final int VERSION = 1;
  private static final int HEAD_MAX = 1 << 16;

  private final String domain;
  private final String lane;
  private final TopicLayout layout;
  private final Map<TopicPartition, Exported> partitions;

  /** A partition of the file. */
  private record Exported(
      TopicPartition one, long begin, long end, List<ConsumerRecord<byte[], byte[]>> records) {
    static Exported of(String name, JsonNode topic) {
      int partition = topic.path("partition").asInt();
      long begin = topic.path("begin").asLong();
      long end = topic.path("end").asLong();
      if (partition < 0 || begin < 0 || end < begin) {
        throw new BadExport("line 1: %s has no such partition or offsets".formatted(name), null);
      }
      return new Exported(new TopicPartition(name, partition), begin, end, new ArrayList<>());
    }

    boolean goesOnAt(long offset) {
      long last = records.isEmpty() ? begin - 1 : records.get(records.size() - 1).offset();
      return offset > last && offset < end;
    }
  }

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
      String domain, String lane, TopicLayout layout, Map<TopicPartition, Exported> partitions) {
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
      TopicLogs logs, String domain, String lane, List<TopicPartition> some, Lines to)
      throws IOException {
    ObjectNode head = JSON.createObjectNode();
    head.put(VERSION_FIELD, VERSION).put("domain", domain).put("lane", lane);
    head.put("cluster", logs.layout().clusterId());
    List<PeekingReader> readers = new ArrayList<>();
    try {
      for (TopicPartition one : some) {
        PeekingReader reader = PeekingReader.orFail(logs, one, OffsetRange.ALL);
        readers.add(reader);
        TopicLayout.Topic topic = logs.layout().topics().get(one.topic());
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
    try (InputStream bytes = Files.newInputStream(file)) {
      return read(bytes);
    }
  }

  /**
   * Reads a file's bytes whole. It needs a small multiple of their number, whatever they are.
   *
   * @throws BadExport if they are no export, or were cut
   */
  public static ExportedLogs read(InputStream bytes) throws IOException {
    BufferedReader lines = Utf8Text.lines(bytes);
    JsonNode head = head(line(lines, 1));
    if (head.path(VERSION_FIELD).asInt() != VERSION) {
      throw new BadExport("line 1: it is no file that 'rota export' wrote", null);
    }
    Map<String, TopicLayout.Topic> topics = new TreeMap<>();
    Map<String, Exported> partitions = new HashMap<>();
    for (JsonNode topic : head.path("topics")) {
      String name = topic.path("name").asText();
      topics.put(
          name, new TopicLayout.Topic(topic.path("id").asText(), topic.path("partitions").asInt()));
      partitions.put(name, Exported.of(name, topic));
    }
    records(lines, partitions);
    return new ExportedLogs(
        head.path("domain").asText(),
        head.path("lane").asText(),
        new TopicLayout(head.path("cluster").asText(), topics),
        partitions.values().stream().collect(Collectors.toMap(Exported::one, each -> each)));
  }

  private static void records(BufferedReader lines, Map<String, Exported> partitions)
      throws IOException {
    long count = 0;
    for (int number = 2; ; number++) {
      ExportedLine line = ExportedLine.of(line(lines, number), number);
      if (line.records() != null) {
        if (line.records() != count) {
          throw new BadExport("line %d: records are missing".formatted(number), null);
        }
        return;
      }
      Exported exported = line.topic() == null ? null : partitions.get(line.topic());
      if (exported == null) {
        throw new BadExport("line %d: line 1 does not name its topic".formatted(number), null);
      }
      if (!exported.goesOnAt(line.offset())) {
        throw new BadExport("line %d: its offset does not follow".formatted(number), null);
      }
      exported.records().add(line.record(exported.one()));
      count++;
    }
  }

  private static String line(BufferedReader lines, int number) throws IOException {
    try {
      String line = lines.readLine();
      if (line == null) {
        throw new BadExport("the file is cut after line %d".formatted(number - 1), null);
      }
      return line;
    } catch (CharacterCodingException e) {
      throw new BadExport("line %d or one soon after it is not UTF-8".formatted(number), e);
    }
  }

  /** It names a few topics. */
  private static JsonNode head(String line) {
    if (line.length() > HEAD_MAX) {
      throw new BadExport("line 1 has more than %d characters".formatted(HEAD_MAX), null);
    }
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new BadExport("line 1 is no JSON", e);
    }
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
  public TopicLayout layout() {
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
