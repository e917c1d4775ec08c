package dev.rota.lab.verbs.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code rota dev} makes of settings, up to where it would start. */
class DevSettingsTest {
  private static final String NO_DIRECTORY = "exists and is not a directory";

  @TempDir private Path dir;

  private Ran dev(Map<String, String> variables, String... more) throws IOException {
    Path file = Files.writeString(dir.resolve("f"), "");
    List<String> words = new ArrayList<>(List.of("dev", "--data-dir", file.toString()));
    words.addAll(List.of(more));
    return Ran.rota(variables, "", words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "ROTA_BOOTSTRAP_SERVERS, a:1, bootstrap.servers",
    "ROTA_SCHEMA_REGISTRY_URL, http://a:1, schema.registry.url",
    "ROTA_STATE_DIR, /tmp/x, state.dir",
    "ROTA_STANDBYS, 1, standbys",
    "ROTA_STREAMS_NUM_STANDBY_REPLICAS, 1, streams.num.standby.replicas",
    "ROTA_REPLICATION_FACTOR, 3, replication.factor",
    "ROTA_HTTP_HOST, 0.0.0.0, http.host",
    "ROTA_KAFKA_SECURITY_PROTOCOL, SSL, kafka.security.protocol",
    "ROTA_PRODUCER_SASL_MECHANISM, PLAIN, producer.sasl.mechanism",
    "ROTA_CONSUMER_SSL_PROTOCOL, TLSv1.3, consumer.ssl.protocol",
  })
  void whatWouldDoNothingIsRefusedByItsName(String variable, String value, String setting)
      throws IOException {
    Ran ran = dev(Map.of(variable, value));
    assertThat(ran.code()).isEqualTo(78);
    assertThat(ran.err()).contains(variable + ": '" + setting + "' has no effect here");
  }

  @ParameterizedTest
  @CsvSource({
    "ROTA_PRODUCER_COMPRESSION_TYPE, zstd",
    "ROTA_STREAMS_COMMIT_INTERVAL_MS, 50",
    "ROTA_CONSUMER_MAX_POLL_RECORDS, 10",
    "ROTA_KAFKA_REQUEST_TIMEOUT_MS, 9000",
    "ROTA_COMMIT_INTERVAL_MS, 50",
    "ROTA_THREADS, 3",
    "ROTA_METRONOME_MS, 200",
    "ROTA_LANES_OPEN, 100",
    "ROTA_LANES_IDLE_MS, 1000",
    "ROTA_APPLICATION_ID, other",
    "ROTA_PARTITIONS, 2",
    "ROTA_HTTP_PORT, 0",
    "ROTA_DOMAINS, cores",
    "ROTA_LOG_FORMAT, json",
  })
  void whatDoesSomethingIsTaken(String variable, String value) throws IOException {
    assertThat(dev(Map.of(variable, value)).err()).contains(NO_DIRECTORY);
  }

  @Test
  void aFileAndKeysAreTakenAsByRun() throws IOException {
    Path good = Files.writeString(dir.resolve("good.properties"), "producer.linger.ms=5\n");
    Path bad = Files.writeString(dir.resolve("bad.properties"), "threads=many\n");
    assertThat(dev(Map.of(), "--config", good.toString(), "-X", "compression.type=none").err())
        .contains(NO_DIRECTORY);
    Ran refused = dev(Map.of(), "--config", bad.toString(), "-X", "linger.ms=soon");
    assertThat(refused.code()).isEqualTo(78);
    assertThat(refused.err()).contains(bad + ":1: 'threads'", "-X linger.ms");
  }

  @Test
  void moreTopicPartitionsThanOneBrokerBearsAreRefusedWhereverTheyAreGiven() throws IOException {
    Ran ran = dev(Map.of("ROTA_PARTITIONS", "5000"));
    assertThat(ran.code()).isEqualTo(2);
    assertThat(ran.err()).contains("ROTA_PARTITIONS is 5000; expected 1 to 1000");
  }
}
