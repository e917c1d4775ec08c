package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.QueuedClaim;
import java.util.List;
import java.util.Optional;

/** A claim that joins the queue in a step (5.1). */
record Joined(CoresView before, List<CoresFact> facts, QueuedClaim claim) {
  static Optional<QueuedClaim> claim(CoresFact fact) {
    if (fact instanceof ClaimQueued queued) {
      return Optional.of(queued.claim());
    }
    return fact instanceof ClaimReturned back ? Optional.of(back.claim()) : Optional.empty();
  }

  int core() {
    return Line.coreOf(before, claim);
  }

  /** Its place in the line of its core, with those that join before it in the same step. */
  int place() {
    long joined =
        facts.stream()
            .flatMap(fact -> claim(fact).stream())
            .filter(one -> one.offset() == claim.offset() && one.ticket() < claim.ticket())
            .count();
    return Line.of(before, core()).size() + (int) joined + 1;
  }

  /** Says where it is then. */
  String where() {
    return "the queue for core " + core() + ", at place " + place() + " of its line";
  }
}
