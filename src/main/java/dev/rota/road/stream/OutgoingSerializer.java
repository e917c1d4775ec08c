package dev.rota.road.stream;

import dev.rota.kernel.ledger.PageWire;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.RegistryOutage;
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
    Object record = value.record() == null ? pages.toRecord(value.payload()) : value.record();
    try {
      return values.serialize(topic, headers, record);
    } catch (RuntimeException foreign) {
      throw RegistryOutage.in(foreign).<RuntimeException>map(outage -> outage).orElse(foreign);
    }
  }

  @Override
  public void close() {
    values.close();
  }
}
