package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static dev.rota.end.HealthDisplays.ALERT;
import static dev.rota.end.HealthDisplays.HTTP;
import static dev.rota.end.HealthDisplays.PAGE;
import static dev.rota.end.HealthDisplays.TOP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.cores.model.RuleSet;
import dev.rota.faults.Brokers;
import dev.rota.faults.EngineProcess;
import dev.rota.faults.SmallDisk;
import dev.rota.lab.embedded.registry.LocalRegistry;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.AlarmRecords;
import dev.rota.testing.NotRun;
import dev.rota.testing.PoisonedAlarms;
import dev.rota.testing.Ports;
import dev.rota.testing.ServiceJar;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
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
  private static final String GROUP = "rota-cores";
  private static final String ALARMS = "alarms";
  private static final int PARTITIONS = 2;
  private static final int BROKERS = 3;
  private static final int DISK_MEBIBYTES = 128;
  private static final long LEFT_BYTES = 4 << 20;
  private static final long DAY_MILLIS = 86_400_000;
  private static final Map<String, String> VICTIM =
      Map.of("ROTA_CONSUMER_SESSION_TIMEOUT_MS", "3000", "ROTA_THREADS", "1");

  /** Its consumers have a name that a quota knows, and read little at once. */
  private static final Map<String, String> FOLLOWER =
      Map.of(
          "ROTA_CONSUMER_CLIENT_ID", "follower", "ROTA_CONSUMER_MAX_PARTITION_FETCH_BYTES", "1000");

  /** Less than the turns of an input a second are written with. */
  private static final int BEHIND_BYTES = 100;

  /** The ledger takes many seconds with it, and each read of little takes two at most. */
  private static final int CATCHES_UP_BYTES = 500;

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

  private static final StringBuilder ROWS = new StringBuilder();
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
  private InputSender sender;
  private HealthDisplays displays;

  @BeforeAll
  static void programs() throws Exception {
    NotRun.unless(Browser.isThere(), "chromium is not on this machine");
    NotRun.unless(MetricsIT.isThere("prometheus"), "prometheus is not on this machine");
  }

  @AfterAll
  static void tell() throws IOException {
    String title = "%-28s %6s %6s %6s%n".formatted("seconds until it is on", PAGE, TOP, ALERT);
    String report = title + ROWS + "\n" + TOLD;
    System.out.print(report);
    Files.writeString(REPORT, report);
  }

  @Test
  void eachFaultOfAClusterIsSeenEverywhere() throws Exception {
    brokers = Brokers.start(dir);
    registry = LocalRegistry.start(brokers.bootstrap(), 0);
    admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()));
    MissingTopics.create(admin, RequiredTopics.of(CORES), PARTITIONS, (short) BROKERS);
    sender = new InputSender(brokers.bootstrap(), registry.url());
    try (EngineProcess engine = engine("state", List.of()).ready()) {
      send(40);
      try (FollowProcess follower = follower()) {
        await().until(() -> turns(CORES.name()) >= 40);
        displays = displays("cores/" + CHAIN + "/now");
        displays.until(WELL);
        anEngineIsKilled(engine);
        aDiskIsLostAndAPartitionIsHeld();
        try (EngineProcess last = engine("anew", List.of())) {
          last.ready();
          displays.until(WELL);
          oneBrokerOfThreeIsKilled();
          aFollowerIsBehind();
          displays.strike("a follower that is stopped (SIGTERM)");
          assertThat(follower.terminate()).isEqualTo(143);
          displays.until(with(NOBODY, "RotaFollowerDown"));
          aFollowerCatchesUpUntilAllBrokersAreKilled();
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
    told(
        "an engine is killed",
        Cause.NOT_DECIDED,
        "3 inputs wait, the oldest [^|]*; no engine decides cores partition \\d: ",
        "start an engine",
        "rota run --domains cores");
    displays.until(
        Map.of(
            "Kafka",
            "0 members",
            HTTP,
            "^/readyz 503 ",
            PAGE,
            "✕ something is wrong.*dot ✕$",
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
    long before = turns(CORES.name());
    displays.strike("kill -9 of one broker of three, a leader; 5 inputs behind it");
    brokers.kill(leader);
    send(5);
    var _ = displays.until(() -> turns(CORES.name()) >= before + 5, WELL);
    assertThat(displays.said(HTTP)).as("in words").noneMatch(one -> one.contains("LIST_OFFSETS"));
    brokers.restart(leader);
    brokers.awaitInSync(admin);
    displays.until(WELL);
  }

  /** It gets less of the ledger than is written. */
  private void aFollowerIsBehind() throws Exception {
    displays.strike("a quota of %d bytes/s for the follower".formatted(BEHIND_BYTES));
    limit(BEHIND_BYTES);
    told(
        () -> {
          send(1);
          return true;
        },
        "a follower is behind",
        Cause.BEHIND,
        "cores partition \\d: \\d+ records of the ledger are not read",
        "wait until they are read, or let several followers share the domain",
        "rota top cores");
  }

  /** What the follower's consumers may read. */
  private void limit(int bytesPerSecond) throws Exception {
    var name = Map.of(ClientQuotaEntity.CLIENT_ID, FOLLOWER.get("ROTA_CONSUMER_CLIENT_ID"));
    var limit = new ClientQuotaAlteration.Op("consumer_byte_rate", (double) bytesPerSecond);
    admin
        .alterClientQuotas(
            List.of(new ClientQuotaAlteration(new ClientQuotaEntity(name), List.of(limit))))
        .all()
        .get();
  }

  private void aFollowerCatchesUpUntilAllBrokersAreKilled() throws Exception {
    limit(CATCHES_UP_BYTES);
    try (FollowProcess follower = follower()) {
      displays.strike(
          "another follower in its place answers, with %d bytes/s".formatted(CATCHES_UP_BYTES));
      told(
          "a follower catches up",
          Cause.CATCHES_UP,
          "cores partition \\d: the follower catches up: \\d+ records are left",
          "wait; this shows what is left",
          "rota top cores");
      displays.strike("kill -9 of all brokers");
      for (int node = 1; node <= BROKERS; node++) {
        brokers.kill(node);
      }
      told(
          "all brokers are killed",
          Cause.NOT_HEARD,
          "cores partitions? [-01]+: nothing is known for ",
          "see what does not answer",
          "rota doctor --domains cores");
      displays.until(
          Map.of(
              HTTP,
              "^/readyz 503 ",
              TOP,
              "as it was when it was last read",
              PAGE,
              "✕ something is wrong.*dot ✕$"));
      assertThat(follower.terminate()).isEqualTo(143);
    }
  }

  @Test
  void eachFaultOfOneProcessIsSeenEverywhere() throws Exception {
    Path data = Files.createDirectory(dir.resolve("data"));
    Optional<SmallDisk> disk = SmallDisk.mount(data, DISK_MEBIBYTES);
    try {
      try (DevProcess dev = dev(data)) {
        connect(dev.ready());
        send(40);
        alarm(PoisonedAlarms.POISON);
        await().until(() -> turns(CORES.name()) >= 40 && turns(ALARMS) >= 1);
        displays = displays("");
        displays.until(WELL);
        displays.strike("kill -9 of rota dev");
        assertThat(dev.kill()).isEqualTo(137);
        displays.until(with(NOBODY, "RotaEngineDown.*RotaFollowerDown"));
        sender.close();
      }
      displays.strike("it is started again");
      try (DevProcess dev = dev(data)) {
        connect(dev.ready());
        displays.until(WELL);
        if (disk.isPresent()) {
          aDiskIsFull(disk.get());
        }
        anInputIsUnreadable();
        aLaneIsSetAside();
        aRecordIsForged();
        assertThat(dev.terminate()).isEqualTo(143);
      }
    } finally {
      close();
      if (disk.isPresent()) {
        disk.get().close();
      }
    }
    NotRun.unless(disk.isPresent(), "a small disk can be mounted by root alone: none was filled");
  }

  private void aDiskIsFull(SmallDisk disk) throws Exception {
    displays.strike("4 MiB are left on the disk");
    disk.fill(LEFT_BYTES);
    told(
        "a disk is full",
        Cause.DISK_FULL,
        "the disk of the state directory [^|]* left: a write may fail, and then the engine ends",
        "free space, or set state.dir to a larger disk; this says where the value here is from",
        "rota config show --origin");
    displays.strike("there is room again");
    disk.empty();
    displays.until(WELL);
  }

  private void anInputIsUnreadable() throws Exception {
    displays.strike("an input that nobody can read");
    sender.garble("claims", 0);
    told(
        "an input is a dead letter",
        Cause.DEAD_LETTERS,
        "cores partition 0: 1 input became a dead letter, the last [^|]* ago: BAD_FRAMING, ",
        "see why, and correct the sender",
        "rota dlq list cores --open");
  }

  /** Since the restart nobody has opened it. */
  private void aLaneIsSetAside() throws Exception {
    displays.strike("an input of a lane whose state the rules cannot open");
    alarm("tea");
    told(
        "a lane is set aside",
        Cause.LANE_SET_ASIDE,
        "alarms partition \\d: set aside: lane home after turn 1: its state cannot be opened, ",
        "report a bug; rules that can open it bring it back; this lists its inputs",
        "rota dlq list alarms --reason LANE_SET_ASIDE");
  }

  private void aRecordIsForged() throws Exception {
    displays.strike("a record in the ledger that no engine wrote");
    sender.garble(RequiredTopics.ledger(CORES.name()), 0);
    told(
        "a replica is not verified",
        Cause.NOT_PROVED,
        "cores partition 0: not verified: ",
        "compare all topics with the ledger",
        "rota audit cores");
  }

  private void told(String row, Cause cause, String words, String step, String command)
      throws Exception {
    told(() -> true, row, cause, words, step, command);
  }

  private void told(
      Callable<Boolean> over, String row, Cause cause, String words, String step, String command)
      throws Exception {
    displays.until(over, row, new ToldFinding(cause, words, step, command));
  }

  private static Map<String, String> with(Map<String, String> wanted, String alert) {
    Map<String, String> all = new HashMap<>(wanted);
    all.put(ALERT, alert);
    return all;
  }

  private HealthDisplays displays(String view) throws Exception {
    return new HealthDisplays(dir, url(), view, "127.0.0.1:" + enginePort);
  }

  private void close() {
    if (displays != null) {
      ROWS.append(displays.rows());
      TOLD.append(displays.table());
      displays.close();
    }
    if (sender != null) {
      sender.close();
    }
    if (admin != null) {
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

  /** Data, brokers, engine and follower in one process, with rules that have a bug. */
  private DevProcess dev(Path data) throws IOException {
    Path jar = ServiceJar.ofAlarms(dir.resolve("alarms.jar"), PoisonedAlarms.class.getName());
    return DevProcess.start(
        dir,
        "--domain-path=" + jar,
        "--data-dir=" + data,
        "--domains=cores," + ALARMS,
        "--kafka-port=0",
        "--registry-port=0",
        "--http-port=" + enginePort,
        "--page-port=" + pagePort);
  }

  private void connect(JsonNode dev) {
    assertThat(dev.path("page").asText()).isEqualTo(url());
    sender = new InputSender(dev.path("bootstrap").asText(), dev.path("registry").asText());
  }

  private FollowProcess follower() throws IOException {
    FollowProcess follower =
        FollowProcess.start(
            dir, brokers.bootstrap(), FOLLOWER, "--port", Integer.toString(pagePort));
    assertThat(follower.url()).isEqualTo(url());
    return follower;
  }

  private EngineProcess engine(String state, List<String> flags) throws IOException {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("--http-port", Integer.toString(enginePort)));
    return EngineProcess.start(
        CORES.name(), brokers.bootstrap(), registry.url(), dir.resolve(state), VICTIM, all);
  }

  private long turns(String domain) throws IOException {
    try (InputStream domains = URI.create(url() + "/v1/domains").toURL().openStream()) {
      for (JsonNode one : JSON.readTree(domains).path("domains")) {
        if (one.path("domain").asText().equals(domain)) {
          return one.path("turns").asLong();
        }
      }
      return 0;
    }
  }

  /** What Kafka can tell of the engines. */
  private String group() throws Exception {
    var group = admin.describeConsumerGroups(List.of(GROUP)).describedGroups().get(GROUP).get();
    return "the group has %d members".formatted(group.members().size());
  }

  private void send(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      Traffic.Event event = events.next();
      sender.send(event.topic(), CHAIN, event.record());
    }
  }

  private void alarm(String id) throws Exception {
    sender.send(AlarmWire.SETTINGS, "home", AlarmRecords.set("home", id, DAY_MILLIS));
  }
}
