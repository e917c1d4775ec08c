package dev.rota.app.clients;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.rota.app.console.ByteFormatter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.LineRefusal;
import dev.rota.app.console.NameLookup;
import dev.rota.base.avro.FieldExcess;
import dev.rota.base.avro.FieldLimits;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.base.lines.Envelope;
import dev.rota.base.lines.JsonAvro;
import dev.rota.road.topics.LaneKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.serialization.Serializer;

/** Builds a record from a JSON line. */
public final class RecordBuilder {
  static {
    GeneratedClasses.trust();
  }

  private static final int KEY_SHOWN_MAX = 60;

  private final Serializer<Object> values;
  private final Map<String, FieldLimits> limits = new HashMap<>();

  public RecordBuilder(Serializer<Object> values) {
    this.values = values;
  }

  /**
   * Builds the record.
   *
   * @throws LineRefusal if the broker or the domain would reject it
   * @throws dev.rota.base.lines.BadLine if the value does not match the schema
   */
  public ProducerRecord<byte[], byte[]> record(Envelope line, SendTarget target) {
    Headers headers = headers(line.metadata().headers());
    Object value = line.value().isNull() ? null : JsonAvro.toAvro(target.schema(), line.value());
    SpecificRecord input = input(line, target);
    byte[] key = key(line, target, input);
    checkNamed(target, key, value);
    checkKey(target, key);
    checkLane(line, target, input);
    checkLimits(target, input);
    byte[] bytes = values.serialize(target.topic(), headers, value);
    checkSize(target, key, bytes, headers);
    Long timestamp = line.timestamp().isPresent() ? line.timestamp().getAsLong() : null;
    checkTime(target, timestamp);
    return new ProducerRecord<>(target.topic(), null, timestamp, key, bytes, headers);
  }

  private static byte[] key(Envelope line, SendTarget target, SpecificRecord input) {
    if (line.key().isPresent()) {
      return line.key().get().getBytes(UTF_8);
    }
    return input == null ? null : target.lanes().get().wire().lane(input).getBytes(UTF_8);
  }

  /** Returns the value as the domain reads it, or null if it is none of a domain's inputs. */
  private static SpecificRecord input(Envelope line, SendTarget target) {
    if (target.lanes().isEmpty() || line.value().isNull()) {
      return null;
    }
    byte[] avro = JsonAvro.encode(target.schema(), line.value());
    try {
      var datums = new SpecificDatumReader<SpecificRecord>(target.schema(), schema(target));
      return datums.read(null, DecoderFactory.get().binaryDecoder(avro, null));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // an array in memory has no input to fail
    }
  }

  private static Schema schema(SendTarget target) {
    return NameLookup.input(target.lanes().get(), target.topic()).orElseThrow().schema();
  }

  /** A field beyond its limit would be dead-lettered. */
  private void checkLimits(SendTarget target, SpecificRecord input) {
    if (input == null) {
      return;
    }
    FieldExcess excess =
        limits.computeIfAbsent(target.topic(), _ -> FieldLimits.of(schema(target))).check(input);
    if (excess != null) {
      throw new LineRefusal(ExitCode.USAGE, "value." + excess.path() + ": it has " + excess.told());
    }
  }

  private static Headers headers(Map<String, String> named) {
    Headers headers = new RecordHeaders();
    named.forEach((name, text) -> headers.add(name, text == null ? null : text.getBytes(UTF_8)));
    return headers;
  }

  /** Without key and value there is no lane: the record would be dead-lettered. */
  private static void checkNamed(SendTarget target, byte[] key, Object value) {
    if (target.lanes().isPresent() && key == null && value == null) {
      throw new LineRefusal(ExitCode.USAGE, "value and key are missing; give a value");
    }
  }

  /** A key that is not a lane would be dead-lettered. */
  private static void checkKey(SendTarget target, byte[] key) {
    if (target.lanes().isPresent() && key != null && !LaneKey.isLane(key)) {
      throw new LineRefusal(
          ExitCode.USAGE,
          "key: %s is not a lane; it must match %s"
              .formatted(TextNode.valueOf(shown(key)), LaneKey.GRAMMAR));
    }
  }

  /** A record whose key and value name different lanes would be dead-lettered. */
  private static void checkLane(Envelope line, SendTarget target, SpecificRecord input) {
    if (line.key().isEmpty() || input == null) {
      return;
    }
    String field = target.lanes().get().wire().laneField();
    String lane = target.lanes().get().wire().lane(input);
    if (!lane.equals(line.key().get())) {
      throw new LineRefusal(
          ExitCode.USAGE,
          "key: %s, but value.%s is %s; both must name the same lane: correct one, or omit the key"
              .formatted(
                  TextNode.valueOf(line.key().get()),
                  field,
                  TextNode.valueOf(shown(lane.getBytes(UTF_8)))));
    }
  }

  /** Replaces characters that could garble a terminal. */
  private static String shown(byte[] key) {
    String text = ByteFormatter.text(key).replaceAll("[^\\x20-\\x7e]", "\\ufffd");
    return text.length() <= KEY_SHOWN_MAX ? text : text.substring(0, KEY_SHOWN_MAX) + "...";
  }

  /**
   * Checks what the broker will check.
   *
   * @throws LineRefusal if the record is larger than its topic takes
   */
  public static void checkSize(SendTarget target, byte[] key, byte[] value, Headers headers) {
    long size =
        (long) DefaultRecordBatch.RECORD_BATCH_OVERHEAD
            + DefaultRecord.sizeInBytes(0, 0, wrap(key), wrap(value), headers.toArray());
    if (size > target.recordMax()) {
      throw new LineRefusal(
          ExitCode.USAGE,
          "value: the record has %d bytes, %s allows %d; send less, or raise its max.message.bytes"
              .formatted(size, target.topic(), target.recordMax()));
    }
  }

  /** The broker would refuse the whole batch. */
  private static void checkTime(SendTarget target, Long timestamp) {
    if (timestamp == null) {
      return;
    }
    if (timestamp < 0) {
      throw new LineRefusal(ExitCode.USAGE, "timestamp: " + timestamp + " is before 1970; omit it");
    }
    long ahead = timestamp - System.currentTimeMillis();
    if (ahead > target.aheadMaxMillis()) {
      throw new LineRefusal(
          ExitCode.USAGE,
          "timestamp: %d ms ahead of the clock, %s allows %d; correct the clock"
              .formatted(ahead, target.topic(), target.aheadMaxMillis()));
    }
  }

  private static ByteBuffer wrap(byte[] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }
}
