package dev.rota.readers.follow.held;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.kernel.domain.measures.GenerationMoves.CopyFlow;
import dev.rota.readers.follow.held.AssignmentPicture.ShownResource;
import dev.rota.readers.follow.held.AssignmentTurn.Passage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What runs is held, and as much of what has ended as there is room for. */
final class AssignmentWindowTest {
  private static final AssignmentEnd DONE = new AssignmentEnd("DONE", Tone.DONE);
  private static final AssignmentEnd LOST = new AssignmentEnd("LOST", Tone.LOST);
  private static final int ALL = Integer.MAX_VALUE;

  private AssignmentWindow window = new AssignmentWindow(1 << 20, id -> "worker " + id);
  private long turn;

  private void take(String lane, long atMillis, Consumer<AssignmentSink> event) {
    take(lane, atMillis, Passage.STAYS, List.of(event), List.of());
  }

  private void take(
      String lane,
      long atMillis,
      Passage passage,
      List<Consumer<AssignmentSink>> events,
      List<GenerationMoves> moves) {
    window.take(new AssignmentTurn(lane, ++turn, atMillis, passage, events, moves));
  }

  private static Consumer<AssignmentSink> begin(String resource, String thing, String group) {
    return to ->
        to.begins(
            new ResourceAssignment(resource, thing, group, AssignmentSink.NOTED),
            AssignmentSink.TURN_TIME);
  }

  private static Consumer<AssignmentSink> end(String resource, String thing, AssignmentEnd how) {
    return to -> to.ends(resource, thing, how, AssignmentSink.TURN_TIME);
  }

  private static Consumer<AssignmentSink> begin(String resource, String thing, long since) {
    return to ->
        to.begins(new ResourceAssignment(resource, thing, null, since), AssignmentSink.TURN_TIME);
  }

  /** An assignment from one time to another. */
  private void ended(String resource, String thing, String group, long from, long to) {
    take("one", from, begin(resource, thing, group));
    take("one", to, end(resource, thing, DONE));
  }

  private void generation(long atMillis, int flows) {
    CopyFlow flow = new CopyFlow(null, "w", 1, 1);
    GenerationMoves made = new GenerationMoves(1, atMillis, 1, 1, Collections.nCopies(flows, flow));
    take("one", atMillis, Passage.STAYS, List.of(), List.of(made));
  }

  private AssignmentPicture all(String lane) {
    return picture(lane, 0, 1L << 20, 0, ALL, "");
  }

  private AssignmentPicture picture(
      String lane, long from, long to, int first, int rows, String resource) {
    return window.picture(
        lane, new AssignmentQuestion(from, to, 1_000_000_000, first, rows, resource));
  }

  /** One assignment, as a plain list has it. */
  private record Plain(
      String resource, String thing, String group, long begin, long end, AssignmentEnd how) {}

  private static List<Plain> plain(AssignmentPicture picture) {
    return picture.bars().stream()
        .map(
            bar ->
                new Plain(
                    picture.resources().stream()
                        .filter(one -> one.row() <= bar.row())
                        .reduce((_, other) -> other)
                        .map(ShownResource::id)
                        .orElseThrow(),
                    bar.thing(),
                    bar.group(),
                    bar.begin(),
                    bar.end(),
                    bar.ending()))
        .sorted(Comparator.comparing(Plain::toString))
        .toList();
  }

  private static String name(Random random, int number) {
    return "é".repeat(random.nextInt(4) == 0 ? random.nextInt(300) : 0) + "job-" + number;
  }

