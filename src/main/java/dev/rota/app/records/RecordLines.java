package dev.rota.app.records;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.rota.app.clients.ValueSerdes;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.EnvelopeMetadata;
import dev.rota.base.lines.LineWriter;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.registry.UnreadableRecord;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;

/** Prints records as lines. Unreadable values become hex. */
final class RecordLines implements AutoCloseable {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ID_HEADER = "__value_schema_id";
  private static final int PREFIX_BYTES = 5;

  private final LineWriter lines;
  private final Settings settings;
  private Deserializer<Object> values;

  RecordLines(LineWriter lines, Settings settings) {
    this.lines = lines;
    this.settings = settings;
  }

  void write(ConsumerRecord<byte[], byte[]> record) throws IOException {
    EnvelopeMetadata metadata = head(record);
    Object value = read(record);
    if (value instanceof IndexedRecord avro) {
      lines.write(metadata, avro);
    } else {
      lines.write(new Envelope(metadata, json(value)));
    }
  }

  void flush() throws IOException {
    lines.flush();
  }

  private Object read(ConsumerRecord<byte[], byte[]> record) {
    byte[] bytes = record.value();
    if (bytes == null || !isFramed(record)) {
      return bytes;
    }
    try {
      return values().deserialize(record.topic(), record.headers(), bytes);
    } catch (UnreadableRecord _) {
      return bytes;
    }
  }

  private static boolean isFramed(ConsumerRecord<byte[], byte[]> record) {
    return record.headers().lastHeader(ID_HEADER) != null
        || (record.value().length >= PREFIX_BYTES && record.value()[0] == 0);
  }

  /** Opened lazily: not every topic has a schema. */
  private Deserializer<Object> values() {
    if (values == null) {
      if (settings.find(KnownSettings.REGISTRY).isEmpty()) {
        throw new CommandFailure(
            ExitCode.UNAVAILABLE,
            "no schema registry is configured",
            "these records carry a schema id; the address is set neither by --registry nor by"
                + " ROTA_SCHEMA_REGISTRY_URL, and no 'rota dev' is running",
            "pass --registry http://host:port");
      }
      values = ValueSerdes.deserializer(settings);
    }
    return values;
  }

  private static JsonNode json(Object value) {
    if (value == null) {
      return JSON.nullNode();
    }
    if (value instanceof byte[] bytes) {
      return JSON.textNode(ByteFormatter.hex(bytes));
    }
    if (value instanceof Boolean truth) {
      return JSON.booleanNode(truth);
    }
    if (value instanceof Integer || value instanceof Long) {
      return JSON.numberNode(((Number) value).longValue());
    }
    return value instanceof Number number
        ? JSON.numberNode(number.doubleValue())
        : JSON.textNode(value.toString());
  }

  private static EnvelopeMetadata head(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      boolean binary = header.key().equals(ID_HEADER) && header.value() != null;
      headers.put(
          header.key(),
          binary ? ByteFormatter.hex(header.value()) : ByteFormatter.text(header.value()));
    }
    return new EnvelopeMetadata(
        record.topic(),
        Optional.ofNullable(ByteFormatter.text(record.key())),
        record.timestamp() < 0 ? OptionalLong.empty() : OptionalLong.of(record.timestamp()),
        OptionalInt.of(record.partition()),
        OptionalLong.of(record.offset()),
        headers);
  }

  @Override
  public void close() {
    if (values != null) {
      values.close();
    }
  }
}
