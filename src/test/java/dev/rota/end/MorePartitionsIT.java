package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.bots.BotsDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.audit.AuditCount;
import dev.rota.readers.audit.AuditReport;
import dev.rota.registry.Registry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.growth.LedgerGrowth;
import dev.rota.road.stream.growth.MovingLane;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.testing.AlarmRecords;
import dev.rota.testing.LedgerRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A domain gets more partitions, on a real broker, by the commands of the documentation. */
class MorePartitionsIT {
  private static final List<String> LANES =
      List.of("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta");
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path dir;
  private TestCluster broker;

  @BeforeEach
  void start() {
    broker = TestCluster.start();
  }

  @AfterEach
  void stop() {
    broker.close();
  }

  private CommandLine rota(int exit, String words) {
    return rota(exit, words.split(" "));
  }

  private CommandLine rota(int exit, String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    if (!words[0].equals("verify") && !words[0].equals("keys")) {
      all.addAll(List.of("-b", broker.bootstrap(), "--registry", broker.registryUrl()));
    }
    CommandLine ran =
        CommandLine.run(Map.of("ROTA_HOME", dir.toString()), "", all.toArray(String[]::new));
    assertThat(ran.exit()).as("%s: %s%s", all, ran.out(), ran.err()).isEqualTo(exit);
    return ran;
  }

  /** The commands of that chapter, as they are typed. */
  private static List<String> documented() throws IOException {
    return DocsProcedure.commands("## More partitions").stream()
        .map(words -> String.join(" ", words))
        .toList();
  }

  @Test
  void aGridGrowsAndGrowsAgainAndNothingIsLost() throws Exception {
    List<String> typed = documented();
    assertThat(typed).hasSize(3);
    try (Life bots = new Life(new BotsDomain(), broker, dir.resolve("bots"))) {
      bots.send(10, LANES);
      bots.startEngine();
      bots.awaitDecided();
      rota(78, typed.get(0)); // somebody decides
      bots.stopEngine();
      Proof proof = sign();
      isRefusedAndKilled(bots, typed);

      CommandLine grown = rota(0, typed.get(1));
      assertThat(grown.out()).contains("bots: grown from 2 to 5 partitions", "an earlier call");
      assertThat(grown.err()).contains("from partition");
      assertThat(bots.partitions()).containsOnly(5);
      bots.goesOn(5, false);
      assertThat(bots.deadLetters()).as("of a producer that had not heard of it").isEqualTo(1);
      assertThat(rota(0, typed.get(2)).out()).contains("bots: PROVED", "moves");
      proof.holds();
      answers();
      growsAgain(bots);
      proof.holds();
      growsWhereItIsTrimmed(bots);
    }
  }

  private void isRefusedAndKilled(Life bots, List<String> typed) throws Exception {
    String plan = rota(0, typed.get(0)).out();
    assertThat(plan).contains("bots: would grow from 2 to 5 partitions", "add --yes");
    assertThat(bots.partitions()).containsOnly(2);
    bots.send(1, LANES);
    String waits = rota(78, typed.get(1)).err();
    assertThat(waits).contains("inputs of bots wait", "-0=", "Nothing is changed");
    bots.startEngine();
    bots.awaitDecided();
    bots.stopEngine();

    bots.growAndFail(5, 2);
    assertThat(bots.partitions()).contains(2, 5);
    assertThat(rota(78, "ledger grow bots --partitions 6 --yes").err())
        .contains("bots is growing from 2 to 5 partitions", "--partitions 5 --yes");
    bots.startsNot("rota ledger grow bots --partitions 5 --yes");
    bots.sendAstray(5);
  }

  /**
   * What is trimmed stands in kept checkpoints, and on the new partition they stand for nothing.
   */
  private void growsWhereItIsTrimmed(Life bots) throws Exception {
    rota(0, "audit bots --keep");
    bots.goesOn(8, false); // a page behind the checkpoint: what is before it can go
    assertThat(rota(0, "ledger trim bots --yes").out()).contains("are deleted");
    bots.countTrimmed();

    assertThat(rota(0, "ledger grow bots --partitions 9 --yes").out()).contains("grown from 8");

    bots.goesOn(9, true);
    assertThat(rota(5, "audit bots").out()).contains("bots: PROVED from kept checkpoints on");
  }