  @Test
  void itHoldsWhatRunsAndTheLastThatEndedWhateverIsForgotten() {
    int forgotten = 0;
    for (int seed = 1; seed <= 40; seed++) {
      Random random = new Random(seed);
      window = new AssignmentWindow(1 << random.nextInt(6, 11), id -> id);
      turn = 0;
      List<Plain> running = new ArrayList<>();
      List<Plain> ended = new ArrayList<>();
      for (int i = 0; i < 1_500; i++) {
        long at = 2L * i;
        if (running.isEmpty() || running.size() < 8 && random.nextBoolean()) {
          String resource = "w-" + random.nextInt(1 + i / 100);
          String group = random.nextInt(3) == 0 ? null : "group " + random.nextInt(5);
          Plain one = new Plain(resource, name(random, i), group, at, AssignedBar.RUNS, null);
          running.add(one);
          take("one", at, begin(resource, one.thing, group));
        } else {
          Plain one = running.remove(random.nextInt(running.size()));
          AssignmentEnd how = random.nextInt(5) == 0 ? LOST : DONE;
          ended.add(new Plain(one.resource, one.thing, one.group, one.begin, at, how));
          take("one", at, end(one.resource, one.thing, how));
        }
      }
      List<Plain> held = plain(all("one"));
      int last = held.size() - running.size();
      Stream<Plain> expected =
          Stream.concat(
              running.stream(), ended.subList(ended.size() - last, ended.size()).stream());
      assertThat(held)
          .as("seed %d", seed)
          .isEqualTo(expected.sorted(Comparator.comparing(Plain::toString)).toList());
      forgotten += ended.size() - last;
      checkFrom(ended, last);
    }
    assertThat(forgotten).isPositive();
  }

  private void checkFrom(List<Plain> ended, int last) {
    long from = window.heldFrom("one").orElseThrow();
    boolean whole = last == ended.size();
    assertThat(from).isEqualTo(whole ? 0 : ended.get(ended.size() - last - 1).end + 1);
    assertThat(picture("one", from, from, 0, ALL, "").isWhole()).isTrue();
    assertThat(picture("one", from, from, 0, ALL, "").isCut()).isFalse();
    assertThat(picture("one", from - 1, from, 0, ALL, "").isWhole()).isEqualTo(whole);
    assertThat(picture("one", from - 1, from, 0, ALL, "").isCut()).isEqualTo(!whole);
  }

  @Test
  void aResourceHasAsManyRowsAsItHadAtTheSameTime() {
    take("one", 0, begin("10", "a", "g"));
    take("one", 1, begin("2", "b", "g"));
    take("one", 2, begin("2", "c", "g"));
    take("one", 3, end("2", "b", DONE));
    take("one", 4, begin("2", "d", "h"));
    assertThat(all("one").resources())
        .as("2 is before 10")
        .containsExactly(new ShownResource("2", 0, 2), new ShownResource("10", 2, 1));
    assertThat(all("one").bars().stream().map(bar -> bar.row() + bar.thing()))
        .as("the lowest free row")
        .containsExactly("0b", "0d", "1c", "2a");
  }

  @Test
  void rowsAreCutAndResourcesChosen() {
    IntStream.range(0, 30).forEach(i -> take("one", i, begin("" + i / 3, "t" + i, null)));
    AssignmentPicture some = picture("one", 0, 100, 4, 3, "");
    assertThat(some.rows()).isEqualTo(30);
    assertThat(some.resources())
        .containsExactly(new ShownResource("1", 3, 3), new ShownResource("2", 6, 3));
    assertThat(some.bars().stream().map(AssignedBar::row)).containsExactly(4, 5, 6);
    assertThat(picture("one", 0, 100, 3, 3, "").resources())
        .containsExactly(new ShownResource("1", 3, 3));
    assertThat(picture("one", 0, 100, 0, 60, "Worker 7").bars())
        .extracting(AssignedBar::thing)
        .containsExactly("t21", "t22", "t23");
    assertThat(picture("one", 0, 100, 0, 60, "nobody").rows()).isZero();
    assertThat(picture("one", 0, 100, 30, 60, "").bars()).isEmpty();
    assertThat(picture("one", 0, 2, 0, 60, "").bars()).hasSize(3);
    take("one", 40, begin("Edge", "t30", null));
    assertThat(picture("one", 0, 100, 0, 60, "r eDGE").rows()).isOne();
  }

