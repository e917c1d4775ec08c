package dev.rota.end;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.bots.BotsDomain;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crowded trace through a real broker. */
class ImportSwfIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final int JOBS = 40;

  /** For a whole trace of a real machine, which {@code -Drota.trace=FILE} names. */
  private static final Duration LIVE_MAX = Duration.ofHours(2);

  @TempDir private Path dir;

  @Test
  void aTraceGetsTheLeasesThatItGetsOfflineAndTheAuditProvesThem() throws Exception {
    Path trace = Files.writeString(dir.resolve("trace.swf"), trace());
    JsonNode offline =
        json(CommandLine.run("import", "swf", trace.toString(), "-o", "json", "--offline"));
    try (TestCluster cluster = TestCluster.start()) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
      try (Admin admin = Admin.create(kafka)) {
        MissingTopics.create(admin, RequiredTopics.of(BOTS), 2, (short) 1);
      }
      try (DomainStreams streams = road(cluster, kafka)) {
        streams.awaitRunning(Patience.MAX);
        JsonNode live = json(play(cluster, trace));
        assertThat(live.path("offline").asBoolean()).isFalse();
        assertThatEqual(offline, live);
        CommandLine again = play(cluster, trace);
        assertThat(again.exit()).isEqualTo(4);
        assertThat(again.err()).contains("it has lived before", "--grid");
      }
      CommandLine audit = CommandLine.run("audit", "bots", "-b", cluster.bootstrap());
      assertThat(audit.exit()).as(audit.out()).isZero();
    }
    assertThat(offline.path("waitingMs").path("max").asLong()).as("it is crowded").isPositive();
  }

  @Test
  void anEngineThatIsKilledInTheMiddleChangesNoLease() throws Exception {
    String given = System.getProperty("rota.trace");
    Path trace =
        given == null ? Files.writeString(dir.resolve("trace.swf"), trace()) : Path.of(given);
    JsonNode offline =
        json(CommandLine.run("import", "swf", trace.toString(), "-o", "json", "--offline"));
    try (TestCluster cluster = TestCluster.start()) {
      try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
        MissingTopics.create(admin, RequiredTopics.of(BOTS), 2, (short) 1);
      }
      CompletableFuture<CommandLine> playing;
      try (EngineProcess first = engine(cluster).ready();
          Committed ledger = new Committed(cluster.bootstrap(), "bots-ledger")) {
        playing =
            CompletableFuture.supplyAsync(() -> play(cluster, trace), Thread::startVirtualThread);
        long some = offline.path("leases").asLong() / 4; // each is submitted and reported
        await().atMost(LIVE_MAX).until(() -> ledger.count() >= some || playing.isDone());
        first.kill();
      }
      assertThat(playing).as("the import, as the engine is killed").isNotDone();
      try (EngineProcess second = engine(cluster).ready()) {
        assertThatEqual(offline, json(playing.get(LIVE_MAX.toMinutes(), TimeUnit.MINUTES)));
        second.kill();
      }
      CommandLine audit = CommandLine.run("audit", "bots", "-b", cluster.bootstrap());
      assertThat(audit.exit()).as(audit.out()).isZero();
      System.out.print("a trace, its engine killed in the middle: " + audit.out());
    }
  }

  private EngineProcess engine(TestCluster cluster) throws IOException {
    return EngineProcess.start(
        "bots",
        cluster.bootstrap(),
        cluster.registryUrl(),
        dir.resolve("state"),
        Map.of("ROTA_COMMIT_INTERVAL_MS", "10"));
  }

  private static void assertThatEqual(JsonNode offline, JsonNode live) {
    for (String figure :
        new String[] {"digest", "leases", "waitingMs", "utilisation", "makespanMs"}) {
      assertThat(live.path(figure)).as(figure).isEqualTo(offline.path(figure));
    }
  }

  private static CommandLine play(TestCluster cluster, Path trace) {
    return CommandLine.run(
        "import",
        "swf",
        trace.toString(),
        "-o",
        "json",
        "-b",
        cluster.bootstrap(),
        "--registry",
        cluster.registryUrl());
  }

  private DomainStreams road(TestCluster cluster, Map<String, Object> kafka) throws Exception {
    return DomainStreams.start(
        BOTS,
        new StreamsSettings(
            "rota",
            kafka,
            Map.of("commit.interval.ms", "20"),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            dir.resolve("state"),
            1,
            Duration.ofMillis(100)));
  }

  private static String trace() {
    SplittableRandom random = new SplittableRandom(5);
    StringBuilder trace = new StringBuilder("; MaxNodes: 4\n; UnixStartTime: 749458803\n");
    long submit = 0;
    for (int number = 1; number <= JOBS; number++) {
      submit += random.nextInt(8);
      trace.append(
          "%d %d -1 %d %d -1 -1 -1 -1 -1 1 1 1 %d %d -1 -1 -1%n"
              .formatted(
                  number,
                  submit,
                  random.nextInt(20),
                  1 + random.nextInt(4),
                  random.nextInt(3),
                  random.nextInt(2)));
    }
    return trace.toString();
  }

  private static JsonNode json(CommandLine ran) throws Exception {
    assertThat(ran.exit()).as(ran.err()).isZero();
    return new ObjectMapper().readTree(ran.out());
  }
}
