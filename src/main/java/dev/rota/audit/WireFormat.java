package dev.rota.audit;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Removes Confluent's wire format. The schema id belongs to the registry and proves nothing. */
final class WireFormat {
  /** The header with the schema id, if it is not a prefix of the value. */
  static final String ID_HEADER = "__value_schema_id";

  private static final int PREFIX_BYTES = 5;

  private WireFormat() {}

  /** Returns the bare Avro bytes, or null without the wire format. */
  static byte[] payload(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    if (value == null || record.headers().lastHeader(ID_HEADER) != null) {
      return value;
    }
    return value.length < PREFIX_BYTES || value[0] != 0
        ? null
        : Arrays.copyOfRange(value, PREFIX_BYTES, value.length);
  }

  /** Returns true if the value is this payload after any schema id. */
  static boolean holds(byte[] value, byte[] payload) {
    return value != null
        && value.length == PREFIX_BYTES + payload.length
        && value[0] == 0
        && Arrays.equals(value, PREFIX_BYTES, value.length, payload, 0, payload.length);
  }

  /** Formats the record for messages, or its bytes if it cannot be decoded. */
  static String show(Schema schema, byte[] payload) {
    if (payload == null) {
      return "no Avro framing";
    }
    try {
      return new GenericDatumReader<>(schema)
          .read(null, DecoderFactory.get().binaryDecoder(payload, null))
          .toString();
    } catch (IOException | AvroRuntimeException e) {
      return "0x" + HexFormat.of().formatHex(payload);
    }
  }
}
