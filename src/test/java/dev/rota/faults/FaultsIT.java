package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.wire.CoresWire;
import dev.rota.registry.AvroSerializer;
import dev.rota.stream.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults on three real brokers and two real engines, each a process of its own. All rows share one
 * cluster and one ledger, so each check is also one of all rows before it.
 */
@Tag("faults")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FaultsIT {
  private static final boolean LONG = "long".equals(System.getProperty("rota.faults"));
  private static final Duration STEADY = Duration.ofSeconds(LONG ? 20 : 1);
  // Longer than the session, so that the others have taken over when it wakes.
  private static final Duration FROZEN = Duration.ofSeconds(LONG ? 70 : 14);
  private static final Duration WITHOUT_REGISTRY = Duration.ofSeconds(LONG ? 60 : 10);
  private static final int KILLS = LONG ? 5 : 1;
  private static final Map<String, String> LONG_TRANSACTIONS =
      Map.of("ROTA_COMMIT_INTERVAL_MS", "5000");

  @TempDir private static Path home;

  private static final List<Verdict> VERDICTS = new ArrayList<>();
  private static Arena arena;

  @BeforeAll
  static void start() throws Exception {
    arena = new Arena(home);
    arena.engines(Map.of());
  }

  @AfterAll
  static void stop() {
    System.out.print(Verdict.table(VERDICTS));
    arena.close();
  }

  @BeforeEach
  void flow() {
    arena.flow();
    steady();
  }

  /** Lets it run: nothing is waited for but time itself. */
  private static void steady() {
    pass(STEADY);
  }

  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusSeconds(10)).until(() -> System.nanoTime() >= until);
  }

  private static void conclude(String row, String fault, Duration pauseMax) throws Exception {
    steady();
    Verdict verdict = arena.verdict(row, fault);
    VERDICTS.add(verdict);
    System.out.print(Verdict.table(List.of(verdict)));
    assertThat(verdict.inFlight()).as("INVALID: nothing was in flight").isPositive();
    assertThat(verdict.complaints()).isEmpty();
    assertThat(verdict.lost()).as("lost").isZero();
    assertThat(verdict.doubled()).as("doubled").isZero();
    assertThat(verdict.pauses().get(0)).as("pause").isLessThan(pauseMax.toMillis());
  }

  @Test
  @Order(1)
  void f2AnEngineThatIsToldToStopLeavesAndTheOtherGoesOn() throws Exception {
    EngineProcess engine = arena.busyEngine();
    arena.strike(() -> assertThat(engine.terminate()).isEqualTo(143));
    arena.awaitFlow();
    conclude("F2", "engine SIGTERM", Duration.ofSeconds(10));
  }

  @Test
  @Order(2)
  void f16AStateDirectoryThatIsLostIsRestored() throws Exception {
    arena.strike(
        () ->
            arena.engines(
                Map.of(),
                () -> {
                  remove(home.resolve("state-0"));
                  remove(home.resolve("state-1"));
                }));
    arena.awaitFlow();
    conclude("F16", "both engines stopped, state directories lost", Duration.ofSeconds(40));
  }

  @Test
  @Order(3)
  void f4AZombieIsFencedAndWritesNothing() throws Exception {
    EngineProcess engine = arena.busyEngine();
    arena.strike(engine::freeze);
    pass(FROZEN);
    arena.awaitFlow();
    engine.thaw();
    arena.awaitFlow();
    conclude("F4", "engine SIGSTOP " + FROZEN.toSeconds() + " s, SIGCONT", Duration.ofSeconds(30));
  }

  @Test
  @Order(4)
  void f7ABrokerKilledAndRestartedCostsAStall() throws Exception {
    String ledger = Topics.ledger(Arena.CORES.name());
    int leader =
        arena
            .admin()
            .describeTopics(List.of(ledger))
            .allTopicNames()
            .get()
            .get(ledger)
            .partitions()
            .get(0)
            .leader()
            .id();
    arena.strike(() -> arena.brokers().kill(leader));
    arena.awaitFlow();
    arena.brokers().restart(leader);
    arena.brokers().awaitInSync(arena.admin());
    conclude("F7", "broker kill -9 (a leader), restarted", Duration.ofSeconds(30));
  }

  @Test
  @Order(5)
  void f22EveryInputTwiceIsDecidedTwiceAndChangesNothing() throws Exception {
    arena.strike(() -> arena.producer().twice(true));
    pass(STEADY.plusSeconds(4));
    arena.producer().twice(false);
    conclude("F22", "every input produced twice", Duration.ofSeconds(5));
  }

  @Test
  @Order(6)
  void f29WithoutARegistryKnownSchemasGoOnAndUnknownOnesWait() throws Exception {
    byte[] key = "late".getBytes(UTF_8);
    byte[] newer = newerClaim("late");
    arena.strike(arena::stopRegistry);
    try (EngineProcess third = arena.launch(2, Map.of())) {
      assertThat(third.exit()).as("exit code without a registry").isEqualTo(69);
    }
    arena.awaitFlow();
    assertThat(arena.observer().pauses().get(0)).as("pause of known schemas").isLessThan(5_000);
    arena.producer().send(CoresWire.CLAIMS, key, newer);
    pass(WITHOUT_REGISTRY);
    assertThat(arena.observer().turns("late")).as("turns without the schema").isZero();
    arena.startRegistry();
    await().atMost(Duration.ofSeconds(60)).until(() -> arena.observer().turns("late") == 1);
    arena.awaitFlow();
    conclude(
        "F29",
        "registry down, unknown id after, " + WITHOUT_REGISTRY.toSeconds() + " s",
        WITHOUT_REGISTRY.plusSeconds(30));
  }

  /** A claim under a schema that no engine has seen yet, framed. */
  private static byte[] newerClaim(String chain) {
    Schema old = ParathreadClaim.getClassSchema();
    List<Schema.Field> fields = new ArrayList<>();
    old.getFields().forEach(field -> fields.add(new Schema.Field(field, field.schema())));
    Schema note =
        Schema.createUnion(Schema.create(Schema.Type.NULL), Schema.create(Schema.Type.INT));
    fields.add(new Schema.Field("note", note, null, Schema.Field.NULL_DEFAULT_VALUE));
    Schema newer = Schema.createRecord(old.getName(), null, old.getNamespace(), false, fields);
    try (AvroSerializer values = new AvroSerializer()) {
      values.configure(Map.of("schema.registry.url", arena.registryUrl()), false);
      var record =
          new GenericRecordBuilder(newer)
              .set("chain", chain)
              .set("para", 1L)
              .set("collator", "c")
              .build();
      return values.serialize(CoresWire.CLAIMS, record);
    }
  }

  @Test
  @Order(7)
  void f1AnEngineKilledWithAnOpenTransactionLosesAndDoublesNothing() throws Exception {
    for (int round = 0; round < KILLS; round++) {
      arena.engines(LONG_TRANSACTIONS);
      arena.awaitFlow();
      EngineProcess engine = arena.busyEngine();
      String transactions = engine.transactions();
      arena.strike(engine::kill);
      assertThat(arena.openTransactions(transactions)).as("open after the kill").isPositive();
      arena.awaitFlow();
    }
    conclude("F1", "engine kill -9, transaction open", Duration.ofSeconds(30));
  }

  private static void remove(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
