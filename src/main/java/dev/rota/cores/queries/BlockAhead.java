package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.cores.rules.BlockRoutines;
import dev.rota.cores.rules.NextBlock;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.kernel.engine.Stepper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The next block as the real routines decide it on a copy, if nothing is freed before.
 *
 * @param found the chain as its schedule finds it; as it is now if RUNTIME would abort
 * @param facts what it decides; none if RUNTIME would abort
 * @param cores as its schedule shows them
 * @param abort why RUNTIME would abort over it, or null
 */
record BlockAhead(
    long block, CoresState found, List<CoresFact> facts, List<CoreStatus> cores, String abort) {
  static BlockAhead of(CoresState state) {
    long number = state.now() + 1;
    List<CoreStatus> cores = NextBlock.published(state);
    Block block = new Block(number, false, List.of(), List.of(), List.of(), Optional.empty());
    CoresState found = state.copy();
    try {
      List<CoresFact> facts =
          new ArrayList<>(Stepper.run(BlockRoutines.untilFreed(block), found, found));
      facts.addAll(ScheduleRoutine.schedule(found, number));
      return new BlockAhead(number, found, facts, cores, null);
    } catch (RuntimeAbort e) {
      return new BlockAhead(number, state, List.of(), cores, e.getMessage());
    }
  }

  /** What an occupied core is waiting for. */
  CoreStatus.Occupied occupied(int core) {
    return (CoreStatus.Occupied) cores.get(core);
  }

  /** What the block schedules. */
  List<CoreAssignment> scheduled() {
    return facts.stream().map(BlockAhead::assignment).flatMap(Optional::stream).toList();
  }

  private static Optional<CoreAssignment> assignment(CoresFact fact) {
    if (fact instanceof ParachainScheduled parachain) {
      return Optional.of(parachain.assignment());
    }
    return fact instanceof ClaimScheduled claim
        ? Optional.of(claim.assignment())
        : Optional.empty();
  }

  Optional<CoreAssignment> scheduledOn(int core) {
    return scheduled().stream().filter(one -> one.core() == core).findFirst();
  }

  Optional<CoreAssignment> scheduledFor(long para) {
    return scheduled().stream().filter(one -> one.para() == para).findFirst();
  }

  /** What clear does to the claim that is scheduled on a core. */
  Optional<CoresFact> withdrawnFrom(int core) {
    return facts.stream()
        .filter(
            fact ->
                (fact instanceof ClaimReturned back && back.core() == core)
                    || (fact instanceof ClaimDropped gone && gone.core().equals(Optional.of(core))))
        .findFirst();
  }
}
