package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.chunks.ChunksDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defaults of ours for Kafka's clients, and who overrides them. */
class StreamsSettingsTest {
  private static final String REQUEST = "request.timeout.ms";
  private static final Map<String, Object> KAFKA = Map.of("bootstrap.servers", "127.0.0.1:9");

  /** It may accept connections and stay silent, and Kafka's clients would wait forever. */
  @Test
  void everyClientWaitsTenSecondsForAnIdentityProviderUnlessItsUserSaysOtherwise() {
    String connect = "sasl.login.connect.timeout.ms";
    String read = "sasl.login.read.timeout.ms";
    Map<String, Object> sasl =
        Map.of("bootstrap.servers", "127.0.0.1:9", "security.protocol", "SASL_SSL", read, 3_000);
    StreamsSettings settings = settings(sasl, Map.of());

    assertThat(settings.kafka()).containsEntry(connect, 10_000).containsEntry(read, 3_000);
    StreamsConfig config = new StreamsConfig(settings.streams(new AlarmDomain()));
    assertThat(
            List.of(
                config.getMainConsumerConfigs("g", "c", 0),
                config.getRestoreConsumerConfigs("c"),
                config.getProducerConfigs("c"),
                config.getAdminConfigs("c")))
        .allSatisfy(
            one -> assertThat(one).containsEntry(connect, 10_000).containsEntry(read, 3_000));
    assertThat(settings(KAFKA, Map.of()).kafka()).as("no login").isEqualTo(KAFKA);
  }

  @Test
  void outputsAreGzippedAtItsFastestLevelForEveryClientReadsIt() {
    Map<String, Object> producer = producer(Map.of());
    assertThat(producer).containsEntry("compression.type", "gzip");
    assertThat(producer).containsEntry("compression.gzip.level", 1);
  }

  /**
   * What the producers of a domain do not compress, its ledger's topic does: it is kept forever.
   */
  @Test
  void largeGenerationsOfChunksWaitForNoCompressionAndTheLedgerIsCompressedByItsTopic() {
    Domain chunks = new ChunksDomain();
    assertThat(config(Map.of(), chunks).getProducerConfigs("c"))
        .containsEntry("compression.type", "none");
    assertThat(RequiredTopics.of(chunks))
        .filteredOn(topic -> topic.created(3).containsKey("compression.type"))
        .singleElement()
        .satisfies(
            topic -> {
              assertThat(topic.name()).isEqualTo("chunks-ledger");
              assertThat(topic.created(3))
                  .containsEntry("compression.type", "gzip")
                  .containsEntry("compression.gzip.level", "1")
                  .containsEntry("retention.ms", "-1")
                  .containsEntry("min.insync.replicas", "2");
              assertThat(topic.configs(3))
                  .as("may be changed")
                  .doesNotContainKey("compression.type");
            });
    assertThat(RequiredTopics.of(new AlarmDomain()))
        .allSatisfy(topic -> assertThat(topic.created(3)).isEqualTo(topic.configs(3)));
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

  /** A broker that is frozen or cut off costs seconds, and no transaction. */
  @Test
  void aRequestIsRepeatedWithinATransactionAndFetchesWhatArrivesInThatTime() {
    StreamsConfig config = config(Map.of());
    assertThat(config.getProducerConfigs("c"))
        .containsEntry(REQUEST, 5_000)
        .containsEntry("transaction.timeout.ms", 10_000);
    assertThat(config(Map.of(), new ChunksDomain()).getProducerConfigs("c"))
        .as("its requests are as large as its transactions are long")
        .containsEntry(REQUEST, 30_000)
        .containsEntry("transaction.timeout.ms", 120_000);
    assertThat(
            List.of(
                config.getMainConsumerConfigs("g", "c", 0), config.getRestoreConsumerConfigs("c")))
        .allSatisfy(
            one ->
                assertThat(one)
                    .containsEntry(REQUEST, 5_000)
                    .containsEntry("fetch.max.bytes", 8 << 20));
  }

  @ParameterizedTest
  @CsvSource({
    "request.timeout.ms, 7000, 7000, 7000",
    "consumer.request.timeout.ms, 7000, 7000, 5000",
    "main.consumer.request.timeout.ms, 7000, 5000, 5000",
    "restore.consumer.request.timeout.ms, 5000, 7000, 5000",
    "producer.request.timeout.ms, 5000, 5000, 7000",
  })
  void whoeverNamesAnotherTimeOutOfRequestsGetsIt(
      String key, String main, String restore, String producer) {
    StreamsConfig config = config(Map.of(key, "7000"));
    assertThat(config.getMainConsumerConfigs("g", "c", 0).get(REQUEST)).hasToString(main);
    assertThat(config.getRestoreConsumerConfigs("c").get(REQUEST)).hasToString(restore);
    assertThat(config.getProducerConfigs("c").get(REQUEST)).hasToString(producer);
  }

  @Test
  void whatAllClientsAreGivenReachesEach() {
    Map<String, Object> kafka =
        Map.of("bootstrap.servers", "127.0.0.1:9", REQUEST, "7000", "fetch.max.bytes", "1000");
    StreamsConfig config = new StreamsConfig(settings(kafka, Map.of()).streams(new AlarmDomain()));
    assertThat(
            List.of(
                config.getMainConsumerConfigs("g", "c", 0),
                config.getRestoreConsumerConfigs("c"),
                config.getProducerConfigs("c")))
        .allSatisfy(one -> assertThat(one).containsEntry(REQUEST, "7000"));
    assertThat(config.getMainConsumerConfigs("g", "c", 0)).containsEntry("fetch.max.bytes", "1000");
  }

  /** Else what is decided between two polls would be committed with the second one. */
  @Test
  void aThreadPollsNoLongerThanItsCommitInterval() {
    assertThat(polls(Map.of())).isEqualTo(100);
    assertThat(polls(Map.of("commit.interval.ms", "20"))).isEqualTo(20);
    assertThat(polls(Map.of("commit.interval.ms", 1_000))).as("time passes too").isEqualTo(100);
    assertThat(polls(Map.of("commit.interval.ms", "0"))).isEqualTo(1);
    assertThat(polls(Map.of("commit.interval.ms", "20", "poll.ms", "7"))).isEqualTo(7);
  }

  private static long polls(Map<String, Object> given) {
    return config(given).getLong("poll.ms");
  }

  private static Map<String, Object> producer(Map<String, Object> given) {
    return config(given).getProducerConfigs("c");
  }

  private static StreamsConfig config(Map<String, Object> given) {
    return config(given, new AlarmDomain());
  }

  private static StreamsConfig config(Map<String, Object> given, Domain domain) {
    return new StreamsConfig(settings(KAFKA, given).streams(domain));
  }

  private static StreamsSettings settings(Map<String, Object> kafka, Map<String, Object> given) {
    return new StreamsSettings(
        "rota",
        kafka,
        given,
        ValueSerde.avro(Map.of()),
        Path.of("unused"),
        1,
        Duration.ofSeconds(1));
  }
}
