package dev.rota.readers.forecast;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.ForecastModel.Memory;
import dev.rota.kernel.domain.ForecastModel.Place;
import dev.rota.kernel.domain.ForecastModel.Stage;
import dev.rota.kernel.domain.ForecastModel.Start;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.kernel.engine.DecisionWatch;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.readers.forecast.ForeseenStart.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A lane as it stands, and what was learned of its history. Each question is answered on a copy of
 * its own.
 *
 * @param turn the lane's last turn
 * @param atMillis the present time, epoch ms; not before that turn's
 * @param patience is asked before each turn of a copy: why the answer ends here, or null. It may
 *     know of time, which nothing here does.
 */
public record PresentLane(
    Domain domain,
    LaneCopy lane,
    Memory<State, Object, Fact<State>> memory,
    String name,
    long turn,
    long atMillis,
    Supplier<String> patience) {
  /** Says when the thing is started; empty if the lane does not have it. */
  public Optional<ForeseenStart> of(Thing asked, long withinMillis) {
    LatestDecisions told = new LatestDecisions(domain);
    LaneAhead ahead = ahead(DecisionWatch.atOnce(told));
    Thing thing = domain.card().forecast().named(asked, ahead.state());
    told.about(thing);
    return domain
        .card()
        .forecast()
        .place(thing, ahead.state())
        .map(place -> of(thing, place, ahead, told, until(withinMillis)));
  }

  private ForeseenStart of(
      Thing thing, Place place, LaneAhead ahead, LatestDecisions told, long untilMillis) {
    if (place.stage() != Stage.WAITS) {
      Outcome outcome = place.stage() == Stage.STARTED ? Outcome.STARTED : Outcome.OVER;
      return new ForeseenStart(
          thing, outcome, place.told(), null, null, 0, atMillis, atMillis, List.of());
    }
    for (List<Start> starts = ahead.turn(untilMillis);
        starts != null;
        starts = ahead.turn(untilMillis)) {
      Optional<Start> start = starts.stream().filter(one -> one.thing().equals(thing)).findFirst();
      if (start.isPresent()) {
        return foreseen(thing, Outcome.STARTS, start.get(), told.last(), ahead);
      }
      Optional<Place> there = domain.card().forecast().place(thing, ahead.state());
      if (there.isEmpty() || there.get().stage() == Stage.OVER) {
        return foreseen(thing, Outcome.ENDS, null, told.last(), ahead);
      }
    }
    Outcome outcome = ahead.stopped() == null ? Outcome.WAITS : Outcome.UNTOLD;
    Reason now = domain.card().why().now(thing, ahead.state(), ahead.nowMillis()).orElse(null);
    return foreseen(thing, outcome, null, now, ahead);
  }

  private ForeseenStart foreseen(
      Thing thing, Outcome outcome, Start start, Reason reason, LaneAhead ahead) {
    return new ForeseenStart(
        thing,
        outcome,
        ahead.stopped(),
        start,
        reason,
        ahead.turns(),
        atMillis,
        start == null ? ahead.nowMillis() : start.atMillis(),
        ahead.assumed());
  }

  /** The next things of a kind that are started, at most so many. */
  public ComingStarts next(String kind, int most, long withinMillis) {
    LaneAhead ahead = ahead(DecisionWatch.none());
    Predicate<Start> counts = counts(kind);
    List<Start> coming = new ArrayList<>();
    List<Start> starts = List.of();
    while (starts != null && coming.size() < most) {
      starts.stream().filter(counts).limit(most - (long) coming.size()).forEach(coming::add);
      starts = coming.size() < most ? ahead.turn(until(withinMillis)) : null;
    }
    return new ComingStarts(atMillis, coming, ahead.stopped(), ahead.assumed());
  }

  private Predicate<Start> counts(String kind) {
    if (!domain.card().forecast().startsOnce()) {
      return start -> start.thing().kind().equals(kind);
    }
    State now = ahead(DecisionWatch.none()).state();
    Set<Thing> seen = new HashSet<>();
    return start ->
        start.thing().kind().equals(kind)
            && domain
                    .card()
                    .forecast()
                    .place(start.thing(), now)
                    .map(Place::stage)
                    .orElse(Stage.WAITS)
                == Stage.WAITS
            && seen.add(start.thing());
  }

  /** The first start of each of these, as far as there is one. It ends with the last of them. */
  Map<Thing, Start> first(Collection<Thing> things, long withinMillis) {
    Set<Thing> left = new HashSet<>(things);
    Map<Thing, Start> first = new HashMap<>();
    LaneAhead ahead = ahead(DecisionWatch.none());
    for (List<Start> starts = List.of();
        starts != null && !left.isEmpty();
        starts = left.isEmpty() ? null : ahead.turn(until(withinMillis))) {
      starts.stream()
          .filter(start -> left.remove(start.thing()))
          .forEach(start -> first.put(start.thing(), start));
    }
    return first;
  }

  private long until(long withinMillis) {
    return atMillis > Engine.NEVER - 1 - withinMillis ? Engine.NEVER - 1 : atMillis + withinMillis;
  }

  private LaneAhead ahead(DecisionWatch<State, Fact<State>> watch) {
    Stepper<State, Object, Fact<State>> copy =
        lane.open(new DomainVersions(domain, RulesAdoption.NEWEST, watch));
    ForecastModel<State, Object, Fact<State>> forecast = domain.card().forecast();
    return new LaneAhead(
        forecast, copy, memory.expect(copy.state(), atMillis), name, turn, atMillis, patience);
  }
}
