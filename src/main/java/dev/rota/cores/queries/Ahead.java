package dev.rota.cores.queries;

import dev.rota.cores.model.Assignment;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.WouldAbort;
import dev.rota.cores.rules.BlockRoutines;
import dev.rota.cores.rules.NextBlock;
import dev.rota.engine.Stepper;
import java.util.List;
import java.util.Optional;

/**
 * The next block as the real routines decide it on a copy, if nothing is freed before.
 *
 * @param facts what it decides; none if RUNTIME would abort
 * @param cores as its schedule shows them
 * @param abort why RUNTIME would abort over it, or null
 */
record Ahead(long block, List<CoresFact> facts, List<CoreStatus> cores, String abort) {
  static Ahead of(CoresState state) {
    CoresState copy = state.copy();
    long block = state.now() + 1;
    List<CoreStatus> cores = NextBlock.published(state);
    try {
      List<CoresFact> facts =
          Stepper.run(
              List.of(
                  v -> List.of(new BlockBegan(block)),
                  BlockRoutines::clear,
                  v -> BlockRoutines.schedule(v, block)),
              copy,
              copy);
      return new Ahead(block, facts, cores, null);
    } catch (WouldAbort e) {
      return new Ahead(block, List.of(), cores, e.getMessage());
    }
  }

  /** What an occupied core is waiting for. */
  CoreStatus.Occupied occupied(int core) {
    return (CoreStatus.Occupied) cores.get(core);
  }

  /** What the block schedules. */
  List<Assignment> scheduled() {
    return facts.stream().map(Ahead::assignment).flatMap(Optional::stream).toList();
  }

  private static Optional<Assignment> assignment(CoresFact fact) {
    if (fact instanceof ParachainScheduled parachain) {
      return Optional.of(parachain.assignment());
    }
    return fact instanceof ClaimScheduled claim
        ? Optional.of(claim.assignment())
        : Optional.empty();
  }

  Optional<Assignment> scheduledOn(int core) {
    return scheduled().stream().filter(one -> one.core() == core).findFirst();
  }

  Optional<Assignment> scheduledFor(long para) {
    return scheduled().stream().filter(one -> one.para() == para).findFirst();
  }

  /** The claims that clear returns to a line, in order. */
  List<QueuedClaim> returnedTo(int offset) {
    return facts.stream()
        .filter(fact -> fact instanceof ClaimReturned)
        .map(fact -> ((ClaimReturned) fact).claim())
        .filter(claim -> claim.offset() == offset)
        .toList();
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
