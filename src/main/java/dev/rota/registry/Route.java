package dev.rota.registry;

import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;

/**
 * How values of one schema are written to one topic. Routes are cached by identity of the schema.
 *
 * @param guidHeader the header instead of the prefix, or null
 * @param conversion from the value's schema to the registered one, or null if their encodings agree
 * @param staleAtNanos expiry on {@link System#nanoTime}; only if {@code expires}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Route(
    String topic,
    Schema schema,
    boolean specific,
    int id,
    byte[] guidHeader,
    DatumWriter<Object> writer,
    Conversion conversion,
    boolean expires,
    long staleAtNanos) {
  boolean serves(String topic, Schema schema, boolean specific) {
    return isFor(topic, schema, specific) && !(expires && System.nanoTime() - staleAtNanos >= 0);
  }

  @SuppressWarnings("ReferenceEquality") // comparing by content would cost more than writing
  boolean isFor(String topic, Schema schema, boolean specific) {
    return this.schema == schema && this.specific == specific && this.topic.equals(topic);
  }
}
