package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ClaimRoutine.QueueRoom;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Says what a step decided about a para's claim, as subject. */
final class ClaimDecided {
  private final long para;
  private final CoresState before;
  private final List<CoresFact> facts;

  ClaimDecided(long para, CoresState before, List<CoresFact> facts) {
    this.para = para;
    this.before = before;
    this.facts = facts;
  }

  Why.Reason refused(ClaimRefused fact) {
    String what =
        "the claim of " + fact.collator() + " is refused, " + fact.reason() + ": " + fact.detail();
    return new Why.Reason(
        what, "cores 5.2", fact.reason() == CoresReason.QUEUE_FULL ? places() : List.of());
  }

  /** Who has a place in the full queue. */
  private List<Candidate> places() {
    List<Candidate> candidates = new ArrayList<>();
    for (QueuedClaim claim : before.queue()) {
      String why = "waits for core " + before.session().coreOf(claim);
      candidates.add(new Candidate(ReasonNames.para(claim.para()), true, why, "cores 5.2"));
    }
    QueueRoom room = QueueRoom.of(before);
    String why = "comes after " + room.waiting() + " of " + room.capacity();
    candidates.add(new Candidate(ReasonNames.para(para), false, why, "cores 5.2"));
    return candidates;
  }

  Why.Reason queued(QueuedClaim claim) {
    String what =
        "the claim of "
            + claim.collator()
            + " joins "
            + new QueueJoin(before, facts, claim).where()
            + ", as the cursor is at offset "
            + claim.offset();
    return new Why.Reason(what, "cores 5.2", ReasonNames.dealt(before, claim));
  }

  Why.Reason returned(ClaimReturned fact) {
    QueuedClaim claim = fact.claim();
    String back =
        fact.reason() == CoresReason.SESSION_CHANGE
            ? "the queue at offset " + claim.offset()
            : new QueueJoin(before, facts, claim).where();
    String what = left(fact) + "; the claim returns to " + back + ", with " + retries(claim);
    return new Why.Reason(what, fact.rule(), ReasonNames.dealt(before, claim));
  }

  private String left(ClaimReturned fact) {
    return switch (fact.reason()) {
      case NOT_BACKED -> CoreOccupation.withdrawn(before, before.scheduledOn(fact.core()));
      case TIMED_OUT -> OccupancyEnd.candidate(before, fact.core(), CoresReason.TIMED_OUT);
      case SESSION_CHANGE ->
          "the session change at the end of block "
              + fact.block()
              + " empties core "
              + fact.core()
              + ", so the candidate there is lost";
      default -> throw new AssertionError(fact.reason());
    };
  }

  private String retries(QueuedClaim claim) {
    return ReasonNames.retries(claim.retries(), before.parameters().parathreadRetries());
  }

  Why.Reason concluded(ClaimConcluded fact) {
    String what = OccupancyEnd.candidate(before, fact.core(), fact.reason());
    return new Why.Reason(what + "; the claim of " + fact.collator() + " is over", "cores 5.3");
  }

  Why.Reason dropped(ClaimDropped fact) {
    String what = "the claim of " + fact.collator() + " is dropped, " + fact.reason() + ": ";
    String kept =
        fact.leavesIndex() ? "" : "; RUNTIME keeps the claim index, so the para cannot claim again";
    return new Why.Reason(what + cause(fact) + kept, fact.rule());
  }

  private String cause(ClaimDropped fact) {
    return switch (fact.reason()) {
      case DEREGISTERED ->
          "session " + before.session().index() + " has no parathread " + fact.para();
      case RETRIES_EXHAUSTED ->
          fact.core().map(core -> notBacked(core) + ", after ").orElse("it has used ")
              + ReasonNames.retries(fact.retries(), before.parameters().parathreadRetries());
      case NO_PARATHREAD_CORES -> "the session has no parathread cores";
      default -> throw new AssertionError(fact.reason());
    };
  }

  private String notBacked(int core) {
    CoreAssignment entry = before.scheduledOn(core);
    return "group " + entry.group() + " has not backed it on core " + core;
  }
}
