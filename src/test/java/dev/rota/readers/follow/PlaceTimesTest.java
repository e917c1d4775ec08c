package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.bots.model.BotsState;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.Book;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Since when the oldest claim of a chain waits, held to a note of each claim. */
final class PlaceTimesTest {
  private static final String LANE = "polkadot";
  private static final int EVENTS = 600;

  private final CoresDomain cores = new CoresDomain();
  private final Book book = new Book(cores);
  private final Iterator<Traffic.Event> events = DomainTraffic.of(cores).start(LANE, 1);
  private final PlaceTimes times = new PlaceTimes(cores.card().monitor());

  /** When each ticket was seen first. */
  private final Map<Long, Long> seen = new HashMap<>();

  private CoresState state() {
    return (CoresState) book.lane(LANE).state();
  }

  /** Takes an event. Returns the turn's time. */
  private long take() {
    Traffic.Event event = events.next();
    long at = book.take(event.topic(), LANE, event.atMillis(), event.record()).entry().atMillis();
    state().queue().forEach(claim -> seen.putIfAbsent(claim.ticket(), at));
    return at;
  }

  private long oldest() {
    return state().queue().stream().mapToLong(QueuedClaim::ticket).min().stream()
        .map(seen::get)
        .findFirst()
        .orElse(QueueVitals.NONE);
  }

  @Test
  void fromTheFirstTurnOnItIsKnown() {
    int waits = 0;
    for (int i = 0; i < EVENTS; i++) {
      times.note(LANE, null, take()); // a lane that is set aside
      times.note(LANE, state(), book.turns().get(i).entry().atMillis());
      assertThat(times.vitals(LANE, state()).waitingSince()).as("turn %d", i).isEqualTo(oldest());
      waits += state().queued() > 0 ? 1 : 0;
    }
    assertThat(waits).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 150, 333})
  void behindACheckpointItIsTheLatestThatItCanBe(int turns) {
    long last = 0;
    for (int i = 0; i < turns || state().queued() == 0; i++) {
      last = take();
    }
    assertThat(times.vitals(LANE, state()).waitingSince()).isEqualTo(QueueVitals.UNKNOWN);
    times.note(LANE, state(), last);
    long next = state().nextTicket();
    for (int i = 0; i < EVENTS; i++) {
      QueueVitals vitals = times.vitals(LANE, state());
      long known = state().firstTicket() < next && state().queued() > 0 ? last : oldest();
      assertThat(vitals.waitingSince()).as("%d turns behind it", i).isEqualTo(known);
      assertThat(vitals.waitingSince()).isGreaterThanOrEqualTo(oldest());
      long at = take();
      times.note(LANE, state(), at);
    }
    assertThat(state().nextTicket()).isGreaterThan(next);
  }

  @Test
  void aDomainWhoseStatesKeepTheTimesHasNoPlaces() {
    BotsDomain bots = new BotsDomain();
    Book grid = new Book(bots);
    grid.play("builds", 1, 1);
    PlaceTimes none = new PlaceTimes(bots.card().monitor());
    BotsState state = (BotsState) grid.lane("builds").state();
    none.note("builds", state, 1);
    assertThat(none.vitals("builds", state)).isEqualTo(bots.monitor().vitals(state));
  }
}
