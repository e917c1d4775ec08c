package dev.rota.road.logs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.rota.road.logs.ExportedLogs.BadExport;
import dev.rota.road.partitions.OfflineRecord;
import java.io.IOException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A line of an export behind the first. It is read field by field: whatever else a line has is
 * passed by, and takes no memory.
 */
final class ExportedLine {
  /** Rota writes four. */
  private static final int HEADERS_MAX = 64;

  /** A record of the ledger may have 16 MiB, which are more as text. */
  private static final int TEXT_MAX = 1 << 26;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxStringLength(TEXT_MAX).build())
          .build();

  private final RecordHeaders headers = new RecordHeaders();
  private String topic;
  private Long records;
  private long offset = -1;
  private long timestamp;
  private byte[] key;
  private byte[] value;

  private ExportedLine() {}

  /**
   * Reads a line.
   *
   * @throws BadExport if it is none
   */
  static ExportedLine of(String line, int number) {
    ExportedLine read = new ExportedLine();
    try (JsonParser json = JSON.createParser(line)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new BadExport("line %d is no JSON object".formatted(number), null);
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        read.field(name, json);
      }
      return read;
    } catch (IOException | IllegalArgumentException e) {
      throw new BadExport("line %d cannot be read: %s".formatted(number, first(e)), e);
    }
  }

  /** Without the part that says where in a text that is not a file. */
  private static String first(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private void field(String name, JsonParser json) throws IOException {
    switch (name) {
      case "topic" -> topic = json.getValueAsString();
      case "records" -> records = json.getLongValue();
      case "offset" -> offset = json.getLongValue();
      case "timestamp" -> timestamp = json.getLongValue();
      case "key" -> key = bytes(json);
      case "value" -> value = bytes(json);
      case "headers" -> headers(json);
      default -> json.skipChildren();
    }
  }

  private static byte[] bytes(JsonParser json) throws IOException {
    return json.currentToken() == JsonToken.VALUE_NULL ? null : json.getBinaryValue();
  }

  private void headers(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw new IOException("its headers are no list");
    }
    int left = HEADERS_MAX;
    while (json.nextToken() == JsonToken.START_ARRAY) {
      if (left-- == 0) {
        throw new IOException("it has more than " + HEADERS_MAX + " headers");
      }
      String name = json.nextTextValue();
      json.nextToken();
      byte[] content = bytes(json);
      if (name == null || json.nextToken() != JsonToken.END_ARRAY) {
        throw new IOException("a header is no pair of name and value");
      }
      headers.add(name, content);
    }
  }

  /** How many records are before it, of the last line; null: of another. */
  Long records() {
    return records;
  }

  String topic() {
    return topic;
  }

  long offset() {
    return offset;
  }

  /** The record that it is, on that partition. */
  ConsumerRecord<byte[], byte[]> record(TopicPartition partition) {
    return OfflineRecord.of(partition, offset, timestamp, key, value, headers);
  }
}