  private void growsAgain(Life bots) throws Exception {
    String words = "ledger grow bots --partitions 8 --yes";
    JsonNode again = new ObjectMapper().readTree(rota(0, words + " -o json").out());
    assertThat(again.get("grown").asBoolean()).isTrue();
    assertThat(again.get("moves").size()).isPositive();
    bots.goesOn(8, true);
    assertThat(rota(0, "audit bots").out()).contains("bots: PROVED");
    assertThat(rota(78, words).err()).contains("bots has 8 partitions, and may only have more");
  }

  /** What is asked of a lane that has moved. */
  private void answers() {
    String moved =
        LANES.stream().filter(lane -> home(lane, 2) != home(lane, 5)).findFirst().orElseThrow();
    assertThat(rota(0, "state bots --key " + moved).out())
        .contains("with which it came from partition " + home(moved, 2));
    assertThat(rota(0, "state bots --key " + moved + " --at 3").out())
        .contains("bots " + moved + ": turn 3 at", "verified from turn 1");
  }

  private static int home(String lane, int partitions) {
    return LaneKey.partition(lane.getBytes(UTF_8), partitions);
  }

  /** A proof from before a growth. */
  private final class Proof {
    private final Path file;
    private final Path policy;
    private final List<String> notary;

    Proof(Path file, Path policy, List<String> notary) {
      this.file = file;
      this.policy = policy;
      this.notary = notary;
    }

    /** It verifies as before, a new one of the same output as well, and the logs go on. */
    void holds() throws IOException {
      rota(0, "verify", file.toString(), "--policy", policy.toString());
      rota(0, notary.toArray(String[]::new));
      List<String> check = new ArrayList<>(notary);
      check.set(check.indexOf("--once"), "--check");
      rota(0, check.toArray(String[]::new));
      Path anew = dir.resolve("anew.proof");
      Files.writeString(anew, prove());
      rota(0, "verify", anew.toString(), "--policy", policy.toString());
    }
  }

  private String prove() {
    return rota(0, "prove", "bots", id, "--log", dir.resolve("log").toString()).out();
  }

  private String id;

  private Proof sign() throws IOException {
    String secret = dir.resolve("notary.key").toString();
    String key = rota(0, "keys", "new", "acme.example/test", secret).out().strip();
    Path policy = dir.resolve("policy");
    Files.writeString(policy, "log " + key + "\nquorum none\n");
    List<String> notary =
        List.of(
            "notary",
            "--domains",
            "bots",
            "--once",
            "--dir",
            dir.resolve("log").toString(),
            "--key",
            secret,
            "--policy",
            policy.toString());
    rota(0, notary.toArray(String[]::new));
    String lane =
        LANES.stream().filter(one -> home(one, 2) != home(one, 5)).findFirst().orElseThrow();
    try (var outcomes =
        Stream.of(Committed.records(broker.bootstrap(), "bots-outcomes")).flatMap(List::stream)) {
      id =
          outcomes
              .map(record -> new String(record.headers().lastHeader("rota.turn").value(), UTF_8))
              .filter(turn -> turn.startsWith(lane + "/"))
              .findFirst()
              .orElseThrow();
    }
    Path file = dir.resolve("before.proof");
    Files.writeString(file, prove());
    return new Proof(file, policy, notary);
  }

  @Test
  void aDeadlineOfALaneThatMovesFiresOnItsNewPartition() throws Exception {
    try (Life alarms = new Life(new AlarmDomain(), broker, dir.resolve("alarms"))) {
      long now = System.currentTimeMillis();
      List<String> moving = LANES.stream().filter(lane -> home(lane, 2) != home(lane, 5)).toList();
      for (String lane : LANES) {
        alarms.send(AlarmWire.SETTINGS, lane, now, AlarmRecords.set(lane, "tea", 20_000));
      }
      alarms.startEngine();
      alarms.awaitDecided();
      alarms.stopEngine();
      alarms.isFencedBy(5, () -> alarms.growAndFail(5, moving.size())); // all but the inputs
      alarms.grow(5);

      alarms.startEngine();
      await().until(() -> alarms.ticks().keySet().containsAll(LANES));
      alarms.stopEngine();

      Map<String, Integer> ticks = alarms.ticks();
      LANES.forEach(lane -> assertThat(ticks.get(lane)).as(lane).isEqualTo(home(lane, 5)));
      alarms.isProved(moving.size());
    }
  }

