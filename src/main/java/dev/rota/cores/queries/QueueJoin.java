package dev.rota.cores.queries;

import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.kernel.engine.Stepper;
import java.util.List;

/** A claim that joins the queue in a step (5.1). */
record QueueJoin(CoresView before, List<CoresFact> facts, QueuedClaim claim) {

  int core() {
    return before.session().coreOf(claim);
  }

  /** Its place in the line of its core. */
  int place() {
    CoresState after = before.copy();
    Stepper.apply(facts, after);
    return after.line(claim.offset()).indexOf(claim) + 1;
  }

  /** Says where it is then. */
  String where() {
    return "the queue for core " + core() + ", at place " + place() + " of its line";
  }
}
