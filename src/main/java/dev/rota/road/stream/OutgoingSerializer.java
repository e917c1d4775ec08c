package dev.rota.road.stream;

import dev.rota.base.avro.AvroBytes;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.RegistryOutage;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Frames values with the configured serializer. Rota's own takes encoded values, others take
 * records.
 */
final class OutgoingSerializer implements Serializer<OutgoingRecord> {
  private final Serializer<Object> values;
  private final boolean takesEncoded;
  private final PageWire pages = new PageWire();

  OutgoingSerializer(Serializer<Object> values) {
    this.values = values;
    this.takesEncoded = ((Object) values) instanceof AvroSerializer;
  }

  @Override
  public byte[] serialize(String topic, OutgoingRecord value) {
    throw new UnsupportedOperationException("sinks serialize with headers");
  }

  @Override
  public byte[] serialize(String topic, Headers headers, OutgoingRecord value) {
    if (value.encoded() == null) {
      return value.raw();
    }
    if (takesEncoded) {
      return values.serialize(topic, headers, value.encoded());
    }
    try {
      return values.serialize(topic, headers, record(value));
    } catch (RuntimeException foreign) {
      throw RegistryOutage.in(foreign).<RuntimeException>map(outage -> outage).orElse(foreign);
    }
  }

  /** As its schema has it: what older rules wrote is no record of the present class. */
  private Object record(OutgoingRecord value) {
    Schema schema = value.encoded().schema();
    if (value.record() == null && schema.equals(PageWire.MOVES)) {
      return pages.toRecord(value.payload());
    }
    if (value.record() != null && schema.equals(value.record().getSchema())) {
      return value.record();
    }
    try {
      return AvroBytes.decode(new GenericDatumReader<>(schema), value.payload());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // bytes in memory
    }
  }

  @Override
  public void close() {
    values.close();
  }
}