  /** One domain on that broker. */
  private static final class Life implements AutoCloseable {
    private final Domain domain;
    private final DomainCluster cluster;
    private final Path state;
    private final TestCluster broker;
    private final Map<String, Iterator<Traffic.Event>> histories = new HashMap<>();
    private DomainStreams engine;
    private long sent;
    private long trimmed;

    Life(Domain domain, TestCluster broker, Path state) {
      this.domain = domain;
      this.broker = broker;
      this.cluster = new DomainCluster(domain, 2, broker);
      this.state = state;
    }

    void send(int events, List<String> lanes) {
      for (int i = 0; i < events; i++) {
        for (String lane : lanes) {
          Traffic.Event event =
              histories.computeIfAbsent(lane, one -> DomainTraffic.of(domain).start(one, 1)).next();
          send(event.topic(), lane, START_MILLIS + event.atMillis(), event.record());
        }
      }
      flush();
    }

    private KafkaProducer<byte[], Object> producer;

    void send(String topic, String lane, long millis, SpecificRecord record) {
      producer = producer == null ? cluster.producer() : producer;
      var _ =
          producer.send(new ProducerRecord<>(topic, null, millis, lane.getBytes(UTF_8), record));
      sent++;
    }

    /** The next producer sees the partitions of then. */
    private void flush() {
      if (producer != null) {
        producer.close();
        producer = null;
      }
    }

    /** A producer that has not heard of the growth: the lane has moved by then. */
    void sendAstray(int after) {
      String lane =
          LANES.stream().filter(one -> home(one, 2) != home(one, after)).findFirst().orElseThrow();
      send(1, List.of(lane));
    }

    void startEngine() {
      flush();
      engine = cluster.start(state, CheckpointSchedule.DEFAULT);
    }

    /** All is decided, and some of it is no longer in the ledger. */
    void countTrimmed() {
      try (Committed decided = Committed.inputs(broker.bootstrap(), domain.name())) {
        trimmed = sent - decided.count();
      }
    }

    void awaitDecided() {
      try (Committed decided = Committed.inputs(broker.bootstrap(), domain.name())) {
        await()
            .failFast("the road stopped by itself", () -> engine.stopped().isDone())
            .until(() -> decided.count() >= sent - trimmed);
      }
    }

    void stopEngine() throws Exception {
      engine.close();
      engine = null;
      try (Admin admin = cluster.admin()) {
        await()
            .until(
                () ->
                    admin.listGroups().valid().get().stream()
                        .filter(one -> one.groupId().equals("rota-" + domain.name()))
                        .allMatch(
                            one ->
                                one.groupState().filter(is -> is == GroupState.EMPTY).isPresent()));
      }
    }

    void startsNot(String message) {
      assertThatThrownBy(
              () -> {
                startEngine();
                await().until(() -> engine.stopped().isDone());
                engine.stopped().join();
              })
          .satisfiesAnyOf(
              e -> assertThat(e).isInstanceOf(UnfitCluster.class),
              e -> assertThat(e).isInstanceOf(CompletionException.class))
          .hasMessageContainingAll("not co-partitioned", message);
      if (engine != null) {
        engine.close();
        engine = null;
      }
    }

    /** Starts the engine, which decides more, of lanes old and new. */
    void goesOn(int partitions, boolean lost) throws Exception {
      if (lost) {
        try (Stream<Path> paths = Files.walk(state)) {
          for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(path);
          }
        }
      }
      List<String> fresh = new ArrayList<>(LANES);
      for (int i = 0; i < partitions; i++) {
        fresh.add(newcomer(i, partitions)); // each partition takes turns
      }
      send(5, fresh);
      startEngine();
      awaitDecided();
      stopEngine();
      Map<String, Integer> counts = new HashMap<>();
      fresh.forEach(lane -> counts.put(lane, home(lane, partitions)));
      assertThat(present()).containsAllEntriesOf(counts);
    }

