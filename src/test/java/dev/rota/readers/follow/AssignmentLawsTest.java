package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoresState;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.readers.follow.held.AssignedBar;
import dev.rota.readers.follow.held.AssignmentPicture;
import dev.rota.readers.follow.held.AssignmentPicture.ShownResource;
import dev.rota.readers.follow.held.AssignmentQuestion;
import dev.rota.readers.follow.held.AssignmentWindow;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.OpenedCheckpoint;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.model.ShardsState;
import dev.rota.testing.Book;
import dev.rota.testing.LedgerLogs;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who had what, held to the states of hostile histories of all domains. */
final class AssignmentLawsTest {
  private static final String LANE = "lane";
  private static final int EVENTS = 250;
  private static final int SEEDS = 8;

  /** So many that only what takes no time at all lies within one. */
  private static final int FINE = 1_000_000_000;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static LedgerLogs played(Domain domain, long seed) {
    Book book = new Book(domain);
    for (Traffic.Event event :
        SeededHistories.hostile(DomainTraffic.of(domain), LANE, seed, EVENTS)) {
      if (event.record() != null) {
        book.take(event.topic(), LANE, event.atMillis(), event.record());
      }
    }
    return new LedgerLogs(domain.name(), book.pages(1));
  }

  /** A follower of the lane, and what it noted so far. */
  private static final class Following implements AutoCloseable {
    private final AssignmentWatch watch;
    private final AssignmentWindow window;
    private final PartitionFollower follower;
    private TurnEntry last;

    Following(Domain domain, LedgerLogs logs) {
      watch = new AssignmentWatch(domain.card().monitor().assignments());
      window = new AssignmentWindow(1 << 20, domain.card().monitor().assignments()::name);
      OpenedCheckpoint start = OpenedCheckpoint.first(domain);
      follower = new PartitionFollower(domain, logs, 0, start, LANE::equals, watch);
    }

    /** Takes the next turn. Returns false at the end. */
    boolean next() {
      return follower.next(
          turn -> {
            last = turn;
            window.take(watch.end(turn, follower.state(LANE)));
          });
    }

    State state() {
      return follower.state(LANE);
    }

    AssignmentPicture picture(long from, long to, int pixels) {
      return window.picture(LANE, question(from, to, pixels));
    }

    @Override
    public void close() {
      follower.close();
    }
  }

  private static AssignmentQuestion question(long from, long to, int pixels) {
    return new AssignmentQuestion(from, to, pixels, 0, Integer.MAX_VALUE, "");
  }

  /** What the state itself says is assigned, as {@code resource thing}. */
  private static Set<String> assigned(State state) {
    Set<String> all = new TreeSet<>();
    if (state instanceof BotsState grid) {
      grid.leases().forEach(one -> all.add(one.bot().name() + " " + one.job().name()));
    } else if (state instanceof ShardsState pool) {
      pool.leased().forEach(one -> all.add(one.lease().worker() + " " + one.name()));
    } else if (state instanceof CoresState chain) {
      chain.scheduled().forEach(one -> all.add(one.core() + " " + one.para()));
      for (int core = 0; core < chain.cores(); core++) {
        if (chain.occupant(core) != null) {
          all.add(core + " " + chain.occupant(core).para());
        }
      }
    }
    return all;
  }

  private static Set<String> running(AssignmentPicture picture) {
    Set<String> all = new TreeSet<>();
    for (AssignedBar bar : picture.bars()) {
      if (bar.end() == AssignedBar.RUNS) {
        assertThat(bar.ending()).isNull();
        all.add(resource(picture, bar) + " " + bar.thing());
      }
    }
    return all;
  }

  private static String resource(AssignmentPicture picture, AssignedBar bar) {
    return picture.resources().stream()
        .filter(one -> bar.row() >= one.row() && bar.row() < one.row() + one.rows())
        .map(ShownResource::id)
        .collect(Collectors.joining());
  }

  /** No two of a row at the same time, each behind the one before it. */
  private static void checkRows(AssignmentPicture picture) {
    AssignedBar before = null;
    for (AssignedBar bar : picture.bars()) {
      assertThat(bar.begin()).isLessThanOrEqualTo(bar.end());
      assertThat(bar.waited()).isGreaterThanOrEqualTo(0);
      if (before != null && before.row() == bar.row()) {
        assertThat(bar.begin()).as("%s, %s", before, bar).isGreaterThanOrEqualTo(before.end());
      } else {
        assertThat(bar.row()).isGreaterThan(before == null ? -1 : before.row());
      }
      before = bar;
    }
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whatRunsIsWhatTheStateHasBehindEachTurn(Domain domain) {
    Set<Tone> tones = EnumSet.noneOf(Tone.class);
    int most = 0;
    int bars = 0;
    boolean hasWaited = false;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LedgerLogs logs = played(domain, seed);
      try (Following following = new Following(domain, logs)) {
        while (following.next()) {
          AssignmentPicture all = following.picture(0, Long.MAX_VALUE / 4, FINE);
          assertThat(running(all))
              .as("%s, seed %d, turn %s", domain.name(), seed, following.last.number())
              .isEqualTo(assigned(following.state()));
          most = Math.max(most, running(all).size());
        }
        AssignmentPicture all = following.picture(0, following.last.atMillis(), FINE);
        checkRows(all);
        all.bars().stream()
            .filter(bar -> bar.ending() != null)
            .forEach(bar -> tones.add(bar.ending().tone()));
        bars += all.bars().size();
        hasWaited |= all.bars().stream().anyMatch(bar -> bar.waited() > 0);
      }
    }
    if (domain instanceof ChunksDomain) {
      assertThat(bars).isZero();
      return;
    }
    assertThat(most).isGreaterThan(2);
    assertThat(bars).isGreaterThan(50);
    assertThat(hasWaited).isTrue();
    assertThat(tones).containsAll(expected(domain));
  }

