package dev.rota.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.wire.CoresWire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Engines that stop, join and freeze; brokers, the registry and producers that fail. */
class FaultsIT extends Rows {
  // Longer than the session, so that the others have taken over when it wakes.
  private static final Duration FROZEN = Duration.ofSeconds(LONG ? 70 : 14);
  private static final Duration LASTING = Duration.ofSeconds(LONG ? 60 : 3);
  // Well below the time-out of a transaction, which would end it too.
  // It wakes as it sends or commits, as it polls, or with a transaction that is no more.
  private static final List<String> FENCED =
      List.of("the thread is being fenced", "lost due to missed rebalance", "and is replaced");

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
    await("fenced").until(() -> FENCED.stream().anyMatch(engine.log().substring(before)::contains));
    long fenced = System.nanoTime();
    await("in the group again").until(() -> arena.shares().has(name));
    long joined = System.nanoTime();
    arena.recover();
    arena.bothEngines();
    // A thread whose transaction is no more dies and is replaced.
    arena.forgiveDeaths(index);
    System.out.printf(
        "F4   %d records held, none visible; after SIGCONT fenced in %d ms, in the group in %d ms%n",
        held.size(), (fenced - thawed) / 1_000_000, (joined - thawed) / 1_000_000);
    conclude("F4", "engine SIGSTOP " + FROZEN.toSeconds() + " s, SIGCONT");
    assertThat(held).isNotEmpty().noneMatch(arena.observer()::isVisible);
  }

  @Test
  @Order(5)
  void f7ALeaderKilledAndRestartedCostsAStall() throws Exception {
    killBroker("a leader", leader());
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
    await().until(() -> arena.observer().turns("late") == 1);
    arena.forgiveDeaths(); // the task that waits ends its thread, which is replaced
    conclude("F29", "registry down, unknown id after");
  }

  private static void remove(Path dir) throws IOException {
    try (Stream<Path> paths = Files.walk(dir)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
