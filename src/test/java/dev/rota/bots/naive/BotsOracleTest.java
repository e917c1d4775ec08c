package dev.rota.bots.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotReason;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.Strategy;
import dev.rota.lab.simulate.HistoryShrinker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine beside a naive one, over histories in which policies switch.
 *
 * <p>{@code -Drota.seed=17} is that history alone, {@code -Drota.laws.seeds=5000} are more of them;
 * a failing one shrinks.
 */
class BotsOracleTest {
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int HISTORIES = 320;
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", HISTORIES);
  private static final int TURNS = 330;
  private static final int MUTANT_SEEDS = 80;
  private static final long SHRINK_TURNS = 60_000;

  /** What the histories have to reach under each dispatch. */
  private static final List<String> LEASES =
      List.of(
          "lease ACTIVE PRIORITY by CAPACITY",
          "lease ACTIVE PRIORITY by LOCALITY",
          "lease ACTIVE AGE by CAPACITY",
          "lease ACTIVE AGE by LOCALITY",
          "lease ACTIVE BELOW_MINIMUM by CAPACITY",
          "lease ACTIVE BELOW_MINIMUM by LOCALITY",
          "lease ACTIVE BELOW_MINIMUM by PREEMPTION",
          "lease ACTIVE BELOW_MAXIMUM by CAPACITY",
          "lease ACTIVE BELOW_MAXIMUM by LOCALITY");

  static {
    GeneratedClasses.trust();
  }

  @Test
  void theEngineAgreesWithTheNaiveOneAfterEveryTurn() {
    NaiveTally tally = new NaiveTally();
    long first = SEED == null ? 0 : SEED;
    for (long seed = first; seed < (SEED == null ? SEEDS : first + 1); seed++) {
      tally.history();
      List<NaiveHistory.Event> events = new ArrayList<>();
      String difference = play(seed, duel(seed, UnaryOperator.identity(), tally), events);
      if (difference != null) {
        fail(
            "seed %d differs in turn %d (-Drota.seed=%d): %s%s",
            seed, events.size(), seed, difference, shortest(seed, events));
      }
    }
    System.out.println("bots oracle: " + tally);
    if (SEED == null && SEEDS >= HISTORIES) {
      reachedEverything(tally);
    }
  }

  private static void reachedEverything(NaiveTally tally) {
    for (String lease : LEASES) {
      assertThat(tally.seen()).containsKeys(lease + " ON_EVENT", lease + " ON_INTERVAL");
    }
    reached(tally, "lease", LeaseState.values(), LeaseReason.values(), Strategy.values());
    reached(tally, "job", JobOutcomeKind.values(), JobReason.values());
    reached(tally, "bot", BotOutcomeKind.values(), BotReason.values());
    reached(tally, "policy", PolicyReason.values());
    assertThat(tally.seen()).containsKey(NaiveTally.SILENCE);
  }

  private static void reached(NaiveTally tally, String about, Enum<?>[]... symbols) {
    List<String> words =
        tally.seen().keySet().stream()
            .filter(kind -> kind.startsWith(about + " "))
            .flatMap(kind -> Stream.of(kind.split(" ")))
            .toList();
    assertThat(words)
        .as("what is said of a %s: a history that never gets there proves nothing about it", about)
        .containsAll(
            Stream.of(symbols)
                .flatMap(Stream::of)
                .map(Enum::name)
                .filter(name -> !name.equals("UNKNOWN"))
                .toList());
  }

  private static NaiveDuel duel(
      long seed, UnaryOperator<SpecificRecord> blinkers, NaiveTally tally) {
    return new NaiveDuel(seed, blinkers, UnaryOperator.identity(), tally);
  }