  @Test
  void whatLiesWithinAPixelIsOneBarAndTheWorstEndWins() {
    for (int i = 0; i < 100; i++) {
      take("one", 10L * i, begin("w", "t" + i % 50 / 25, "g"));
      take("one", 10L * i + 5, end("w", "t" + i % 50 / 25, i == 60 ? LOST : DONE));
    }
    List<AssignedBar> bars =
        window.picture("one", new AssignmentQuestion(0, 1_000, 4, 0, 9, "")).bars();
    assertThat(bars).extracting(AssignedBar::count).containsExactly(25, 25, 25, 25);
    assertThat(bars).extracting(AssignedBar::thing).containsExactly("t0", "t1", "t0", "t1");
    assertThat(bars).extracting(AssignedBar::ending).containsExactly(DONE, DONE, LOST, DONE);
    assertThat(bars.get(1).begin()).isEqualTo(250);
    assertThat(bars.get(1).end()).isEqualTo(495);
    bars = window.picture("one", new AssignmentQuestion(0, 1_000, 1, 0, 9, "")).bars();
    assertThat(bars).extracting(AssignedBar::thing).containsExactly((String) null);
    assertThat(bars).extracting(AssignedBar::group).containsExactly("g");
    assertThat(bars.get(0).turn()).isOne();
  }

  @Test
  void waitsAreKnownOrNot() {
    take("one", 5, to -> to.waits("a", 3));
    take("one", 9, begin("w", "a", null));
    take("one", 9, begin("w", "b", null));
    take("one", 9, to -> to.waits("c", AssignmentSink.TURN_TIME));
    take("one", 9, to -> to.waitsNoMore("c"));
    take("one", 10, begin("w", "c", null));
    take(
        "one",
        11,
        to -> to.begins(new ResourceAssignment("w", "d", null, AssignmentSink.NONE), 11));
    assertThat(all("one").bars())
        .extracting(AssignedBar::waited)
        .containsExactly(6L, AssignedBar.UNKNOWN, AssignedBar.UNKNOWN, 0L);
  }

  @Test
  void aWindowHasWhatEndsWithItsFirstInstantAndWhatBeginsWithItsLast() {
    ended("w", "a", null, 0, 10);
    ended("w", "b", null, 20, 30);
    assertThat(picture("one", 10, 20, 0, ALL, "").bars())
        .extracting(AssignedBar::thing)
        .containsExactly("a", "b");
    assertThat(picture("one", 11, 19, 0, ALL, "").bars()).isEmpty();
  }

  /** Of the first itself it may not be known, and of a later one it may be behind its begin. */
  @Test
  void aBarOfSeveralHasWaitedSinceTheFirstOfThemBegan() {
    ended("first", "a", "g", 50, 60);
    take("one", 60, begin("first", "b", 20L));
    take("one", 70, end("first", "b", DONE));
    take("one", 70, begin("first", "c", 65L));
    take("one", 80, end("first", "c", DONE));
    ended("second", "a", "g", 90, 100);
    take("one", 100, begin("second", "b", 95L));
    take("one", 110, end("second", "b", DONE));
    List<AssignedBar> bars =
        window.picture("one", new AssignmentQuestion(0, 1_000, 1, 0, 9, "")).bars();
    assertThat(bars).extracting(AssignedBar::count).containsExactly(3, 2);
    assertThat(bars).extracting(AssignedBar::waited).containsExactly(30L, 0L);
    assertThat(bars).extracting(AssignedBar::group).as("of several").containsOnlyNulls();
  }

  @Test
  void aWaitIsOfOneAssignmentAloneAndNeverNegative() {
    take("one", 3, to -> to.waits("a", AssignmentSink.TURN_TIME));
    ended("w", "a", null, 5, 6);
    ended("w", "a", null, 9, 10);
    take("one", 11, begin("w", "b", 15L));
    assertThat(all("one").bars())
        .extracting(AssignedBar::waited)
        .containsExactly(2L, AssignedBar.UNKNOWN, 0L);
  }

