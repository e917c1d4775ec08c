package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.follow.held.TrendPoint;
import dev.rota.readers.follow.held.TrendSeries;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.shards.ShardsDomain;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trends, held to a reading of each lane behind each of its turns. */
final class TrendsTest {
  private static final List<String> LANES = List.of("first", "second", "third");

  /** Traffic of a longer time than is held, epoch ms. */
  private static final long BEGIN = 1_700_000_003_000L;

  private static final long SPAN = 4_500_000;

  /** Of domains whose participants are gone if nothing is heard of them for so long. */
  private static final long SHORT_SPAN = 300_000;

  private static final int STEPS = 361;
  private static final long STEP = 10_000;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  /** Of each lane. A generation of chunks takes its time. */
  private static int events(Domain domain) {
    return domain.name().equals("chunks") ? 100 : 233;
  }

  /** A lane behind one of its turns. */
  private record Reading(
      String lane,
      long atMillis,
      QueueVitals vitals,
      OptionalLong capacity,
      int begun,
      int refused) {}

  /** Three lanes' traffic, one later than the other. */
  private static Book book(Domain domain, long seed, long beginMillis) {
    record Due(String lane, long atMillis, Traffic.Event event) {}
    List<Due> all = new ArrayList<>();
    for (int i = 0; i < LANES.size(); i++) {
      Iterator<Traffic.Event> traffic = DomainTraffic.of(domain).start(LANES.get(i), seed + i);
      List<Traffic.Event> some = new ArrayList<>();
      for (int event = 0; event < events(domain); event++) {
        some.add(traffic.next());
      }
      long begin = some.get(0).atMillis();
      boolean silent = Set.of("bots", "shards").contains(domain.name());
      double longer =
          (double) (silent ? SHORT_SPAN : SPAN) / (some.get(some.size() - 1).atMillis() - begin);
      long late = 7_777L * i;
      for (Traffic.Event event : some) {
        long at = beginMillis + late + (long) ((event.atMillis() - begin) * longer);
        all.add(new Due(LANES.get(i), at, event));
      }
    }
    all.sort(Comparator.comparingLong(Due::atMillis));
    Book book = new Book(domain);
    all.forEach(due -> book.take(due.event.topic(), due.lane, due.atMillis, due.event.record()));
    return book;
  }

  private static LiveDomain follow(Domain domain, LedgerLogs logs, int own) {
    var live = LiveDomain.start(domain, () -> logs, CheckpointChoice.BEGINNING, Set.of(), own);
    await().until(() -> live.standings().get(0).caughtUp());
    return live;
  }

  /** Reads the lane behind each turn. */
  private static List<Reading> readings(Domain domain, LedgerLogs logs) {
    List<Reading> all = new ArrayList<>();
    FactCollector facts = new FactCollector();
    PlaceTimes places = new PlaceTimes(domain.card().monitor());
    var start =
        new ReplayStart(domain, logs, CheckpointChoice.BEGINNING, 0).nearest("", HistoryMoment.END);
    try (var one = new PartitionFollower(domain, logs, 0, start, _ -> true, facts)) {
      boolean more = true;
      while (more) {
        more =
            one.next(
                turn -> {
                  State state = one.state(turn.lane());
                  places.note(turn.lane(), state, turn.atMillis());
                  all.add(reading(domain, turn, state, places, facts.end()));
                });
      }
    }
    return all;
  }

  private static Reading reading(
      Domain domain, TurnEntry turn, State state, PlaceTimes places, List<Fact<State>> facts) {
    int[] counts = new int[2];
    FactCounter counter =
        new FactCounter() {
          @Override
          public void refused(Enum<?> reason) {
            counts[1]++;
          }

          @Override
          public void moved(long items) {
            // A trend has no moves.
          }

          @Override
          public void begun(long assignments) {
            counts[0] += (int) assignments;
          }
        };
    facts.forEach(fact -> domain.card().monitor().count(fact, counter));
    return new Reading(
        turn.lane(),
        turn.atMillis(),
        places.vitals(turn.lane(), state),
        domain.card().monitor().capacity(state),
        counts[0],
        counts[1] + (turn.reason() == null ? 0 : 1));
  }

  /** What the trend of these lanes is, step by step, from the readings. */
  private static List<TrendPoint> expected(List<Reading> readings, Predicate<String> lanes) {
    long end = readings.stream().mapToLong(Reading::atMillis).max().orElseThrow();
    List<TrendPoint> points = new ArrayList<>();
    for (long step = end / STEP - STEPS + 1; step <= end / STEP; step++) {
      points.add(point(readings, lanes, step, Math.min(end, (step + 1) * STEP)));
    }
    return points;
  }

