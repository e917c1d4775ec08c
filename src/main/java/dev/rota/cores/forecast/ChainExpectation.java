package dev.rota.cores.forecast;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.TimeoutPredicate;
import dev.rota.cores.rules.SchedulePreview;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Expected;
import dev.rota.kernel.engine.Engine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Blocks come at equal intervals, and free and back the cores of parathreads as usual. */
final class ChainExpectation implements Expectation<CoresInput, CoresFact> {
  private final CoresState state;
  private final ChainHabits habits;
  private final long intervalMillis;
  private final Set<String> assumed = new LinkedHashSet<>();

  /** The block in which the claim on a core is over, by core; {@link ChainHabits#NEVER}: none. */
  private final Map<Integer, Long> availableIn = new HashMap<>();

  private long nextMillis;

  ChainExpectation(CoresState state, ChainHabits habits, long lastBlockMillis, long nowMillis) {
    this.state = state;
    this.habits = habits;
    assumed.add("no claim comes, nothing is disputed, and no session changes");
    this.intervalMillis = habits.interval(assumed);
    this.nextMillis = Math.max(nowMillis, later(lastBlockMillis, intervalMillis));
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant != null && occupant.kind() == OccupantKind.PARATHREAD) {
        pending(core, occupant.since(), state.block() + 1 - occupant.since());
      }
    }
  }

  private void pending(int core, long since, long elapsed) {
    long blocks = habits.available(elapsed, assumed);
    availableIn.put(core, blocks == ChainHabits.NEVER ? ChainHabits.NEVER : since + blocks);
  }

  private static long later(long atMillis, long millis) {
    return atMillis > Engine.NEVER - millis ? Engine.NEVER : atMillis + millis;
  }

  /** No block has a number beyond the largest one, as each of them would be refused. */
  @Override
  public Expected<CoresInput> next(long nowMillis) {
    if (intervalMillis >= 0 && state.block() == NumberLimits.UNSIGNED_32) {
      assumed.add(
          "no block comes after block " + NumberLimits.UNSIGNED_32 + ", the largest number");
      return null;
    }
    return intervalMillis < 0 ? null : new Expected<>(nextMillis, block(state.block() + 1));
  }

  private Block block(long number) {
    List<Freed> freed = freed(number);
    List<Integer> backed = new ArrayList<>();
    for (CoreAssignment entry : SchedulePreview.scheduled(state, number, List.of(), freed)) {
      if (entry.kind() == OccupantKind.PARATHREAD && habits.isBacked(assumed)) {
        backed.add(entry.core());
      }
    }
    return new Block(number, false, List.of(), freed, backed, Optional.empty());
  }

  /** Those of parachains are left as they are: no claim waits for them. */
  private List<Freed> freed(long number) {
    CoresState copy = state.copy();
    new BlockBegan(number).applyTo(copy);
    Optional<TimeoutPredicate> timeOuts = copy.availabilityTimeoutPredicate();
    List<Freed> freed = new ArrayList<>();
    for (int core = 0; core < state.cores(); core++) {
      CoreOccupant occupant = state.occupant(core);
      if (occupant == null || occupant.kind() != OccupantKind.PARATHREAD) {
        continue;
      }
      if (availableIn.getOrDefault(core, ChainHabits.NEVER) <= number) {
        freed.add(new Freed(core, Freeing.CONCLUDED));
      } else if (timeOuts.isPresent() && timeOuts.get().test(core, occupant.since())) {
        freed.add(new Freed(core, Freeing.TIMED_OUT));
      }
    }
    return freed;
  }

  @Override
  public void decided(CoresInput input, List<CoresFact> facts) {
    nextMillis = later(nextMillis, intervalMillis);
    for (CoresFact fact : facts) {
      if (fact instanceof CoreOccupied occupied) {
        pending(occupied.core(), occupied.occupant().since(), 1);
      }
    }
  }

  @Override
  public List<String> assumed() {
    return List.copyOf(assumed);
  }
}
