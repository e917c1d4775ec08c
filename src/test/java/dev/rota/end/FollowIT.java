package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.CoresCluster.LEDGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.RuleSet;
import dev.rota.faults.EngineProcess;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ServerAccess;
import dev.rota.testing.Shown;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A follower beside an engine that is killed shows what is committed, and nothing else. */
class FollowIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int KILLS = 2;
  private static final int MORE = 600;
  private static final List<String> CHAINS = List.of("polkadot", "kusama", "westend");
  private static final RelayChainTraffic TRAFFIC =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2));
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final Map<String, String> VICTIM =
      Map.of(
          "ROTA_COMMIT_INTERVAL_MS", "1000",
          "ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000",
          "ROTA_THREADS", "1");

  @TempDir private Path dir;
  private final Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();
  private CoresCluster cluster;
  private LiveDomain live;
  private Committed decided;
  private long sent;

  private final Shown shown = new Shown();

  @BeforeEach
  void start() {
    cluster = CoresCluster.start(2);
    decided = Committed.inputs(cluster.bootstrap(), CORES.name());
    CHAINS.forEach(chain -> histories.put(chain, TRAFFIC.start(chain, 1)));
    live =
        LiveDomain.start(
            CORES,
            () -> new KafkaLogs(CORES, cluster.kafka()),
            CheckpointChoice.BEGINNING,
            Set.of());
  }

  @AfterEach
  void stop() {
    live.close();
    decided.close();
    cluster.close();
  }

  @Test
  void neverATurnThatIsNotCommittedAndAForgeryIsFound() throws Exception {
    for (int kill = 0; kill < KILLS; kill++) {
      try (EngineProcess engine = engine()) {
        strike(engine, decided.count() + 5 * MORE);
      }
    }
    try (EngineProcess engine = engine()) {
      await().until(() -> isShownWhile(decided.count() >= sent));
      assertThat(engine.terminate()).as(engine.errors()).isEqualTo(143);
    }
    await().until(() -> isShownWhile(turns() == cluster.turns().size()));
    assertThat(live.standings()).allMatch(FollowProgress::isProved);
    assertThat(shown.isOf(cluster.committed(LEDGER))).isGreaterThan(10);
    theCommandSaysTheSame();
    theForgeryIsFound();
  }

  private EngineProcess engine() throws Exception {
    send(3 * MORE);
    return EngineProcess.start(
            CORES.name(), cluster.bootstrap(), cluster.registry(), dir.resolve("engine"), VICTIM)
        .ready();
  }

  /** Kills it in a transaction: it is held still for the look, and never out of work. */
  private void strike(EngineProcess engine, long enough) throws Exception {
    while (true) {
      isShownWhile(true);
      if (decided.count() > sent - MORE) {
        send(3 * MORE);
      }
      if (decided.count() >= enough && cluster.isOpen(LEDGER)) {
        engine.freeze();
        boolean open = cluster.isOpen(LEDGER);
        if (open && cluster.isOpen(LEDGER)) { // what it had sent has come by the second look
          break;
        }
        engine.thaw();
      }
      assertThat(sent).as("no transaction was ever seen open").isLessThan(1_000_000L);
    }
    isShownWhile(true); // beside an open transaction
    engine.kill();
    isShownWhile(true);
  }

  private long turns() {
    return live.standings().stream().mapToLong(FollowProgress::turns).sum();
  }

  private boolean isShownWhile(boolean result) {
    shown.look(live);
    return result;
  }

  private void theCommandSaysTheSame() throws Exception {
    try (LiveServer server = LiveServer.start(List.of(live), ServerAccess.local(0))) {
      String lane = server.url() + "/v1/cores/lanes/polkadot";
      assertThat(get(lane + "/queries/queue"))
          .isEqualTo(rota("query", "cores", "queue", "-k", "polkadot"));
      assertThat(get(lane + "/state?at=40"))
          .isEqualTo(rota("state", "cores", "-k", "polkadot", "--at", "40"));
      assertThat(get(lane + "/diff?from=40&to=50"))
          .isEqualTo(rota("state", "cores", "-k", "polkadot", "--diff", "40", "50"));
      assertThat(get(lane + "/why/0?kind=core"))
          .isEqualTo(rota("why", "cores", "0", "--kind", "core", "-k", "polkadot"));
    }
    try (FollowProcess follow = FollowProcess.start(dir, cluster.bootstrap(), "--port", "0")) {
      String url = follow.url();
      await().until(() -> get(url + "/v1/domains").at("/domains/0/turns").asLong() == turns());
      assertThat(get(url + "/v1/cores/lanes/polkadot/queries/queue"))
          .isEqualTo(rota("query", "cores", "queue", "-k", "polkadot"));
      await().until(() -> follow.errors().contains("turns are verified"));
      assertThat(follow.terminate()).as(follow.errors()).isEqualTo(143);
    }
  }

  private static JsonNode get(String url) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private JsonNode rota(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("-b", cluster.bootstrap(), "-o", "json"));
    return JSON.readTree(CommandLine.run(all.toArray(String[]::new)).out());
  }

  /** An insider writes a page that looks like the last one, with one bit turned. */
  private void theForgeryIsFound() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> pages = cluster.committed(LEDGER);
    ConsumerRecord<byte[], byte[]> last = pages.get(pages.size() - 1);
    byte[] forged = last.value().clone();
    forged[forged.length / 2] ^= 1;
    long began;
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      producer
          .send(
              new ProducerRecord<>(
                  LEDGER, last.partition(), last.timestamp(), last.key(), forged, last.headers()))
          .get();
      began = System.nanoTime();
    }
    await()
        .pollInterval(Duration.ofMillis(5))
        .until(() -> live.standings().get(last.partition()).difference() != null);
    System.out.printf(
        "a forged page is found after %d ms%n", (System.nanoTime() - began) / 1_000_000);
    assertThat(live.standings().get(last.partition()).isProved()).isFalse();
  }

  private void send(int count) {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (int i = 0; i < count; i++) {
        String chain = CHAINS.get((int) (sent++ % CHAINS.size()));
        Traffic.Event event = histories.get(chain).next();
        long at = START_MILLIS + event.atMillis();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    event.topic(), null, at, chain.getBytes(UTF_8), event.record()));
      }
    }
  }
}
