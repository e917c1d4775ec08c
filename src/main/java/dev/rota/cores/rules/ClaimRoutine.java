package dev.rota.cores.rules;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.SessionParameters;

/** Queues or refuses a collator's claim for one block of a parathread (5.2). */
public final class ClaimRoutine {
  private ClaimRoutine() {}

  /** Checks in the specification's order: live, full, claimed. */
  public static CoresFact addParathreadClaim(CoresView view, CoresInput.Claim claim) {
    long para = claim.para();
    if (para < 0 || para > NumberLimits.UNSIGNED_32) {
      return refused(view, claim, CoresReason.OUT_OF_RANGE, NumberLimits.range("para", para));
    }
    if (!view.isParathread(para)) {
      return refused(view, claim, CoresReason.NOT_A_PARATHREAD, noParathread(view, para));
    }
    QueueRoom room = QueueRoom.of(view);
    if (room.isFull()) {
      return refused(view, claim, CoresReason.QUEUE_FULL, full(view, room));
    }
    if (view.isClaimed(para)) {
      return refused(view, claim, CoresReason.ALREADY_CLAIMED, claimed(view, para));
    }
    return new ClaimQueued(view.tail().next(para, claim.collator(), 0), view.block());
  }

  /** How many claims wait, and how many may. */
  public record QueueRoom(long waiting, long capacity) {
    public static QueueRoom of(CoresView view) {
      return new QueueRoom(view.queued(), view.parameters().capacity());
    }

    boolean isFull() {
      return waiting >= capacity;
    }
  }

  /** Names the most likely cause: a wrong name, or a claim that came too early. */
  private static String noParathread(CoresView view, long para) {
    if (view.block() < 0) {
      return "the chain has had no block yet: check its name, and claim once a block event has"
          + " brought its first session";
    }
    ActiveSession session = view.session();
    if (session.equals(ActiveSession.NONE)) {
      return "the chain is at block "
          + view.block()
          + " and has had no session yet: claim once a block event has brought one";
    }
    return session.parachains().contains(para)
        ? "para " + para + " is a parachain of session " + session.index() + ": it needs no claim"
        : "para "
            + para
            + " is no live parathread of session "
            + session.index()
            + ": claim once a session names it among its parathreads";
  }

  private static String full(CoresView view, QueueRoom room) {
    SessionParameters parameters = view.parameters();
    return room.waiting()
        + " claims wait, parathreadCores "
        + parameters.parathreadCores()
        + " * schedulingLookahead "
        + parameters.schedulingLookahead()
        + " may: claim again "
        + (room.capacity() == 0
            ? "in a session that takes claims"
            : "once one of them is scheduled");
  }

  private static String claimed(CoresView view, long para) {
    return "para "
        + para
        + " has a claim that is not over yet: wait until it is CONCLUDED or DROPPED"
        + (view.rules().dropLeavesIndex()
            ? ""
            : "; under RUNTIME a DROPPED one counts until a session has no parathread cores");
  }

  private static CoresFact refused(
      CoresView view, CoresInput.Claim claim, CoresReason reason, String detail) {
    return new ClaimRefused(claim.para(), claim.collator(), reason, detail, view.block());
  }
}
