package dev.rota.readers.follow.held;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However many lanes there are, a bounded number of turns is held. */
final class TurnWindowTest {
  private static final String[] REASONS = {null, null, null, "NOT_AVRO"};

  private static void add(TurnWindow window, String lane, int turns) {
    for (int i = 1; i <= turns; i++) {
      window.add(lane, List.of(new RecentTurn(i, i, TurnEntry.Kind.TICK, null, null, 0, null)));
    }
  }

  private static RecentTurn any(Random random, long turn) {
    TurnEntry.Kind kind = random.nextInt(4) == 0 ? TurnEntry.Kind.INPUT : TurnEntry.Kind.TICK;
    String input = kind == TurnEntry.Kind.INPUT ? "Claim" + random.nextInt(3) : null;
    String reason = REASONS[random.nextInt(REASONS.length)];
    String words = random.nextInt(3) == 0 ? null : "Says " + turn;
    int outputs = random.nextInt(2) * random.nextInt(3);
    return new RecentTurn(turn, turn * 100, kind, input, reason, outputs, words);
  }

  @Test
  void ofOneLaneTheLast() {
    TurnWindow window = new TurnWindow(1_024);
    add(window, "one", 5_000);
    assertThat(window.before("one", Long.MAX_VALUE, 10_000)).hasSize(1_024);
    assertThat(window.after("one", 0, 1).get(0).turn()).isEqualTo(3_977);
    assertThat(window.before("one", 3_977, 10)).isEmpty();
  }

  @Test
  void aMillionOfOneLaneAreHeldAndCounted() {
    TurnWindow window = new TurnWindow(1 << 20);
    add(window, "one", 1_000_000);
    TurnStretches all = window.stretches("one", 1, Long.MAX_VALUE, 256, 8_192);
    assertThat(all.first()).isOne();
    assertThat(all.last()).isEqualTo(1_000_000);
    assertThat(all.all()).hasSize(1_000_000 / 256 + 1);
    assertThat(all.all().stream().mapToInt(TurnStretch::lines).sum()).isOne();
  }

  @Test
  void ofManyLanesFewerOfEach() {
    TurnWindow window = new TurnWindow(2_000);
    int held = 0;
    for (int lane = 0; lane < 50; lane++) {
      add(window, "lane-" + lane, 200);
    }
    for (int lane = 0; lane < 50; lane++) {
      int some = window.before("lane-" + lane, Long.MAX_VALUE, 1_000).size();
      assertThat(some).isPositive();
      held += some;
    }
    assertThat(held).isBetween(500, 2_000);
  }

  @Test
  void lanesThatAreLetGoLeaveTheirRoomToTheOthers() {
    TurnWindow window = new TurnWindow(2_048);
    for (int lane = 0; lane < 50; lane++) {
      add(window, "lane-" + lane, 200);
    }
    List<RecentTurn> held = window.after("lane-7", 0, 200);
    window.keep(lane -> lane.equals("lane-7"));
    assertThat(window.after("lane-7", 0, 200)).isEqualTo(held);
    assertThat(window.before("lane-8", Long.MAX_VALUE, 1)).isEmpty();
    add(window, "lane-8", 1_000);
    assertThat(window.before("lane-8", Long.MAX_VALUE, 2_000)).hasSize(1_000);
    assertThat(window.after("lane-7", 0, 200)).isEqualTo(held);
    add(window, "lane-8", 2_048 - held.size());
    assertThat(window.before("lane-8", Long.MAX_VALUE, 2_048)).hasSize(2_048 - held.size());
  }

  @Test
  void whatIsHeldIsWhatCameWhateverIsForgotten() {
    for (int seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      TurnWindow window = new TurnWindow(1 << random.nextInt(4, 10));
      Deque<RecentTurn> came = new ArrayDeque<>();
      long turn = random.nextInt(1, 500);
      for (int i = 0; i < 600; i++, turn++) {
        if (random.nextInt(300) == 0) {
          turn += 7;
          came.clear();
        }
        RecentTurn one = any(random, turn);
        came.addLast(one);
        window.add("one", List.of(one));
        window.add("other", List.of(any(random, i + 1)));
      }
      List<RecentTurn> held = window.after("one", 0, Integer.MAX_VALUE);
      List<RecentTurn> last = new ArrayList<>(came);
      assertThat(held).isNotEmpty();
      assertThat(held)
          .isEqualTo(
              last.subList(last.size() - held.size(), last.size()).stream()
                  .map(one -> one.turn() < window.saidFrom("one") ? silent(one) : one)
                  .toList());
      counts(window, held, 1 << random.nextInt(7));
      filters(window, held, random);
    }
  }

  private static RecentTurn silent(RecentTurn one) {
    return new RecentTurn(
        one.turn(), one.atMillis(), one.kind(), one.input(), one.reason(), one.outputs(), null);
  }

  private static boolean isQuiet(RecentTurn one) {
    return one.kind() == TurnEntry.Kind.TICK && one.reason() == null && one.outputs() == 0;
  }

