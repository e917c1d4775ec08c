package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.follow.ThingSearch.FoundThing;
import dev.rota.testing.Book;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A search finds what a lane has, and nothing else. */
final class ThingSearchTest {
  private static final State BLANK = () -> {};

  private static final int EVENTS = 150;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  private static LaneStanding standing(String lane, long atMillis) {
    return new LaneStanding(lane, 1, atMillis, 0, null, null, null);
  }

  private static List<FoundThing> found(
      Why<State, Fact<State>> why, State state, String text, int most) {
    ThingSearch search = new ThingSearch(why, text, most);
    search.look(state, standing("lane", Long.MAX_VALUE / 2));
    return search.found();
  }

  @ParameterizedTest
  @MethodSource("domains")
  void eachNameIsFoundAndEachFoundThingIsThere(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", 4, EVENTS);
    State state = book.lane("lane").state();
    long now = book.turns().get(EVENTS - 1).entry().atMillis();
    List<Thing> all = domain.card().why().names(state).toList();
    assertThat(all).hasSizeGreaterThan(5).doesNotHaveDuplicates();
    Set<String> kinds = new HashSet<>();
    for (Thing one : all) {
      assertThat(found(domain.card().why(), state, one.id(), 50))
          .contains(new FoundThing("lane", one, true));
      assertThat(
              found(
                  domain.card().why(),
                  state,
                  one.kind() + " " + one.id().toUpperCase(Locale.ROOT),
                  50))
          .extracting(FoundThing::thing)
          .contains(one);
      String part = one.id().substring(one.id().length() / 2);
      for (FoundThing found : found(domain.card().why(), state, part, 50)) {
        assertThat(found.thing().id().toLowerCase(Locale.ROOT))
            .contains(part.toLowerCase(Locale.ROOT));
        kinds.add(found.thing().kind());
        if (domain.card().why().kinds().contains(found.thing().kind())) {
          assertThat(domain.card().why().has(found.thing(), state, now)).isTrue();
          assertThat(domain.card().why().now(found.thing(), state, now))
              .as("%s", found)
              .isPresent();
        }
      }
    }
    assertThat(kinds).hasSizeGreaterThan(1);
    assertThat(found(domain.card().why(), state, "no such thing", 50)).isEmpty();
    assertThat(found(domain.card().why(), state, "-1", 50))
        .allMatch(found -> found.thing().id().contains("-1"));
  }

  /** So many bots, and a job for each. */
  private record Numbered(int most, AtomicLong read) implements Why<State, Fact<State>> {
    Numbered(int most) {
      this(most, new AtomicLong());
    }

    @Override
    public List<String> kinds() {
      return List.of("bot", "job");
    }

    @Override
    public Optional<Reason> now(Thing thing, State state, long atMillis) {
      return thing.id().startsWith("n-")
          ? Optional.of(new Reason("is there", "bots 1"))
          : Optional.empty();
    }

    @Override
    public List<Reason> decided(Thing thing, State before, List<Fact<State>> facts) {
      return List.of();
    }

    @Override
    public Stream<Thing> names(State state) {
      return IntStream.range(0, most)
          .peek(_ -> read.incrementAndGet())
          .mapToObj(i -> new Thing("bot", "n-" + i));
    }
  }

  @Test
  void theExactComeFirstThenThoseThatBeginSoThenTheOthers() {
    assertThat(found(new Numbered(30), BLANK, "n-2", 5))
        .extracting(found -> found.thing().toString())
        .containsExactly("bot n-2", "job n-2", "bot n-20", "bot n-21", "bot n-22");
    assertThat(found(new Numbered(30), BLANK, "bot n-2", 3))
        .extracting(found -> found.thing().toString())
        .containsExactly("bot n-2", "bot n-20", "bot n-21");
    assertThat(found(new Numbered(30), BLANK, "-2", 2))
        .extracting(found -> found.thing().toString())
        .containsExactly("bot n-2", "bot n-20");
  }

  @Test
  void aLaneIsFoundItselfAlsoIfItIsSetAside() {
    ThingSearch search = new ThingSearch(new Numbered(9), "Builds", 10);
    search.look(null, standing("builds-2", 0));
    search.look(BLANK, standing("builds", 0));
    assertThat(search.found())
        .containsExactly(
            new FoundThing("builds", new Thing("lane", "builds"), true),
            new FoundThing("builds-2", new Thing("lane", "builds-2"), false));
  }

  @Test
  void whatIsLeftOutIsSaid() {
    ThingSearch few = new ThingSearch(new Numbered(8), "n-", 10);
    few.look(BLANK, standing("one", 0));
    assertThat(few.isCut()).isFalse();
    few.look(BLANK, standing("two", 0));
    assertThat(few.found()).hasSize(10);
    assertThat(few.isCut()).isTrue();
    ThingSearch parts = new ThingSearch(new Numbered(8), "-", 8);
    parts.look(BLANK, standing("one", 0));
    assertThat(parts.isCut()).as("as many as are asked for").isFalse();
    parts.look(BLANK, standing("two", 0));
    assertThat(parts.found()).hasSize(8);
    assertThat(parts.isCut()).isTrue();
    ThingSearch many = new ThingSearch(new Numbered(300_000), "299999", 10);
    many.look(BLANK, standing("one", 0));
    assertThat(many.found()).isEmpty();
    assertThat(many.isCut()).isTrue();
  }

  @Test
  void howeverManyLanesThereAreSoManyNamesAreReadAndAnIdIsStillFound() {
    Numbered large = new Numbered(150_000);
    ThingSearch search = new ThingSearch(large, "n-149999", 200);
    for (int lane = 0; lane < 50; lane++) {
      search.look(BLANK, standing("lane-" + lane, 0));
    }
    assertThat(large.read()).hasValueBetween(500_000, 500_100);
    assertThat(search.isCut()).isTrue();
    assertThat(search.found())
        .hasSize(100)
        .contains(new FoundThing("lane-49", new Thing("bot", "n-149999"), true));
  }
}
