package dev.rota.road.topics;

import dev.rota.base.avro.AvroBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Confluent's wire format: the schema's id before the value, or in a header. */
public final class WireFormat {
  /** The header with the schema id, if it is not a prefix of the value. */
  public static final String ID_HEADER = "__value_schema_id";

  /** A schema id before a value has so many bytes, with the byte that says it is there. */
  static final int PREFIX_BYTES = 5;

  private static final int GUID_BYTES = 17;

  private WireFormat() {}

  /** Returns the bare Avro bytes, or null without the wire format. */
  public static byte[] payload(ConsumerRecord<byte[], byte[]> record) {
    return payload(record.headers(), record.value());
  }

  /** The same, of a value with these headers. */
  public static byte[] payload(Headers headers, byte[] value) {
    if (value == null || headers.lastHeader(ID_HEADER) != null) {
      return value;
    }
    return value.length < PREFIX_BYTES || value[0] != 0
        ? null
        : Arrays.copyOfRange(value, PREFIX_BYTES, value.length);
  }

  /** Returns the schema's id: an Integer or a UUID; null: there is none. */
  public static Object id(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(ID_HEADER);
    if (header == null) {
      return prefix(record.value());
    }
    byte[] guid = header.value();
    if (guid != null && guid.length == GUID_BYTES && guid[0] == 1) {
      ByteBuffer halves = ByteBuffer.wrap(guid, 1, GUID_BYTES - 1);
      return new UUID(halves.getLong(), halves.getLong());
    }
    return guid != null && guid.length == PREFIX_BYTES ? prefix(guid) : null;
  }

  /** Returns the schema's id before a value; null: there is none. */
  public static Integer prefix(byte[] bytes) {
    return bytes == null || bytes.length < PREFIX_BYTES || bytes[0] != 0
        ? null
        : Integer.valueOf(ByteBuffer.wrap(bytes).getInt(1));
  }

  /** The headers without the schema's id, which {@link #id} has. */
  public static Headers bare(Headers headers) {
    return headers.lastHeader(ID_HEADER) == null
        ? headers
        : new RecordHeaders(headers.toArray()).remove(ID_HEADER);
  }

  /** Returns true if the value is this payload after any schema id. */
  public static boolean holds(byte[] value, byte[] payload) {
    return value != null
        && value.length == PREFIX_BYTES + payload.length
        && value[0] == 0
        && Arrays.equals(value, PREFIX_BYTES, value.length, payload, 0, payload.length);
  }

  /** Formats the record for messages, or its bytes if it cannot be decoded. */
  public static String show(Schema schema, byte[] payload) {
    if (payload == null) {
      return "no Avro framing";
    }
    try {
      return AvroBytes.decode(new GenericDatumReader<>(schema), payload).toString();
    } catch (IOException | AvroRuntimeException _) {
      return "0x" + HexFormat.of().formatHex(payload);
    }
  }
}