  private static TrendPoint point(
      List<Reading> readings, Predicate<String> lanes, long step, long end) {
    Map<String, Reading> last = new HashMap<>();
    long turns = 0;
    long begun = 0;
    long refused = 0;
    for (Reading one : readings) {
      if (lanes.test(one.lane) && one.atMillis / STEP <= step) {
        last.put(one.lane, one);
        if (one.atMillis / STEP == step) {
          turns++;
          begun += one.begun;
          refused += one.refused;
        }
      }
    }
    if (last.isEmpty()) {
      return TrendPoint.UNKNOWN; // before the first record
    }
    long oldest =
        last.values().stream()
            .filter(one -> one.vitals.waiting() > 0 && one.vitals.waitingSince() >= 0)
            .mapToLong(one -> one.vitals.waitingSince())
            .min()
            .orElse(-1);
    boolean can = last.values().stream().anyMatch(one -> one.capacity.isPresent());
    return new TrendPoint(
        last.values().stream().mapToLong(one -> one.vitals.waiting()).sum(),
        oldest < 0 ? null : Math.max(0, end - oldest),
        last.values().stream().mapToLong(one -> one.vitals.held()).sum(),
        can ? last.values().stream().mapToLong(one -> one.capacity.orElse(0)).sum() : null,
        turns,
        begun,
        refused);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void eachStepIsAsAReadingBehindEachTurnSays(Domain domain) {
    for (int pages : new int[] {1, 9, 400}) {
      Book book = book(domain, 3 + pages, BEGIN);
      LedgerLogs logs = new LedgerLogs(domain.name(), book.pages(pages)).still();
      List<Reading> readings = readings(domain, logs);
      assertThat(readings).hasSize(events(domain) * LANES.size());
      try (LiveDomain live = follow(domain, logs, 2)) {
        String what = "%s, pages of %d".formatted(domain.name(), pages);
        same(what, live.trend().points(), expected(readings, _ -> true));
        assertThat(live.trend().lanes()).isEqualTo(LANES.size());
        Map<String, TrendSeries> own = new TreeMap<>();
        LANES.forEach(lane -> live.trend(lane).ifPresent(trend -> own.put(lane, trend)));
        assertThat(own).as("as many as have metrics of their own").hasSize(2);
        own.forEach(
            (lane, trend) ->
                same(
                    what + ", " + lane,
                    known(trend),
                    since(first(readings, lane), readings, lane)));
        assertThat(live.trend().points())
            .filteredOn(point -> !point.equals(TrendPoint.UNKNOWN))
            .anyMatch(point -> point.waiting() > 0)
            .anyMatch(point -> point.begun() > 0)
            .anyMatch(point -> point.refused() > 0);
        try (LiveDomain again = follow(domain, logs, 2)) {
          assertThat(again.trend()).as("restarted").isEqualTo(live.trend());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatIsNewlyInForceHasBegunAndFitsTheCapacity(Domain domain) {
    LedgerLogs logs = new LedgerLogs(domain.name(), book(domain, 12, BEGIN).pages(50));
    Map<String, Long> before = new HashMap<>();
    long begun = 0;
    for (Reading one : readings(domain, logs)) {
      long more = one.vitals.held() - before.getOrDefault(one.lane, 0L);
      assertThat(more).as("%s", one).isLessThanOrEqualTo(one.begun);
      before.put(one.lane, one.vitals.held());
      begun += one.begun;
      if (domain.name().equals("cores")) { // elsewhere who had it may be gone or unhealthy
        assertThat(one.vitals.held()).isLessThanOrEqualTo(one.capacity.orElseThrow());
      }
    }
    assertThat(begun).isPositive();
  }

  /** Five minutes of turns, half an hour ago, and nothing since. */
  @Test
  void aFollowerThatStartsHasTheLastHourAndSoHasTheNextOne() {
    ShardsDomain shards = new ShardsDomain();
    long begin = System.currentTimeMillis() - 2_000_000;
    LedgerLogs logs = new LedgerLogs(shards.name(), book(shards, 8, begin).pages(30));
    List<Reading> readings = readings(shards, logs);
    long last = readings.get(readings.size() - 1).atMillis / STEP;
    try (var live = follow(shards, logs, 2);
        var next = follow(shards, logs, 2)) {
      TrendSeries trend = live.trend();
      TrendSeries again = next.trend();
      int known = 0;
      // The last half minute depends on when it was heard that nothing comes.
      for (int i = 0; i < STEPS - 3; i++) {
        long step = trend.firstMillis() / STEP + i;
        TrendPoint one = trend.points().get(i);
        assertThat(one)
            .as("step %d", i)
            .isEqualTo(point(readings, _ -> true, step, (step + 1) * STEP));
        int same = (int) (step - again.firstMillis() / STEP);
        if (same >= 0) {
          assertThat(again.points().get(same)).as("restarted, step %d", i).isEqualTo(one);
        }
        known += step <= last && one.turns() != null && one.turns() > 0 ? 1 : 0;
      }
      assertThat(known).as("steps with turns").isGreaterThan(10);
    }
  }

  /** One step after the other, so that a difference is readable. */
  private static void same(String what, List<TrendPoint> found, List<TrendPoint> expected) {
    assertThat(found).as(what).hasSize(expected.size());
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.get(i)).as("%s, step %d", what, i).isEqualTo(expected.get(i));
    }
  }

  /** The steps since the lane is there. */
  private static List<TrendPoint> known(TrendSeries trend) {
    List<TrendPoint> points = new ArrayList<>(trend.points());
    while (points.get(0).equals(TrendPoint.UNKNOWN)) {
      points.remove(0);
    }
    return points;
  }

  private static long first(List<Reading> readings, String lane) {
    return readings.stream().filter(one -> one.lane.equals(lane)).findFirst().orElseThrow().atMillis
        / STEP;
  }

  private static List<TrendPoint> since(long step, List<Reading> readings, String lane) {
    List<TrendPoint> all = expected(readings, lane::equals);
    long end = readings.stream().mapToLong(Reading::atMillis).max().orElseThrow() / STEP;
    return all.subList((int) Math.max(0, step - (end - STEPS + 1)), all.size());
  }
}