  /** What a filter finds is what one would pick by hand. */
  private static void filters(TurnWindow window, List<RecentTurn> held, Random random) {
    TurnEntry.Kind kind = random.nextBoolean() ? TurnEntry.Kind.INPUT : null;
    String reason = new String[] {null, "NOT_AVRO", TurnFilter.ANY, "OTHER"}[random.nextInt(4)];
    boolean decided = random.nextBoolean();
    boolean idle = random.nextBoolean();
    String text = new String[] {null, " ", "CLAIM1", " Says ", "avro"}[random.nextInt(5)];
    List<RecentTurn> wanted = new ArrayList<>();
    for (RecentTurn one : held) {
      String all = (one.input() + " " + one.reason() + " " + one.said()).toLowerCase(Locale.ROOT);
      boolean isWhy =
          reason == null || one.reason() != null && List.of("any", one.reason()).contains(reason);
      if ((kind == null || one.kind() == kind)
          && isWhy
          && (!decided || one.outputs() > 0)
          && (idle || !isQuiet(one))
          && (text == null || all.contains(text.strip().toLowerCase(Locale.ROOT)))) {
        wanted.add(0, one);
      }
    }
    TurnFilter filter = new TurnFilter(idle, kind, reason, decided, text);
    assertThat(window.between("one", 0, Long.MAX_VALUE, Integer.MAX_VALUE, filter))
        .as(filter.toString())
        .isEqualTo(wanted);
  }

  @Test
  void wordsOfTheNewestTurnsAreHeldHoweverManyLanesThereAre() {
    TurnWindow window = new TurnWindow(1 << 12);
    for (int lane = 0; lane < 20; lane++) {
      for (int i = 1; i <= 3_000; i++) {
        window.add(
            "lane-" + lane,
            List.of(new RecentTurn(i, i, TurnEntry.Kind.INPUT, "Claim", null, 1, "says " + i)));
      }
    }
    int words = 0;
    for (int lane = 0; lane < 20; lane++) {
      List<RecentTurn> held = window.before("lane-" + lane, Long.MAX_VALUE, 5_000);
      assertThat(held.get(0).said()).isEqualTo("says 3000");
      words += (int) held.stream().filter(one -> one.said() != null).count();
    }
    assertThat(words).isBetween(20 * 16, 1 << 9);
  }

  @Test
  void stretchesBeginWithAMultipleOfTheirSizeAndNoMoreAreCountedThanAreAskedFor() {
    TurnWindow window = new TurnWindow(1_024);
    add(window, "one", 100);
    assertThat(window.stretches("one", 19, 45, 16, 10).all())
        .extracting(TurnStretch::first)
        .containsExactly(16L, 32L);
    assertThat(window.stretches("one", 19, 45, 16, 10).last()).isEqualTo(100);
    assertThat(window.stretches("one", 19, 48, 16, 10).all()).hasSize(3);
    assertThat(window.stretches("one", 1, 100, 16, 2).all())
        .extracting(TurnStretch::last)
        .containsExactly(15L, 31L);
    assertThat(window.stretches("one", 99, 200, 16, 9).all().getFirst().lead())
        .as("ticks that do nothing")
        .isEqualTo(5);
  }

  /** Stretches are counted as one would count the turns themselves. */
  private static void counts(TurnWindow window, List<RecentTurn> held, int size) {
    TurnStretches all = window.stretches("one", 1, Long.MAX_VALUE, size, Integer.MAX_VALUE);
    List<RecentTurn> loud =
        window.between("one", 0, Long.MAX_VALUE, Integer.MAX_VALUE, TurnFilter.NOT_IDLE);
    long next = held.get(0).turn();
    assertThat(all.first()).isEqualTo(next);
    for (TurnStretch one : all.all()) {
      assertThat(one.first()).isEqualTo(next);
      assertThat((one.last() + 1) % size == 0 || one.last() == all.last()).isTrue();
      List<RecentTurn> its = held.stream().filter(t -> within(one, t)).toList();
      assertThat(one.atMillis()).isEqualTo(its.get(0).atMillis());
      assertThat(one.of(TurnEntry.Kind.INPUT)).isEqualTo(count(its, TurnEntry.Kind.INPUT));
      assertThat(one.of(TurnEntry.Kind.TICK)).isEqualTo(count(its, TurnEntry.Kind.TICK));
      assertThat(one.outputs()).isEqualTo(its.stream().mapToLong(RecentTurn::outputs).sum());
      assertThat(one.decided()).isEqualTo((int) its.stream().filter(t -> t.outputs() > 0).count());
      assertThat(one.refused())
          .isEqualTo((int) its.stream().filter(t -> t.reason() != null).count());
      assertThat(one.lead())
          .isEqualTo((int) its.stream().takeWhile(TurnWindowTest::isQuiet).count());
      next = one.last() + 1;
    }
    assertThat(next - 1).isEqualTo(all.last());
    int runs = 0;
    for (int i = 0; i < held.size(); i++) {
      runs += !loud.contains(held.get(i)) && (i == 0 || loud.contains(held.get(i - 1))) ? 1 : 0;
    }
    assertThat(all.all().stream().mapToInt(TurnStretch::lines).sum()).isEqualTo(loud.size() + runs);
  }

  private static boolean within(TurnStretch stretch, RecentTurn turn) {
    return turn.turn() >= stretch.first() && turn.turn() <= stretch.last();
  }

  private static int count(List<RecentTurn> turns, TurnEntry.Kind kind) {
    return (int) turns.stream().filter(one -> one.kind() == kind).count();
  }
}
