package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.wire.CoresWire;
import dev.rota.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
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
 * cluster and one ledger, so each check is also one of all rows before it. Pauses are told, not
 * judged; a partition that is silent for a minute fails its row.
 */
@Tag("faults")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FaultsIT {
  private static final boolean LONG = "long".equals(System.getProperty("rota.faults"));
  private static final Duration STEADY = Duration.ofSeconds(LONG ? 30 : 1);
  // Longer than the session, so that the others have taken over when it wakes.
  private static final Duration FROZEN = Duration.ofSeconds(LONG ? 70 : 14);
  private static final Duration LASTING = Duration.ofSeconds(LONG ? 60 : 3);
  private static final int KILLS = Integer.getInteger("rota.faults.kills", LONG ? 10 : 3);
  private static final int KILLS_IN_A_ROW = Integer.getInteger("rota.faults.row", 20);
  private static final int BETWEEN_KILLS_MILLIS = 4_000;
  private static final int LANES = Integer.getInteger("rota.faults.lanes", 10_000);
  private static final Duration MANY_LANES_MAX = Duration.ofMinutes(2);
  private static final long SEED = Long.getLong("rota.seed", 1);
  private static final int COMMIT_MILLIS = 5000;
  private static final Map<String, String> DEFAULTS = Map.of();
  private static final Map<String, String> LONG_TRANSACTIONS =
      Map.of("ROTA_COMMIT_INTERVAL_MS", Integer.toString(COMMIT_MILLIS));
  // Well below the time-out of a transaction, which would end it too.
  private static final Duration COMMIT_ON_ITS_WAY_MAX = Duration.ofSeconds(4);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Path REPORT = Path.of("target", "faults.txt");
  private static final String FENCED = "the thread is being fenced";

  @TempDir private static Path home;

  private static final List<Verdict> VERDICTS = new ArrayList<>();
  private static Arena arena;

  @BeforeAll
  static void start() throws Exception {
    arena = new Arena(home);
  }

  @AfterAll
  static void stop() throws IOException {
    arena.close();
    if (!VERDICTS.isEmpty()) {
      String told = Verdict.table(VERDICTS) + Verdict.sum(VERDICTS);
      System.out.print(told);
      Files.writeString(REPORT, told);
    }
  }

  @BeforeEach
  void flow() throws Exception {
    arena.producer().flow();
    arena.bothEngines();
    arena.flow();
    pass(STEADY);
  }

  /** Lets it run: nothing is waited for but time itself. */
  private static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusSeconds(10)).until(() -> System.nanoTime() >= until);
  }

  /** The fault is over; now the global check. */
  private static void conclude(String row, String kind) throws Exception {
    arena.recover();
    pass(STEADY);
    Verdict verdict = arena.verdict(row, kind);
    VERDICTS.add(verdict);
    System.out.print(Verdict.table(List.of(verdict)));
    assertThat(verdict.judgement().complaints()).isEmpty();
    assertThat(verdict.judgement().word()).isEqualTo("ok");
  }

  @Test
  @Order(1)
  void f2AnEngineThatIsToldToStopLeavesAndTheOtherGoesOn() throws Exception {
    int engine = arena.busyEngine();
    arena.strike(
        arena.shareOf(engine), () -> assertThat(arena.engine(engine).terminate()).isEqualTo(143));
    conclude("F2", "engine SIGTERM");
  }

  @Test
  @Order(2)
  void anEngineThatJoinsGetsItsShareWhileInputsFlow() throws Exception {
    int leaving = arena.busyEngine();
    Set<Integer> share = arena.shareOf(leaving);
    arena.engine(leaving).terminate();
    arena.awaitFlow(Arena.ALL);
    arena.strike(share, arena::bothEngines);
    conclude("join", "engine joins one that has everything");
  }

  @Test
  @Order(3)
  void f16AStateDirectoryThatIsLostIsRestored() throws Exception {
    arena.strike(
        Arena.ALL,
        () -> {
          arena.stopEngines();
          remove(home.resolve("state-0"));
          remove(home.resolve("state-1"));
          arena.bothEngines();
        });
    conclude("F16", "both engines stopped, state directories lost");
  }

  @Test
  @Order(4)
  void f4AZombieIsFencedAndNothingItHeldBecomesVisible() throws Exception {
    int index = arena.busyEngine();
    EngineProcess engine = arena.engine(index);
    String name = engine.name();
    List<String> held = freezeInTransaction(index);
    pass(FROZEN);
    arena.awaitFlow(Arena.ALL);
    assertThat(arena.shares().has(name)).as("the zombie is still in the group").isFalse();
    int before = engine.log().length();
    long thawed = System.nanoTime();
    engine.thaw();
    await("fenced").atMost(SOON).until(() -> engine.log().substring(before).contains(FENCED));
    long fenced = System.nanoTime();
    await("in the group again").atMost(SOON).until(() -> arena.shares().has(name));
    long joined = System.nanoTime();
    arena.recover();
    arena.bothEngines();
    // One that wakes as it commits hears that there is no such transaction, dies and is replaced.
    arena.forgiveDeaths(index);
    System.out.printf(
        "F4   %d entries held, none visible; after SIGCONT fenced in %d ms, in the group in %d ms%n",
        held.size(), (fenced - thawed) / 1_000_000, (joined - thawed) / 1_000_000);
    conclude("F4", "engine SIGSTOP " + FROZEN.toSeconds() + " s, SIGCONT");
    assertThat(held).isNotEmpty().noneMatch(arena.observer()::isVisible);
  }

  /** Freezes it with entries in an open transaction; their places. */
  private static List<String> freezeInTransaction(int index) throws Exception {
    EngineProcess engine = arena.engine(index);
    Set<Integer> share = arena.shareOf(index);
    while (true) {
      arena.strike(share, engine::freeze);
      // A commit that one of its threads had sent before still goes through, and rightly so.
      pass(COMMIT_ON_ITS_WAY_MAX);
      List<String> held = arena.transactions().uncommitted(share);
      if (!held.isEmpty() && !arena.transactions().open(engine.name()).isEmpty()) {
        return held;
      }
      engine.thaw(); // it was between two transactions, or at the end of one
      arena.forgetStrike();
    }
  }

  @Test
  @Order(5)
  void f7ALeaderKilledAndRestartedCostsAStall() throws Exception {
    String ledger = Topics.ledger(Arena.CORES.name());
    var topics = arena.admin().describeTopics(List.of(ledger)).allTopicNames().get();
    killBroker("a leader", topics.get(ledger).partitions().get(0).leader().id());
  }

  @Test
  @Order(6)
  void f7AGroupCoordinatorKilledAndRestartedCostsAStall() throws Exception {
    killBroker("the group's coordinator", arena.shares().coordinator());
  }

  @Test
  @Order(7)
  void f7ATransactionCoordinatorKilledAndRestartedCostsAStall() throws Exception {
    killBroker(
        "a transaction's coordinator", arena.transactions().coordinator(arena.engine(0).name()));
  }

  @Test
  @Order(8)
  void f7AControllerKilledAndRestartedCostsAStall() throws Exception {
    int controller = arena.admin().describeMetadataQuorum().quorumInfo().get().leaderId();
    killBroker("the controller", controller);
  }

  private static void killBroker(String which, int node) throws Exception {
    arena.strike(Arena.ALL, () -> arena.brokers().kill(node));
    arena.awaitFlow(Arena.ALL);
    pass(LASTING);
    arena.brokers().restart(node);
    arena.brokers().awaitInSync(arena.admin());
    conclude("F7", "broker kill -9 (" + which + "), restarted");
  }

  @Test
  @Order(9)
  void f22EachInputTwiceAndTheSecondIsRefused() throws Exception {
    arena.strike(Arena.ALL, () -> arena.producer().twice(true));
    pass(LASTING);
    arena.producer().twice(false);
    conclude("F22", "every input produced twice");
    Repeats repeats =
        Repeats.of(arena.producer().pairs(), arena.observer().turns(), arena.observer().answers());
    System.out.printf(
        "F22  refused the second time: %d blocks, %d claims; %d claims after something else%n",
        repeats.blocks(), repeats.claims(), repeats.apart());
    assertThat(repeats.complaints()).isEmpty();
    assertThat(repeats.blocks()).isPositive();
    assertThat(repeats.claims()).isPositive();
  }

  @Test
  @Order(10)
  void f29WithoutARegistryKnownSchemasGoOnAndUnknownOnesWait() throws Exception {
    byte[] key = "late".getBytes(UTF_8);
    byte[] newer = NewerClaim.framed("late", arena.registryUrl());
    int partition = SteadyProducer.partition(key, Arena.PARTITIONS);
    arena.strike(arena.shareOf(arena.ownerOf(partition)), arena::stopRegistry);
    try (EngineProcess third = arena.launch(2, DEFAULTS)) {
      assertThat(third.exit()).as("exit code without a registry").isEqualTo(69);
    }
    arena.awaitFlow(Arena.ALL);
    arena.producer().send(CoresWire.CLAIMS, key, newer).join();
    pass(LASTING.plusSeconds(5));
    assertThat(arena.observer().turns("late")).as("turns without the schema").isZero();
    arena.startRegistry();
    await().atMost(SOON).until(() -> arena.observer().turns("late") == 1);
    arena.forgiveDeaths(); // the task that waits ends its thread, which is replaced
    conclude("F29", "registry down, unknown id after");
  }

  @Test
  @Order(11)
  void f1AnEngineKilledWithAnOpenTransactionLosesAndDoublesNothing() throws Exception {
    Random random = new Random(SEED);
    for (int round = 0; round < KILLS; round++) {
      int victim = random.nextInt(2);
      arena.bothEngines(
          victim == 0 ? LONG_TRANSACTIONS : DEFAULTS, victim == 1 ? LONG_TRANSACTIONS : DEFAULTS);
      arena.awaitFlow(Arena.ALL);
      pass(Duration.ofMillis(random.nextInt(COMMIT_MILLIS)));
      kill(victim);
      if (round < KILLS - 1) {
        arena.recover();
      }
    }
    conclude("F1", "engine kill -9, transaction open (seed " + SEED + ")");
  }

  @Test
  @Order(12)
  void f1KillsInARowAtAnyMomentLoseAndDoubleNothing() throws Exception {
    Random random = new Random(SEED);
    arena.strike(
        Arena.ALL,
        () -> {
          for (int round = 0; round < KILLS_IN_A_ROW; round++) {
            pass(Duration.ofMillis(random.nextInt(BETWEEN_KILLS_MILLIS)));
            arena.relaunch(random.nextInt(2)); // perhaps one that has not even started
          }
        });
    arena.bothEngines();
    conclude("F1", KILLS_IN_A_ROW + " kill -9 in a row at any moment (seed " + SEED + ")");
  }

  @Test
  @Order(13)
  void f1TenThousandLanesGoOnAfterAKill() throws Exception {
    arena.producer().once(LANES);
    awaitTurns(1);
    int victim = arena.busyEngine();
    arena.strike(arena.shareOf(victim), () -> arena.relaunch(victim));
    arena.producer().once(LANES);
    awaitTurns(2);
    arena.bothEngines();
    conclude("F1", "engine kill -9 with " + LANES + " lanes");
  }

  private static void awaitTurns(long each) {
    await()
        .atMost(MANY_LANES_MAX)
        .until(() -> arena.observer().hasTurns(arena.producer().resting(), each));
  }

  private static void kill(int victim) throws Exception {
    EngineProcess engine = arena.engine(victim);
    Set<Integer> share = arena.shareOf(victim);
    await().atMost(SOON).until(() -> !arena.transactions().open(engine.name()).isEmpty());
    arena.strike(share, engine::kill);
    assertThat(arena.transactions().open(engine.name())).as("open after the kill").isNotEmpty();
  }

  private static void remove(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
