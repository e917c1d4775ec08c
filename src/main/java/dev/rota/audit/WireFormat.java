package dev.rota.audit;

import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Avro bytes out of Confluent's framing; the schema's id is the registry's and proves nothing. */
final class WireFormat {
  /** A schema's id, where it is not before the value. */
  static final String ID_HEADER = "__value_schema_id";

  private static final int PREFIX_BYTES = 5;

  private WireFormat() {}

  /** The bare Avro bytes, or null when there is no framing to take off. */
  static byte[] payload(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    if (value == null || record.headers().lastHeader(ID_HEADER) != null) {
      return value;
    }
    return value.length < PREFIX_BYTES || value[0] != 0
        ? null
        : Arrays.copyOfRange(value, PREFIX_BYTES, value.length);
  }

  /** Whether a value is this payload behind the usual prefix; the id in it is not looked at. */
  static boolean holds(byte[] value, byte[] payload) {
    return value != null
        && value.length == PREFIX_BYTES + payload.length
        && value[0] == 0
        && Arrays.equals(value, PREFIX_BYTES, value.length, payload, 0, payload.length);
  }

  /** For people: the record as text, or its bytes when it is none. */
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
