package dev.rota.lab.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.lab.traffic.RawRecord;
import dev.rota.lab.traffic.Traffic;
import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.InputReader;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Reads raw records without a cluster, with the engine's own reader. Its registry is in memory and
 * knows the domain's inputs alone.
 */
public final class RawInputs {
  /** {@code input.bytes.max} of simulations. */
  public static final int BYTES_MAX = 256 * 1024;

  private final InputReader reader;
  private final AvroSerializer serializer;

  public RawInputs(Domain domain) {
    String scope = "simulate-" + domain.name();
    serializer = serializer(domain, scope);
    AvroDeserializer values = new AvroDeserializer();
    values.configure(
        Map.of(
            "schema.registry.url",
            "mock://" + scope,
            "specific.avro.reader",
            true,
            "rota.unknown.schema.wait.ms",
            0L),
        false);
    reader = new InputReader(domain, values, RawRecord.PARTITIONS, BYTES_MAX);
  }

  /** A serializer whose schema ids are the same in every run. */
  public static AvroSerializer serializer(Domain domain, String scope) {
    MockRegistry registry = MockRegistry.scope(scope);
    for (InputTopic input : domain.wire().inputs()) {
      registry.register(input.topic() + "-value", input.schema(), false);
    }
    return new AvroSerializer(registry);
  }

  public InputReader.Received receive(Traffic.Event event, long offset) {
    RawRecord raw = event.raw();
    Headers headers = new RecordHeaders();
    raw.headers().forEach((name, value) -> headers.add(name, value.getBytes(UTF_8)));
    return reader.receive(
        event.topic(),
        raw.partition(),
        offset,
        event.atMillis(),
        raw.key() == null ? null : raw.key().getBytes(UTF_8),
        event.record() == null
            ? raw.value()
            : serializer.serialize(event.topic(), headers, event.record()),
        headers);
  }
}
