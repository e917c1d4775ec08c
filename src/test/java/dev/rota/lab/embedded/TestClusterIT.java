package dev.rota.lab.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.registry.RegistryClient;
import dev.rota.testing.Patience;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the broker must be able to do for Streams, whichever broker it is. */
class TestClusterIT {
  private static TestCluster cluster;

  @TempDir private Path state;

  @BeforeAll
  static void start() {
    cluster = TestCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "streams"})
  void anExactlyOnceApplicationRunsUnderEitherGroupProtocol(String protocol) throws Exception {
    var records = new Records(cluster.bootstrap());
    var in = "in-" + protocol;
    var out = "out-" + protocol;
    records.createTopic(in, 1);
    records.createTopic(out, 1);
    try (var producer = records.transactional("writer-" + protocol)) {
      records.commit(producer, in, "a", "a");
      records.abort(producer, in, "a");
    }
    try (var streams = new KafkaStreams(counting(in, out).build(), settings(protocol))) {
      streams.start();
      await().untilAsserted(() -> assertThat(records.committed(out)).endsWith("a=2"));
      streams.close(
          CloseOptions.timeout(Patience.MAX)
              .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
  }

  @Test
  void theRegistryIsBesideIt() {
    var client = new RegistryClient(cluster.registryUrl());
    assertThat(client.register("some-value", "\"int\"")).isPositive();
  }

  @Test
  void aRestartedBrokerIsWhereItWasAndTheRegistryGoesOn() {
    var client = new RegistryClient(cluster.registryUrl());
    var before = cluster.bootstrap();
    var id = client.register("before-value", "\"long\"");
    cluster.restartBroker();
    assertThat(cluster.bootstrap()).isEqualTo(before);
    assertThat(client.register("before-value", "\"long\"")).isEqualTo(id);
    assertThat(client.register("after-value", "\"bytes\"")).isGreaterThan(id);
  }

  @Test
  void testsThatCouldNotRunAreCounted() {
    assertThat(DockerBroker.callingTest()).isEqualTo(TestClusterIT.class);
    assertThat(DockerBroker.notRun(TestClusterIT.class))
        .isEqualTo(
            "not run: 4 tests, no Docker engine answers (dev.rota.lab.embedded.TestClusterIT)");
  }

  private static StreamsBuilder counting(String in, String out) {
    var strings = Serdes.String();
    var builder = new StreamsBuilder();
    builder.stream(in, Consumed.with(strings, strings))
        .groupBy((_, value) -> value, Grouped.with("by-value", strings, strings))
        .count(Materialized.as("counts"))
        .toStream()
        .mapValues((value, count) -> value + "=" + count)
        .to(out, Produced.with(strings, strings));
    return builder;
  }

  private Properties settings(String protocol) {
    var settings = new Properties();
    settings.putAll(
        Map.of(
            "application.id",
            "counting-" + protocol,
            "bootstrap.servers",
            cluster.bootstrap(),
            "group.protocol",
            protocol,
            "processing.guarantee",
            "exactly_once_v2",
            "state.dir",
            state.toString(),
            "commit.interval.ms",
            "100",
            "auto.offset.reset",
            "earliest"));
    return settings;
  }
}