    private static String newcomer(int partition, int partitions) {
      int i = 0;
      while (home("new-" + partitions + "-" + i, partitions) != partition) {
        i++;
      }
      return "new-" + partitions + "-" + i;
    }

    /** Where each lane's newest turn is. */
    private Map<String, Integer> present() {
      Map<String, Long> newest = new HashMap<>();
      Map<String, Integer> at = new TreeMap<>();
      for (ConsumerRecord<byte[], byte[]> page : pages()) {
        for (TurnEntry turn : LedgerRecords.turns(page)) {
          if (newest.merge(turn.lane(), turn.number(), Math::max) == turn.number()) {
            at.put(turn.lane(), page.partition());
          }
        }
      }
      return at;
    }

    /** The partition on which each lane has taken a tick. */
    Map<String, Integer> ticks() {
      Map<String, Integer> at = new TreeMap<>();
      for (ConsumerRecord<byte[], byte[]> page : pages()) {
        LedgerRecords.turns(page).stream()
            .filter(turn -> turn.kind() == TurnEntry.Kind.TICK)
            .forEach(turn -> at.put(turn.lane(), page.partition()));
      }
      return at;
    }

    private List<ConsumerRecord<byte[], byte[]>> pages() {
      return cluster.committed(RequiredTopics.ledger(domain.name()));
    }

    long deadLetters() {
      return cluster.committed(domain.name() + "-dead-letters").stream()
          .filter(
              one ->
                  new String(one.headers().lastHeader("rota.reason").value(), UTF_8)
                      .equals("WRONG_PARTITION"))
          .count();
    }

    /** How many its topics have. */
    List<Integer> partitions() throws Exception {
      try (Admin admin = cluster.admin()) {
        return admin.describeTopics(cluster.topics()).allTopicNames().get().values().stream()
            .map(topic -> topic.partitions().size())
            .distinct()
            .toList();
      }
    }

    private LedgerGrowth growth(Admin admin, int partitions) {
      return new LedgerGrowth(
          admin,
          domain,
          new LedgerGrowth.Terms(
              cluster.kafka(), "rota-" + domain.name(), CheckpointChoice.BEGINNING, partitions));
    }

    void grow(int partitions) {
      grow(partitions, LedgerGrowth.Progress.NONE);
    }

    private void grow(int partitions, LedgerGrowth.Progress progress) {
      try (Admin admin = cluster.admin();
          Registry registry = Registry.open(Map.of("schema.registry.url", cluster.registry()))) {
        growth(admin, partitions).grow(registry, cluster.kafka(), progress);
      }
    }

    /** Grows, and another growth begins and goes as far as it does. */
    void isFencedBy(int partitions, Runnable other) {
      boolean[] begun = {false};
      LedgerGrowth.Progress overtaken =
          new LedgerGrowth.Progress() {
            @Override
            public void moving(MovingLane lane) {
              assertThat(begun[0]).as("it moves no second lane").isFalse();
              begun[0] = true;
              other.run();
            }
          };
      assertThatThrownBy(() -> grow(partitions, overtaken))
          .isInstanceOf(UnfitCluster.class)
          .hasMessageContaining("another growth of " + domain.name() + " has begun");
    }

    /** Grows, and dies in the middle of a transaction after so many. */
    void growAndFail(int partitions, int lanes) {
      int[] left = {lanes};
      LedgerGrowth.Progress dying =
          new LedgerGrowth.Progress() {
            @Override
            public void moving(MovingLane lane) {
              if (left[0]-- == 0) {
                throw new IllegalStateException("killed");
              }
            }

            @Override
            public void moved(int count) {
              if (count == lanes && left[0] == 0 && lanes > 4) {
                throw new IllegalStateException("killed");
              }
            }
          };
      assertThatThrownBy(() -> grow(partitions, dying)).hasMessage("killed");
    }

    void isProved(int moves) throws InterruptedException {
      AuditReport report = cluster.audit();
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.total(AuditCount.MOVES)).isEqualTo(moves);
    }

    @Override
    public void close() {
      flush();
      if (engine != null) {
        engine.close();
      }
    }
  }
}
