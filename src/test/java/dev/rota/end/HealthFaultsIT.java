package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.HealthDisplays.ALERT;
import static dev.rota.end.HealthDisplays.HTTP;
import static dev.rota.end.HealthDisplays.PAGE;
import static dev.rota.end.HealthDisplays.TOP;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.traffic.RelayChainShape;
import dev.rota.cores.traffic.RelayChainTraffic;
import dev.rota.faults.Brokers;
import dev.rota.faults.EngineProcess;
import dev.rota.kernel.domain.Traffic;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.NotRun;
import dev.rota.testing.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What whoever watches sees of each fault: HTTP, {@code top}, the page and the alerts. Words and
 * states are held; when they came is told, in {@code target/health.txt}.
 */
@Tag("faults")
class HealthFaultsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path REPORT = Path.of("target", "health.txt");
  private static final String CHAIN = "polkadot";
  private static final String LANE = "cores/" + CHAIN;
  private static final String GROUP = "rota-cores";
  private static final int PARTITIONS = 2;
  private static final int BROKERS = 3;
  private static final Map<String, String> VICTIM =
      Map.of("ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000", "ROTA_THREADS", "1");
  private static final Map<String, String> WELL =
      Map.of(HTTP, "200 WELL", TOP, "caught up, verified$", PAGE, "dot ✓$", ALERT, "none");
  private static final Map<String, String> NOBODY =
      Map.of(
          HTTP,
          "nobody answers",
          TOP,
          "exit 69: .*no follower answers",
          PAGE,
          "The follower does not answer.*dot ○$");

  private static final StringBuilder TOLD = new StringBuilder();

  @TempDir private Path dir;
  private final Iterator<Traffic.Event> events =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2))
          .start(CHAIN, 1);
  private final int pagePort = Ports.free();
  private final int enginePort = Ports.free();
  private Brokers brokers;
  private LocalRegistry registry;
  private Admin admin;
  private KafkaProducer<byte[], Object> producer;
  private HealthDisplays displays;

  @BeforeAll
  static void programs() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    NotRun.unless(MetricsIT.isThere("prometheus"), "prometheus is not on this machine");
  }

  @AfterAll
  static void tell() throws IOException {
    System.out.print(TOLD);
    Files.writeString(REPORT, TOLD);
  }

  @Test
  void eachFaultOfAClusterIsSeenEverywhere() throws Exception {
    brokers = Brokers.start(dir);
    registry = LocalRegistry.start(brokers.bootstrap(), 0);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()));
    MissingTopics.create(admin, RequiredTopics.of(CORES), PARTITIONS, (short) BROKERS);
    producer = producer();
    try (EngineProcess engine = engine("state", List.of()).ready()) {
      send(40);
      try (FollowProcess follower = follower()) {
        await().until(() -> turns() >= 40);
        displays = new HealthDisplays(dir, url(), LANE, "127.0.0.1:" + enginePort);
        displays.until(WELL);
        anEngineIsKilled(engine);
        aDiskIsLostAndAPartitionIsHeld();
        try (EngineProcess last = engine("anew", List.of())) {
          last.ready();
          displays.until(WELL);
          oneBrokerOfThreeIsKilled();
          displays.strike("a follower that is stopped (SIGTERM)");
          assertThat(follower.terminate()).isEqualTo(143);
          displays.until(with(NOBODY, "RotaFollowerDown"));
          allBrokersAreKilled();
        }
      }
    } finally {
      close();
    }
  }

  private void anEngineIsKilled(EngineProcess engine) throws Exception {
    displays.tell("Kafka", this::group);
    displays.strike("kill -9 of the only engine, 3 inputs behind it (session time-out 3 s)");
    engine.kill();
    send(3);
    displays.until(
        Map.of(
            "Kafka",
            "0 members",
            HTTP,
            "503 .*NOT_DECIDED: 3 inputs wait, the oldest .*; no engine decides cores partition",
            TOP,
            "!! 3 inputs wait, the oldest .*; no engine decides cores partition",
            PAGE,
            "✕ something is wrong.*3 inputs wait, the oldest .*no engine decides.*dot ✕$",
            ALERT,
            "RotaEngineDown.*RotaInputsWait(,|$)"));
    displays.tell("Kafka", null);
  }

  /** The engine that held inputs ends in order. */
  private void aDiskIsLostAndAPartitionIsHeld() throws Exception {
    displays.strike("its disk is lost, too: started anew on an empty one, 3 inputs wait");
    try (EngineProcess anew = engine("anew", List.of())) {
      displays.until(WELL);
      assertThat(displays.said(HTTP)).as("it takes them").noneMatch(one -> one.contains("STANDS"));
      assertThat(anew.ready().terminate()).isEqualTo(143);
    }
    try (EngineProcess held = engine("anew", List.of("--hold")).ready()) {
      displays.strike("held partitions, 5 inputs");
      send(5);
      String held5 = "held for .*, until 'rota release'; 5 inputs wait";
      displays.until(
          Map.of(
              HTTP,
              "503 .*HELD: .*" + held5,
              TOP,
              "-- cores partitions 0-1: " + held5,
              PAGE,
              "▲ something waits.*" + held5 + ".*dot ▲$",
              ALERT,
              "RotaHeld"));
      displays.strike("they are released");
      CommandLine released = CommandLine.run("release", "cores", "-b", brokers.bootstrap());
      assertThat(released.exit()).as(released.err()).isZero();
      displays.until(WELL);
      assertThat(held.terminate()).isEqualTo(143);
    }
  }

  private void oneBrokerOfThreeIsKilled() throws Exception {
    String ledger = RequiredTopics.ledger(CORES.name());
    var topics = admin.describeTopics(List.of(ledger)).allTopicNames().get();
    int leader = topics.get(ledger).partitions().get(0).leader().id();
    long before = turns();
    displays.strike("kill -9 of one broker of three, a leader; 5 inputs behind it");
    brokers.kill(leader);
    send(5);
    displays.until(() -> turns() >= before + 5, WELL);
    assertThat(displays.said(HTTP)).as("in words").noneMatch(one -> one.contains("LIST_OFFSETS"));
    brokers.restart(leader);
    brokers.awaitInSync(admin);
    displays.until(WELL);
  }

  private void allBrokersAreKilled() throws Exception {
    try (FollowProcess follower = follower()) {
      displays.strike("another follower in its place");
      displays.until(WELL);
      displays.strike("kill -9 of all brokers");
      for (int node = 1; node <= BROKERS; node++) {
        brokers.kill(node);
      }
      displays.until(
          Map.of(
              HTTP,
              "503 .*NOT_(HEARD|READ): cores partitions 0-1: ",
              TOP,
              "!! cores partitions 0-1: .*as it was when it was last read",
              PAGE,
              "✕ something is wrong.*cores partitions 0-1: .*dot ✕$",
              ALERT,
              "RotaFollowerCannotRead|RotaKafkaNotHeard"));
      assertThat(follower.terminate()).isEqualTo(143);
    }
  }

  @Test
  void whatComesOnTheTopicsIsSeenEverywhere() throws Exception {
    brokers = Brokers.start(dir);
    registry = LocalRegistry.start(brokers.bootstrap(), 0);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()));
    MissingTopics.create(admin, RequiredTopics.of(CORES), PARTITIONS, (short) BROKERS);
    producer = producer();
    try (EngineProcess engine = engine("state", List.of()).ready()) {
      send(40);
      try (FollowProcess follower = follower()) {
        await().until(() -> turns() >= 40);
        displays = new HealthDisplays(dir, url(), LANE, "127.0.0.1:" + enginePort);
        displays.until(WELL);
        displays.strike("an input that nobody can read");
        append("claims", 0);
        String letter = "1 input became a dead letter, the last .* ago: ";
        displays.until(
            Map.of(
                HTTP,
                "200 .*DEAD_LETTERS: .*" + letter + ".*rota dlq list cores --open",
                TOP,
                "-- cores partition 0: " + letter,
                PAGE,
                "▲ something waits.*" + letter + ".*dot ▲$",
                ALERT,
                "RotaDeadLetters"));
        displays.strike("a record in the ledger that no engine wrote");
        append(RequiredTopics.ledger(CORES.name()), 0);
        displays.until(
            Map.of(
                HTTP,
                "200 .*NOT_PROVED: cores partition 0: not verified: .*rota audit cores",
                TOP,
                "!! cores partition 0: not verified: ",
                PAGE,
                "✕ something is wrong.*cores partition 0: not verified: .*dot ✕$",
                ALERT,
                "RotaNotProved"));
        assertThat(follower.terminate()).isEqualTo(143);
        assertThat(engine.terminate()).isEqualTo(143);
      }
    } finally {
      close();
    }
  }

  private void append(String topic, int partition) throws Exception {
    try (var bytes =
        new KafkaProducer<>(
            Map.<String, Object>of("bootstrap.servers", brokers.bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      byte[] garbled = "garbled".getBytes(UTF_8);
      var unused = bytes.send(new ProducerRecord<>(topic, partition, garbled, garbled)).get();
    }
  }

  @Test
  void aDevThatIsKilledIsSeenEverywhere() throws Exception {
    try (DevProcess dev =
        DevProcess.start(
            Files.createDirectory(dir.resolve("home")),
            "--demo",
            "--domains=cores",
            "--kafka-port=0",
            "--registry-port=0",
            "--http-port=" + enginePort,
            "--page-port=" + pagePort)) {
      assertThat(dev.ready().path("page").asText()).isEqualTo(url());
      await().until(() -> turns() >= 40);
      displays = new HealthDisplays(dir, url(), LANE, "127.0.0.1:" + enginePort);
      displays.until(WELL);
      displays.strike("kill -9 of rota dev");
      assertThat(dev.kill()).isEqualTo(137);
      displays.until(with(NOBODY, "RotaEngineDown.*RotaFollowerDown"));
    } finally {
      close();
    }
  }

  private static Map<String, String> with(Map<String, String> wanted, String alert) {
    Map<String, String> all = new HashMap<>(wanted);
    all.put(ALERT, alert);
    return all;
  }

  private void close() {
    if (displays != null) {
      TOLD.append(displays.table());
      displays.close();
    }
    if (producer != null) {
      producer.close(Duration.ZERO);
      admin.close(Duration.ZERO);
      registry.close();
    }
    if (brokers != null) {
      brokers.close();
    }
  }

  private String url() {
    return "http://127.0.0.1:" + pagePort;
  }

  private FollowProcess follower() throws IOException {
    FollowProcess follower =
        FollowProcess.start(dir, brokers.bootstrap(), "--port", Integer.toString(pagePort));
    assertThat(follower.url()).isEqualTo(url());
    return follower;
  }

  private EngineProcess engine(String state, List<String> flags) throws IOException {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("--http-port", Integer.toString(enginePort)));
    return EngineProcess.start(
        CORES.name(), brokers.bootstrap(), registry.url(), dir.resolve(state), VICTIM, all);
  }

  private long turns() throws IOException {
    try (InputStream domains = URI.create(url() + "/v1/domains").toURL().openStream()) {
      return JSON.readTree(domains).at("/domains/0/turns").asLong();
    }
  }

  /** What Kafka can tell of the engines. */
  private String group() throws Exception {
    var group = admin.describeConsumerGroups(List.of(GROUP)).describedGroups().get(GROUP).get();
    return "the group has %d members".formatted(group.members().size());
  }

  private KafkaProducer<byte[], Object> producer() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", registry.url()), false);
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", brokers.bootstrap()), new ByteArraySerializer(), values);
  }

  private void send(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      Traffic.Event event = events.next();
      producer
          .send(new ProducerRecord<>(event.topic(), CHAIN.getBytes(UTF_8), event.record()))
          .get();
    }
  }
}
