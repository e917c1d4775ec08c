package dev.rota.cores.forecast;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** When claims of parathreads are scheduled. A para has one live claim at most. */
public final class CoresForecast implements ForecastModel<CoresState, CoresInput, CoresFact> {
  private static final String PARA = "para";
  private static final Pattern ID = Pattern.compile("0|[1-9]\\d{0,9}");

  @Override
  public List<String> kinds() {
    return List.of(PARA);
  }

  @Override
  public Optional<Place> place(Thing thing, CoresState state) {
    return thing.kind().equals(PARA) && ID.matcher(thing.id()).matches()
        ? place(Long.parseLong(thing.id()), state)
        : Optional.empty();
  }

  private static Optional<Place> place(long para, CoresState state) {
    if (state.waiting(para).isPresent()) {
      return Optional.of(new Place(Stage.WAITS, "waits"));
    }
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant != null && occupant.para() == para) {
        return started("occupies core " + core + " since block " + occupant.since());
      }
    }
    for (CoreAssignment entry : state.scheduled()) {
      if (entry.para() == para) {
        return started("is scheduled on core " + entry.core() + " in block " + state.block());
      }
    }
    if (state.session().parachains().contains(para)) {
      return started("is a parachain, and has a core of its own");
    }
    return state.isParathread(para)
        ? Optional.of(new Place(Stage.OVER, "has no claim"))
        : Optional.empty();
  }

  private static Optional<Place> started(String told) {
    return Optional.of(new Place(Stage.STARTED, told));
  }

  @Override
  public List<Thing> waiting(String kind, CoresState state, int most) {
    return state.queue().stream().limit(most).map(claim -> thing(claim.para())).toList();
  }

  @Override
  public List<Start> starts(CoresFact fact, long atMillis) {
    return fact instanceof ClaimScheduled claim
        ? List.of(
            new Start(
                thing(claim.assignment().para()), "core " + claim.assignment().core(), atMillis))
        : List.of();
  }

  private static Thing thing(long para) {
    return new Thing(PARA, Long.toString(para));
  }

  @Override
  public Memory<CoresState, CoresInput, CoresFact> memory() {
    return new ChainMemory();
  }
}
