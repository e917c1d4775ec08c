package dev.rota.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults on three real brokers and two real engines, each a process of its own. All rows of a class
 * share one cluster and one ledger, so each check is also one of all rows before it. Pauses are
 * told, not judged; a partition that is silent for a minute fails its row.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class Rows {
  static final boolean LONG = "long".equals(System.getProperty("rota.faults"));
  static final Map<String, String> DEFAULTS = Map.of();
  static final long SEED = Long.getLong("rota.seed", 1);
  private static final Duration STEADY = Duration.ofSeconds(LONG ? 30 : 1);
  private static final Duration COMMIT_ON_ITS_WAY_MAX = Duration.ofSeconds(4);
  private static final Path REPORT = Path.of("target", "faults.txt");

  @TempDir static Path home;

  static Arena arena;
  private static final List<Verdict> VERDICTS = new ArrayList<>();

  @BeforeAll
  void start() throws Exception {
    VERDICTS.clear();
    arena = open();
  }

  /** The cluster of this class. */
  Arena open() throws Exception {
    return new Arena(home);
  }

  @AfterAll
  static void stop() throws IOException {
    arena.close();
    if (!VERDICTS.isEmpty()) {
      String told = Verdict.table(VERDICTS) + Verdict.sum(VERDICTS);
      System.out.print(told);
      // Other classes of this build tell theirs.
      Files.writeString(REPORT, told, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  @BeforeEach
  void flow() throws Exception {
    arena.forgetStrikes(); // of a row that failed
    arena.producer().flow();
    arena.bothEngines();
    arena.flow();
    pass(STEADY);
  }

  /** The broker that leads a partition of the ledger. */
  static int leader() throws Exception {
    return leaderOrNone().id();
  }

  /** Between two leaders there is none: null. */
  static Node leaderOrNone() throws Exception {
    String ledger = RequiredTopics.ledger(Arena.CORES.name());
    var topics = arena.admin().describeTopics(List.of(ledger)).allTopicNames().get();
    return topics.get(ledger).partitions().get(0).leader();
  }

  /** Lets it run: nothing is waited for but time itself. */
  static void pass(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    await().atMost(time.plusMinutes(2)).until(() -> System.nanoTime() >= until);
  }

  /** The fault is over; now the global check. */
  static void conclude(String row, String kind) throws Exception {
    arena.recover();
    pass(STEADY);
    Verdict verdict = arena.verdict(row, kind);
    VERDICTS.add(verdict);
    System.out.print(Verdict.table(List.of(verdict)));
    assertThat(verdict.judgement().complaints()).isEmpty();
    assertThat(verdict.judgement().word()).isEqualTo("ok");
  }

  /** Freezes it with records in an open transaction; their places. */
  static List<String> freezeInTransaction(int index) throws Exception {
    EngineProcess engine = arena.engine(index);
    while (true) {
      Set<Integer> share = arena.shareOf(index);
      arena.strike(share, engine::freeze);
      // A commit that one of its threads had sent before still goes through, and rightly so.
      pass(COMMIT_ON_ITS_WAY_MAX);
      List<String> held = arena.transactions().uncommitted(share);
      if (!held.isEmpty() && !arena.transactions().open(engine.name()).isEmpty()) {
        return held;
      }
      engine.thaw(); // it was between two transactions, or at the end of one
      arena.forgetStrike();
      // Frozen again before it is heard, it would be out of the group when it wakes.
      arena.awaitFlow(Arena.ALL);
      arena.awaitEven();
    }
  }
}
