package dev.rota.chunks.naive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.chunks.ChunkPolicy;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunksDomain;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.model.MutantChunks;
import dev.rota.lab.simulate.HistoryShrinker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine beside a naive one, over histories in which policies switch.
 *
 * <p>{@code -Drota.seed=17} is that history alone, {@code -Drota.laws.seeds=5000} are more of them.
 */
class ChunksOracleTest {
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 400);
  private static final int TURNS = 260;
  private static final long SHRINK_TURNS = 50_000;

  private static final int MUTANT_SEEDS = 60;

  /** What no history of this size gets to. */
  private static final List<String> BEYOND =
      List.of(
          "chunk TOO_MANY_LISTINGS",
          "ping TOO_MANY_WORKERS",
          "policy: another control",
          "policy: another mark",
          "policy: another network",
          "shortage TOO_MANY_COPIES");

  private static final List<String> STATES =
      List.of(
          "cliff that falls",
          "cliff that rises",
          "delta",
          "delta of one that is reliable: false",
          "delta of one that is reliable: true",
          "delta resized",
          "generation",
          "generation of many copies",
          "generation of two passes",
          "generation with resized copies",
          "generation with unplaced copies",
          "generation without some chunks",
          "order HEAD",
          "order SEED",
          "path BATCH",
          "path REPAIR",
          "ping: silent",
          "ping: told",
          "policy SET",
          "policy of a dataset that is not listed",
          "reopened",
          "shortage with a bound",
          "snapshot asked for",
          "snapshot kept",
          "snapshot withdrawn",
          "the clock went back",
          "tick",
          "worker counts for less",
          "worker deprecated");

  static {
    GeneratedClasses.trust();
  }

  @Test
  void hashesAreThoseOfTheSpecification() {
    assertThat(NaiveHash.check()).isEqualTo(1_988_685_042_348_123_509L);
  }

  @Test
  void theEngineAgreesWithTheNaiveOneAfterEveryTurn() {
    NaiveTally tally = new NaiveTally();
    long first = SEED == null ? 0 : SEED;
    for (long seed = first; seed < (SEED == null ? SEEDS : first + 1); seed++) {
      tally.history();
      List<NaiveHistory.Event> events = new ArrayList<>();
      String difference = play(seed, new NaiveDuel(seed, tally), events);
      if (difference != null) {
        fail(
            "seed %d differs in turn %d (-Drota.seed=%d): %s%s",
            seed, events.size(), seed, difference, shortest(seed, events, difference));
      }
    }
    System.out.println("chunks oracle: " + tally);
    if (SEED == null) {
      assertThat(tally.seen().keySet())
          .as("a history that never gets somewhere proves nothing about it")
          .containsAll(STATES)
          .containsAll(whatTheSchemasName());
    }
  }

  /** Every outcome, reason and status, and every setting of the policy. */
  private static List<String> whatTheSchemasName() {
    Map<String, List<? extends Enum<?>>> symbols =
        Map.of(
            "chunk ", List.of(ChunkRefusal.values()),
            "limit ", List.of(FactorLimit.values()),
            "listing ", List.of(ListingOutcomeKind.values()),
            "ping ", List.of(PingRefusal.values()),
            "policy ", List.of(PolicyRefusal.values()),
            "shortage ", List.of(ShortageReason.values()),
            "status ", List.of(Reliability.values()),
            "worker ", List.of(WorkerOutcomeKind.values()));
    List<String> names = new ArrayList<>();
    symbols.forEach((kind, all) -> all.forEach(symbol -> names.add(kind + symbol)));
    ChunkPolicy.getClassSchema()
        .getFields()
        .forEach(field -> names.add("policy: another " + field.name()));
    names.removeIf(name -> name.endsWith(" UNKNOWN"));
    names.removeAll(BEYOND);
    return names;
  }

  @ParameterizedTest
  @EnumSource
  void itTurnsRedWhereTheEngineIsWrong(MutantChunks mutant) {
    String difference =
        turnsRed(
            seed ->
                new NaiveDuel(mutant.domain(), seed, UnaryOperator.identity(), new NaiveTally()));
    assertThat(difference).startsWith(mutant.foundBy);
  }

  /** Each field is said in so many ways that nobody who does not see it can agree for long. */
  @ParameterizedTest
  @MethodSource("dev.rota.chunks.naive.NaiveBlinkers#all")
  void itTurnsRedWhereTheNaiveOneDoesNotSeeAField(NaiveBlinkers blinkers) {
    turnsRed(seed -> new NaiveDuel(new ChunksDomain(), seed, blinkers::over, new NaiveTally()));
  }

  private static String turnsRed(LongFunction<NaiveDuel> duels) {
    for (long seed = 0; seed < MUTANT_SEEDS; seed++) {
      String difference = play(seed, duels.apply(seed), new ArrayList<>());
      if (difference != null) {
        return difference;
      }
    }
    return fail("%d histories are decided as if nothing was wrong", MUTANT_SEEDS);
  }

  private static String play(long seed, NaiveDuel duel, List<NaiveHistory.Event> to) {
    NaiveHistory history = new NaiveHistory(seed);
    for (int turn = 0; turn < TURNS; turn++) {
      to.add(history.next(duel.naive(), turn));
      String difference = duel.turn(to.get(turn));
      if (difference != null) {
        return difference;
      }
    }
    return null;
  }

  private static String difference(long seed, List<NaiveHistory.Event> events) {
    NaiveDuel duel = new NaiveDuel(seed, new NaiveTally());
    return events.stream().map(duel::turn).filter(one -> one != null).findFirst().orElse(null);
  }

  /** Where they differ, whatever the numbers of things. */
  private static String place(String difference) {
    return difference == null
        ? null
        : difference.lines().findFirst().map(ChunksOracleTest::bare).get();
  }

  private static String bare(String line) {
    return line.replaceAll("[0-9]+", "#");
  }

  private static String shortest(long seed, List<NaiveHistory.Event> failing, String difference) {
    String place = place(difference);
    List<NaiveHistory.Event> events =
        HistoryShrinker.shrink(
            failing, some -> place.equals(place(difference(seed, some))), SHRINK_TURNS);
    StringBuilder told = new StringBuilder("\n\nthe shortest found that differs:");
    for (NaiveHistory.Event event : events) {
      told.append("\n  ").append(event.atMillis()).append(' ').append(event.record());
    }
    return told.append("\n  ").append(difference(seed, events)).toString();
  }
}
