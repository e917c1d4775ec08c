package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.CoresCluster.LEDGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.RuleSet;
import dev.rota.faults.EngineProcess;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.road.topics.LaneKey;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rota run --hold}, {@code shadow} and {@code release}, with kills in between. */
class HeldStartIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTITIONS = 2;
  private static final int EACH = 40;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));
  private static final Map<String, String> VICTIM =
      Map.of("ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000", "ROTA_THREADS", "1");

  @TempDir private Path dir;
  private CoresCluster cluster;
  private Committed decided;
  private long sent;
  private final List<String> chains = new ArrayList<>();
  private final Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();

  @BeforeEach
  void start() {
    cluster = CoresCluster.start(PARTITIONS);
    decided = Committed.inputs(cluster.bootstrap(), CORES.name());
    for (int i = 0; chains.size() < PARTITIONS; i++) {
      if (partition("chain-" + i) == chains.size()) {
        chains.add("chain-" + i);
      }
    }
    chains.forEach(chain -> histories.put(chain, TRAFFIC.start(chain, 1)));
  }

  @AfterEach
  void stop() {
    decided.close();
    cluster.close();
  }

  @Test
  void itDecidesWhatItsShadowSaidOnceItIsReleasedAndKillsLoseAndDoubleNothing() throws Exception {
    send();
    JsonNode foreseen;
    try (EngineProcess held = engine("engine")) {
      assertThat(get(held, "/livez").statusCode()).isEqualTo(200);
      assertThat(get(held, "/readyz").statusCode()).isEqualTo(503);
      assertThat(get(held, "/readyz").body()).contains("held", "rota release cores");
      JsonNode status = JSON.readTree(get(held, "/status").body());
      assertThat(Instant.parse(status.path("started").asText()))
          .as("later than this JVM")
          .isAfter(Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
      assertThat(status.at("/domains/0/held").toString()).isEqualTo("[0,1]");
      assertThat(status.at("/domains/0/active").toString()).isEqualTo("[0,1]");
      assertThat(status.at("/domains/0/standby").toString()).isEqualTo("[]");
      assertThat(status.at("/domains/0/rules").asInt()).isEqualTo(CORES.engine().rules());
      assertThat(status.at("/domains/0/diskFreeBytes").asLong()).isPositive();
      foreseen = shadow();
      await().until(() -> held.errors().contains("in shadow: 40 inputs"));
      held.kill();
    }
    assertThat(cluster.committed(LEDGER)).isEmpty();

    send();
    try (EngineProcess held = engine("engine")) {
      String chain = chains.get(0);
      assertThat(rota(0, "release", "cores", "--key", chain, "--dry-run").out())
          .contains("\"released\":[0]", "\"dryRun\":true");
      assertThat(CommandLine.run(asWritten("release", chain)).exit()).isZero();
      held.kill(); // perhaps it has heard of it, perhaps not
    }
    try (EngineProcess half = engine("engine")) {
      await().until(() -> decided.count() >= 2 * EACH);
      assertThat(cluster.turns()).extracting(TurnEntry::lane).containsOnly(chains.get(0));
      assertThat(get(half, "/readyz").statusCode()).isEqualTo(503);

      assertThat(JSON.readTree(rota(0, "release", "cores").out()).path("released").toString())
          .isEqualTo("[1]");
      var another =
          CompletableFuture.runAsync(
              this::startsHeldBesideOneThatDecides, Thread::startVirtualThread);
      await().until(() -> decided.count() >= 4 * EACH);
      await().until(() -> get(half, "/readyz").statusCode() == 200);
      assertThat(rota(0, "release", "cores").out()).contains("\"released\":[]");
      thatIsWhatTheShadowSaid(foreseen);
      assertThat(cluster.audit().proved()).isTrue();
      another.get();
      assertThat(half.terminate()).as(half.errors()).isEqualTo(143);
    }
  }

  private void startsHeldBesideOneThatDecides() {
    assertThatThrownBy(() -> engine("another"))
        .hasMessageContaining("the domain cores cannot start held")
        .hasMessageContaining("has members that decide it");
  }

  private static int partition(String chain) {
    return LaneKey.partition(chain.getBytes(UTF_8), PARTITIONS);
  }

  /** What is decided now of the inputs that wait, by partition. */
  private JsonNode shadow() throws Exception {
    JsonNode said =
        JSON.readTree(rota(0, "shadow", "cores", "--registry", cluster.registry()).out());
    assertThat(said.path("partitions")).hasSize(PARTITIONS);
    said.path("partitions")
        .forEach(
            one -> {
              assertThat(one.path("inputs").asInt()).isEqualTo(EACH);
              assertThat(one.path("left").asInt()).isZero();
              assertThat(one.path("turns").size()).isGreaterThanOrEqualTo(EACH);
            });
    assertThat(rota(0, "shadow", "cores", "--registry", cluster.registry(), "--limit", "3").out())
        .contains("\"left\":37");
    assertThat(CommandLine.run(asWritten("shadow", chains.get(1), "--key", chains.get(1))).out())
        .startsWith("cores: in shadow, nothing is published")
        .contains("partition 1: 40 inputs would take ", " dead letters")
        .contains("  " + chains.get(1) + " turn 1, 2023-11-14T22:13:20")
        .contains("    cores-assignments (cores ");
    return said;
  }

  /** Turn by turn, up to where ticks of another time may come between. */
  private void thatIsWhatTheShadowSaid(JsonNode foreseen) {
    List<TurnEntry> turns = cluster.turns();
    for (JsonNode partition : foreseen.path("partitions")) {
      String lane = chains.get(partition.path("partition").asInt());
      List<TurnEntry> came = turns.stream().filter(one -> one.lane().equals(lane)).toList();
      for (int i = 0; i < EACH; i++) {
        JsonNode turn = partition.path("turns").path(i);
        TurnEntry entry = came.get(i);
        assertThat(turn.path("turn").asLong()).isEqualTo(entry.number());
        assertThat(turn.path("lane").asText()).isEqualTo(lane);
        assertThat(turn.path("input").textValue())
            .isEqualTo(entry.source() == null ? null : entry.source().path());
        assertThat(turn.path("outputs")).hasSize(entry.outputs());
      }
    }
  }

  private EngineProcess engine(String name) throws Exception {
    return EngineProcess.start(
            CORES.name(),
            cluster.bootstrap(),
            cluster.registry(),
            dir.resolve(name),
            VICTIM,
            List.of(asWritten("run", "")).subList(1, 4))
        .ready();
  }

  /** The page's command of this verb, beside this cluster; its grid is this chain. */
  private String[] asWritten(String verb, String chain, String... more) throws IOException {
    String kafka = "bootstrap.servers=" + cluster.bootstrap();
    String registry = "schema.registry.url=" + cluster.registry();
    Path config = Files.write(dir.resolve("FILE"), List.of(kafka, registry));
    Map<String, String> here =
        Map.of("bots", CORES.name(), "builds", chain, "FILE", config.toString());
    List<String> words =
        new ArrayList<>(
            DocsProcedure.commands("operations", "## A held start", here).stream()
                .filter(command -> command.get(0).equals(verb))
                .findFirst()
                .orElseThrow());
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private CommandLine rota(int exit, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", cluster.bootstrap(), "-o", "json"));
    CommandLine done = CommandLine.run(all.toArray(String[]::new));
    assertThat(done.exit()).as(done.err()).isEqualTo(exit);
    return done;
  }

  private static HttpResponse<String> get(EngineProcess engine, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(engine.http() + path)).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private void send() {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (String chain : chains) {
        for (int i = 0; i < EACH; i++) {
          Traffic.Event event = histories.get(chain).next();
          long at = START_MILLIS + event.atMillis() + ++sent; // no two at one time
          var _ =
              producer.send(
                  new ProducerRecord<>(
                      event.topic(), null, at, chain.getBytes(UTF_8), event.record()));
        }
      }
    }
  }
}
