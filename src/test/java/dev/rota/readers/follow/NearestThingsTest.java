package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.testing.Book;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who mistypes an id is told of things that are there and can be asked about. */
final class NearestThingsTest {
  private static final int EVENTS = 150;

  static List<Domain> domains() {
    return Domains.ALL;
  }

  @ParameterizedTest
  @MethodSource("domains")
  void aMistypedIdLeadsToThingsThatAreThere(Domain domain) {
    Book book = new Book(domain);
    book.play("lane", 4, EVENTS);
    State state = book.lane("lane").state();
    LaneStanding standing = new LaneStanding("lane", EVENTS, 1, 0, null, null, null);
    List<Thing> askable = leadsTo(domain, domain.card().why().kinds(), state, standing);
    assertThat(askable).hasSizeGreaterThan(5);
    String id = askable.get(0).id();
    assertThat(
            ThingSearch.nearest(
                domain.card().why(), domain.card().why().kinds(), id, null, standing))
        .as("the lane is set aside")
        .isEmpty();
    leadsTo(domain, domain.card().forecast().kinds(), state, standing);
  }

  /** The things of these kinds, each of which was mistyped. */
  private static List<Thing> leadsTo(
      Domain domain, List<String> kinds, State state, LaneStanding standing) {
    List<Thing> askable =
        domain.card().why().names(state).filter(one -> kinds.contains(one.kind())).toList();
    for (Thing one : askable) {
      List<Thing> spelled =
          ThingSearch.nearest(domain.card().why(), kinds, one.id() + "~", state, standing);
      assertThat(spelled).as("%s~", one).isNotEmpty().hasSizeLessThanOrEqualTo(3);
      assertThat(askable).containsAll(spelled);
      String part = one.id().substring(one.id().length() / 2);
      List<Thing> found = ThingSearch.nearest(domain.card().why(), kinds, part, state, standing);
      assertThat(found).isNotEmpty().allMatch(thing -> thing.id().contains(part));
      assertThat(askable).containsAll(found);
    }
    assertThat(ThingSearch.nearest(domain.card().why(), kinds, "no such thing", state, standing))
        .isEmpty();
    return askable;
  }
}
