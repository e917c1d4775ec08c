package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.topics.TurnHeaders;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where a record stands among all that its lane published. */
record Turned(String lane, long turn, long index) implements Comparable<Turned> {
  private static Turned of(ConsumerRecord<byte[], byte[]> record) {
    String[] parts =
        new String(record.headers().lastHeader(TurnHeaders.TURN).value(), UTF_8).split("/", 3);
    return new Turned(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }

  /** Assignments and outcomes, lane by lane, in the order in which they were decided. */
  static Map<Turned, SpecificRecord> published(String bootstrap, String registry, Domain domain) {
    Map<Turned, SpecificRecord> published = new TreeMap<>();
    outputs(bootstrap, registry, domain)
        .forEach(
            (place, output) -> {
              if (!output.channel().isCompacted()) {
                published.put(place, output.record());
              }
            });
    return published;
  }

  /** All but dead letters, lane by lane, in the order in which they were decided. */
  static Map<Turned, Output> outputs(String bootstrap, String registry, Domain domain) {
    Map<Turned, Output> outputs = new TreeMap<>();
    try (AvroDeserializer reader = new AvroDeserializer()) {
      reader.configure(
          Map.of("schema.registry.url", registry, "specific.avro.reader", true), false);
      for (Channel channel : domain.wire().channels()) {
        if (channel == Channel.DEAD_LETTERS) {
          continue;
        }
        String topic = channel.topic(domain.name());
        for (ConsumerRecord<byte[], byte[]> record : Committed.records(bootstrap, topic)) {
          Object value = reader.deserialize(topic, record.headers(), record.value());
          String key = new String(record.key(), UTF_8);
          Output output =
              new Output(
                  channel,
                  channel.isCompacted() ? key.substring(key.indexOf('/') + 1) : null,
                  (SpecificRecord) value,
                  new String(record.headers().lastHeader(TurnHeaders.RULE).value(), UTF_8));
          assertThat(outputs.put(of(record), output)).isNull();
        }
      }
    }
    return outputs;
  }

  @Override
  public int compareTo(Turned other) {
    if (!lane.equals(other.lane)) {
      return lane.compareTo(other.lane);
    }
    return turn != other.turn ? Long.compare(turn, other.turn) : Long.compare(index, other.index);
  }
}
