package dev.rota.notary;

import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The Avro binary of a record, without the schema's id that may stand before it. */
final class Payload {
  private static final String ID_HEADER = "__value_schema_id";
  private static final int PREFIX_BYTES = 5;

  private Payload() {}

  /** Null for a tombstone. */
  static byte[] of(ConsumerRecord<byte[], byte[]> record) {
    byte[] value = record.value();
    boolean bare =
        value == null
            || value.length < PREFIX_BYTES
            || value[0] != 0
            || record.headers().lastHeader(ID_HEADER) != null;
    return bare ? value : Arrays.copyOfRange(value, PREFIX_BYTES, value.length);
  }
}
