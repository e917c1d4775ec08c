package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.registry.AvroDeserializer;
import dev.rota.registry.AvroSerializer;
import dev.rota.testing.alarms.AlarmDomain;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Defaults of ours for Kafka's clients, and who overrides them. */
class StreamsSettingsTest {
  private static final Map<String, Object> KAFKA = Map.of("bootstrap.servers", "127.0.0.1:9");

  @Test
  void outputsAreGzippedAtItsFastestLevelForEveryClientReadsIt() {
    Map<String, Object> producer = producer(Map.of());
    assertThat(producer).containsEntry("compression.type", "gzip");
    assertThat(producer).containsEntry("compression.gzip.level", 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compression.type", "producer.compression.type"})
  void whoeverNamesAnotherCompressionGetsIt(String key) {
    assertThat(producer(Map.of(key, "lz4"))).containsEntry("compression.type", "lz4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "session.timeout.ms",
        "consumer.session.timeout.ms",
        "main.consumer.session.timeout.ms"
      })
  void whoeverNamesAnotherSessionGetsIt(String key) {
    assertThat(config(Map.of(key, "7000")).getMainConsumerConfigs("g", "c", 0))
        .containsEntry("session.timeout.ms", "7000");
  }

  private static Map<String, Object> producer(Map<String, Object> given) {
    return config(given).getProducerConfigs("c");
  }

  private static StreamsConfig config(Map<String, Object> given) {
    return new StreamsConfig(
        new StreamsSettings(
                "rota",
                KAFKA,
                given,
                Map.of(),
                AvroSerializer.class.getName(),
                AvroDeserializer.class.getName(),
                Path.of("unused"),
                1,
                Duration.ofSeconds(1))
            .streams(new AlarmDomain()));
  }
}