  private static String play(long seed, NaiveDuel duel, List<NaiveHistory.Event> to) {
    NaiveHistory history = new NaiveHistory(seed);
    for (int turn = 0; turn < TURNS; turn++) {
      to.add(history.next(duel.grid(), turn == 0));
      String difference = duel.turn(to.get(turn));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static String difference(long seed, List<NaiveHistory.Event> events) {
    NaiveDuel duel = duel(seed, UnaryOperator.identity(), new NaiveTally());
    return events.stream().map(duel::turn).filter(one -> one != null).findFirst().orElse(null);
  }

  private static String shortest(long seed, List<NaiveHistory.Event> failing) {
    List<NaiveHistory.Event> events =
        HistoryShrinker.shrink(failing, some -> difference(seed, some) != null, SHRINK_TURNS);
    StringBuilder told = new StringBuilder("\n\nthe shortest found that differs:");
    for (NaiveHistory.Event event : events) {
      told.append("\n  ").append(event.atMillis()).append(' ').append(event.record());
    }
    return told.append("\n  ").append(difference(seed, events)).toString();
  }

  /** Each field is said in so many ways that nobody who does not see it can agree for long. */
  @ParameterizedTest
  @MethodSource("dev.rota.bots.naive.NaiveBlinkers#all")
  void itTurnsRedWhereTheNaiveOneDoesNotSeeAField(NaiveBlinkers blinkers) {
    turnsRed(seed -> duel(seed, blinkers::over, new NaiveTally()));
  }

  @Test
  void itTurnsRedWhereAnEngineThatIsReopenedIsMistaken() {
    NaiveBlinkers blinkers = NaiveBlinkers.to("Submitted.localityHint");
    String difference =
        turnsRed(
            seed ->
                new NaiveDuel(seed, UnaryOperator.identity(), blinkers::over, new NaiveTally()));
    assertThat(difference).startsWith("reopened from its rows");
  }

  private interface Duels {
    NaiveDuel of(long seed);
  }

  private static String turnsRed(Duels duels) {
    for (long seed = 0; seed < MUTANT_SEEDS; seed++) {
      String difference = play(seed, duels.of(seed), new ArrayList<>());
      if (difference != null) {
        return difference;
      }
    }
    return fail("%d histories are decided as if it was there", MUTANT_SEEDS);
  }

  @Test
  void itTurnsRedWhereSomethingIsHeldOtherwise() {
    List<Consumer<NaiveGrid>> faults =
        List.of(
            grid -> grid.jobs.remove(0),
            grid -> grid.bots.remove(0),
            grid -> grid.jobs.get(0).priority++,
            grid -> grid.jobs.get(0).tries++,
            grid -> grid.jobs.get(0).evictions++,
            grid -> grid.jobs.get(0).scheduleAfter++,
            grid -> grid.jobs.get(0).cancelled ^= true,
            grid -> grid.jobs.get(0).stage = NaiveJob.Stage.COMPLETED,
            grid -> grid.bots.get(0).capacity++,
            grid -> grid.bots.get(0).priority++,
            grid -> grid.bots.get(0).expiresAt++,
            grid -> grid.bots.get(0).hints.add("h"),
            grid -> grid.bots.get(0).held.add(grid.jobs.get(0)),
            grid -> grid.rows.values().iterator().next().usage++);
    for (Consumer<NaiveGrid> fault : faults) {
      NaiveDuel duel = duelWithEverything();
      assertThat(duel.held()).isNull();
      fault.accept(duel.grid());
      assertThat(duel.held()).isNotNull();
    }
  }

  /** After some turns of the first history that has a job that waits, one that runs, and quotas. */
  private static NaiveDuel duelWithEverything() {
    for (long seed = 0; ; seed++) {
      NaiveDuel duel = duel(seed, UnaryOperator.identity(), new NaiveTally());
      NaiveHistory history = new NaiveHistory(seed);
      for (int turn = 0; turn < TURNS; turn++) {
        assertThat(duel.turn(history.next(duel.grid(), turn == 0))).isNull();
        NaiveGrid grid = duel.grid();
        if (!grid.rows.isEmpty()
            && grid.jobs.stream().anyMatch(NaiveJob::runs)
            && grid.jobs.size() > 1
            && grid.jobs.get(0).waits()) {
          return duel;
        }
      }
    }
  }
}