  @Test
  void whatRunsAlreadyDoesNotBeginAgain() {
    take("one", 1, begin("w", "a", "g"));
    take("one", 2, begin("w", "a", "g"));
    take("one", 3, end("w", "a", DONE));
    assertThat(plain(all("one"))).containsExactly(new Plain("w", "a", "g", 1, 3, DONE));
  }

  @Test
  void timesDoNotGoBack() {
    take("one", 9, begin("w", "a", null));
    take("one", 10, end("w", "a", DONE));
    take(
        "one", 11, to -> to.begins(new ResourceAssignment("w", "b", null, AssignmentSink.NONE), 7));
    take("one", 12, to -> to.ends("w", "b", DONE, 8));
    assertThat(all("one").bars()).extracting(AssignedBar::begin).containsExactly(9L, 10L);
    assertThat(all("one").bars()).extracting(AssignedBar::end).containsExactly(10L, 10L);
  }

  @Test
  void aNewStandingIsAllThatIsKnown() {
    take("one", 1, begin("w", "old", null));
    Consumer<AssignmentSink> stands =
        to -> to.begins(new ResourceAssignment("w", "b", null, 5), AssignmentSink.UNKNOWN);
    take("one", 9, Passage.COMES, List.of(stands), List.of());
    take("one", 10, to -> to.ends("w", "b", DONE, 4));
    assertThat(all("one").bars())
        .singleElement()
        .matches(bar -> bar.thing().equals("b") && bar.waited() == AssignedBar.UNKNOWN)
        .matches(bar -> bar.end() == 9, "not before it was known to run");
    turn = 0;
    take("one", 20, Passage.COMES, List.of(), List.of());
    assertThat(all("one").isWhole()).as("a checkpoint behind the first turn").isFalse();
    assertThat(window.heldFrom("one")).hasValue(21);
  }

  @Test
  void nothingIsLeftOfAResourceOrAGroupOfWhichAllIsForgotten() {
    window = new AssignmentWindow(16, id -> id);
    ended("w", "t", "g", 0, 1);
    for (int i = 1; i <= 100; i++) {
      ended("w" + i, "t" + i, "g" + i, 2L * i, 2L * i + 1);
    }
    assertThat(all("one").rows()).isEqualTo(16).isEqualTo(all("one").resources().size());
    ended("w", "t", "g", 300, 301);
    take("one", 302, begin("w", "again", "g"));
    assertThat(all("one").bars())
        .extracting(AssignedBar::group)
        .endsWith("g100")
        .startsWith("g", "g");
  }

  @Test
  void longNamesCountAsMore() {
    window = new AssignmentWindow(64, id -> id);
    for (int i = 0; i < 100; i++) {
      ended("w", "n".repeat(638) + (10 + i % 90), null, 2L * i, 2L * i + 1);
    }
    assertThat(all("one").bars()).hasSize(6);
  }

  @Test
  void flowsOfGenerationsCountAsLongAsTheyAreHeld() {
    window = new AssignmentWindow(128, id -> id);
    IntStream.range(0, 200).forEach(i -> generation(i, 1));
    for (int i = 0; i < 60; i++) {
      ended("w", "t" + i, null, 200 + 2L * i, 201 + 2L * i);
    }
    assertThat(all("one").generations()).hasSize(64);
    assertThat(all("one").bars()).hasSize(60);
    IntStream.range(0, 5).forEach(i -> generation(400 + i, 50));
    assertThat(all("one").bars()).isEmpty();
    assertThat(all("one").generations()).extracting(GenerationMoves::atMillis).endsWith(403L, 404L);
    assertThat(all("one").generations().stream().mapToInt(one -> one.flows().size()).sum())
        .isLessThanOrEqualTo(128);
  }

  @Test
  void whatIsForgottenLaterMayBeOlder() {
    window = new AssignmentWindow(16, id -> id);
    generation(10, 0);
    for (int i = 0; i < 20; i++) {
      ended("w", "t" + i, null, 100 + 2L * i, 101 + 2L * i);
    }
    assertThat(window.heldFrom("one")).hasValue(108);
    IntStream.range(0, 64).forEach(i -> generation(200 + i, 0));
    assertThat(window.heldFrom("one")).hasValue(108);
  }