  private static Set<Tone> expected(Domain domain) {
    return domain instanceof CoresDomain
        ? Set.of(Tone.DONE, Tone.MOVED, Tone.FAILED)
        : Set.of(Tone.DONE, Tone.MOVED, Tone.LOST);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void memoryIsWhatAReplaySays(Domain domain) {
    int compared = 0;
    int shown = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LedgerLogs logs = played(domain, seed);
      Random random = new Random(seed);
      List<Long> times = times(domain, logs);
      try (Following following = new Following(domain, logs)) {
        for (int turn = 0; following.next(); turn++) {
          long to = following.last.atMillis();
          // A replay up to a time takes all turns of that time.
          boolean isLast = turn + 1 == times.size() || times.get(turn + 1) > to;
          if (isLast && random.nextInt(40) == 0) {
            AssignmentQuestion asked =
                question(times.get(random.nextInt(turn + 1)), to, 100 + random.nextInt(5_000));
            AssignmentPicture memory = following.window.picture(LANE, asked);
            assertThat(memory.isWhole()).isTrue();
            assertThat(
                    new LaneAnswers(domain, logs, CheckpointChoice.BEGINNING, LANE)
                        .assignments(asked)
                        .answer())
                .as("%s, seed %d, %s", domain.name(), seed, asked)
                .isEqualTo(memory);
            compared++;
            shown += memory.bars().size() + memory.generations().size();
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(10);
    assertThat(shown).isGreaterThan(compared);
  }

  private static List<Long> times(Domain domain, LedgerLogs logs) {
    List<Long> times = new ArrayList<>();
    try (Following following = new Following(domain, logs)) {
      while (following.next()) {
        times.add(following.last.atMillis());
      }
    }
    return times;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aWindowHasWhatTouchesItAndMergesWhatIsSmall(Domain domain) {
    int merged = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LedgerLogs logs = played(domain, seed);
      Random random = new Random(seed);
      try (Following following = new Following(domain, logs)) {
        while (following.next()) {
          // All of it is taken first.
        }
        long end = following.last.atMillis();
        List<AssignedBar> all = following.picture(0, end, FINE).bars();
        for (int i = 0; i < 20; i++) {
          long from = random.nextLong(end + 1);
          long to = random.nextLong(from, end + 1);
          List<AssignedBar> touching =
              all.stream().filter(bar -> bar.begin() <= to && bar.end() >= from).toList();
          assertThat(following.picture(from, to, FINE).bars())
              .as("%s, seed %d, %d to %d", domain.name(), seed, from, to)
              .isEqualTo(touching);
          List<AssignedBar> few = following.picture(from, to, 7).bars();
          assertThat(few.stream().mapToInt(AssignedBar::count).sum())
              .isEqualTo(touching.stream().mapToInt(AssignedBar::count).sum());
          assertThat(worst(few)).isEqualTo(worst(touching));
          assertThat(few.stream().collect(Collectors.groupingBy(AssignedBar::row)).values())
              .allMatch(row -> row.size() <= 2 * 8 + 1);
          merged += touching.size() - few.size();
        }
      }
    }
    assertThat(merged > 0).isEqualTo(!(domain instanceof ChunksDomain));
  }

  private static Tone worst(List<AssignedBar> bars) {
    return bars.stream()
        .filter(bar -> bar.ending() != null)
        .map(bar -> bar.ending().tone())
        .max(Tone::compareTo)
        .orElse(null);
  }

  @ParameterizedTest
  @MethodSource("domains")
  void whoBeginsLaterKnowsWhatRunsToo(Domain domain) {
    int running = 0;
    int unknown = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      LedgerLogs logs = played(domain, seed);
      int turn = 0;
      try (Following following = new Following(domain, logs)) {
        while (following.next()) {
          turn++;
          if (turn == EVENTS / 4) {
            following.window.take(
                following.watch.standing(
                    LANE, following.last.number(), following.last.atMillis(), following.state()));
            long heldFrom = following.window.heldFrom(LANE).orElseThrow();
            assertThat(heldFrom).isEqualTo(following.last.atMillis() + 1);
            assertThat(following.picture(heldFrom - 1, heldFrom, 100).isWhole()).isFalse();
            assertThat(following.picture(heldFrom, heldFrom, 100).isWhole()).isTrue();
          }
          AssignmentPicture all = following.picture(0, Long.MAX_VALUE / 4, FINE);
          assertThat(running(all)).isEqualTo(assigned(following.state()));
          if (turn == EVENTS / 4) {
            running += all.bars().size();
            unknown += (int) all.bars().stream().filter(bar -> bar.turn() == 0).count();
            // Only cores' states have no times.
            assertThat(all.bars())
                .allMatch(
                    bar -> (bar.begin() == AssignedBar.UNKNOWN) == domain instanceof CoresDomain);
          }
        }
      }
    }
    assertThat(unknown).isEqualTo(running);
    assertThat(running > 0).isEqualTo(!(domain instanceof ChunksDomain));
  }

  /** The account is of the kinds that why takes. */
  @ParameterizedTest
  @MethodSource("domains")
  void itsThingsAndResourcesCanBeAskedAbout(Domain domain) {
    assertThat(domain.card().why().kinds())
        .contains(
            domain.card().monitor().assignments().thingKind(),
            domain.card().monitor().assignments().resourceKind());
    assertThat(domain.card().monitor().assignments().hasGenerations())
        .isEqualTo(domain instanceof ChunksDomain);
    assertThat(domain)
        .isInstanceOfAny(
            BotsDomain.class, CoresDomain.class, ShardsDomain.class, ChunksDomain.class);
  }
}