  @Test
  void aLaneThatLeavesIsForgottenAndOneThatComesSaysWhatStands() {
    take("one", 1, begin("w", "a", null));
    take("one", 2, Passage.LEAVES, List.of(), List.of());
    assertThat(window.heldFrom("one")).isEmpty();
    assertThat(all("one").rows()).isZero();
    turn = 7;
    take(
        "one",
        9,
        Passage.COMES,
        List.of(
            to -> to.begins(new ResourceAssignment("w", "a", null, AssignmentSink.UNKNOWN), 1),
            to ->
                to.begins(
                    new ResourceAssignment("w", "b", null, AssignmentSink.UNKNOWN),
                    AssignmentSink.UNKNOWN)),
        List.of());
    take("one", 9, end("w", "b", DONE));
    assertThat(window.heldFrom("one")).hasValue(10);
    assertThat(all("one").bars())
        .extracting(AssignedBar::begin)
        .containsExactly(1L, AssignedBar.UNKNOWN);
    assertThat(all("one").bars()).extracting(AssignedBar::turn).containsOnly(0L);
    turn = 0;
    take("one", 1, begin("w", "new", null));
    assertThat(all("one").bars())
        .as("made anew")
        .extracting(AssignedBar::thing)
        .containsExactly("new");
    assertThat(window.heldFrom("one")).hasValue(1);
    window.keep(_ -> false);
    assertThat(window.heldFrom("one")).isEmpty();
  }

  @Test
  void ofManyLanesFewerOfEach() {
    window = new AssignmentWindow(2_000, id -> id);
    int held = 0;
    for (int lane = 0; lane < 50; lane++) {
      turn = 0;
      for (int i = 0; i < 200; i++) {
        take("lane-" + lane, i, begin("w", "t" + i, null));
        take("lane-" + lane, i, end("w", "t" + i, DONE));
      }
    }
    for (int lane = 0; lane < 50; lane++) {
      int some =
          picture("lane-" + lane, 0, 1_000, 0, 1, "").bars().stream()
              .mapToInt(AssignedBar::count)
              .sum();
      assertThat(some).isPositive();
      held += some;
    }
    assertThat(held).isBetween(500, 2_000);
  }

  @Test
  void theLastGenerationsAreHeld() {
    for (int i = 1; i <= 100; i++) {
      CopyFlow flow = new CopyFlow(null, "w" + i, i, 10L * i);
      GenerationMoves made = new GenerationMoves(i, 60_000L * i, i, 10L * i, List.of(flow));
      take("one", 60_000L * i, Passage.STAYS, List.of(), List.of(made));
    }
    assertThat(picture("one", 0, 1L << 40, 0, ALL, "").generations())
        .extracting(GenerationMoves::number)
        .containsExactlyElementsOf(IntStream.rangeClosed(37, 100).mapToObj(Long::valueOf).toList());
    assertThat(window.heldFrom("one")).hasValue(36 * 60_000L + 1);
    assertThat(picture("one", 60_000 * 40, 60_000 * 42 - 1, 0, 1, "").generations())
        .extracting(GenerationMoves::number)
        .containsExactly(40L, 41L);
  }

  @Test
  void namesAreInTheOrderInWhichPeopleCount() {
    List<String> sorted =
        List.of("", "a", "a01", "a1", "a1b", "a2", "a10", "b", "core 2 x", "core 10");
    List<String> mixed = new ArrayList<>(sorted);
    for (int seed = 0; seed < 50; seed++) {
      Collections.shuffle(mixed, new Random(seed));
      mixed.sort(NaturalOrder.NAMES);
      assertThat(mixed).isEqualTo(sorted);
    }
    String digits = "9".repeat(40);
    assertThat(NaturalOrder.NAMES.compare("x" + digits, "x1" + digits)).isNegative();
  }
}
