package dev.rota.cores;

import dev.rota.cores.CoresFact.ClaimQueued;
import dev.rota.cores.CoresFact.ClaimRefused;

/** 5.2: a collator asks for one block of a parathread. */
final class ClaimRoutine {
  private ClaimRoutine() {}

  /** The checks are in the specification's order: live, full, claimed. */
  static CoresFact addParathreadClaim(CoresView view, CoresInput.Claim claim) {
    long para = claim.para();
    if (para < 0 || para > Limits.UNSIGNED_32) {
      return refused(view, claim, Reason.OUT_OF_RANGE, Limits.range("para", para));
    }
    if (!view.isParathread(para)) {
      String detail =
          "para " + para + " is no live parathread of session " + view.session().index();
      return refused(view, claim, Reason.NOT_A_PARATHREAD, detail);
    }
    Parameters parameters = view.parameters();
    if (view.queued() >= parameters.capacity()) {
      return refused(view, claim, Reason.QUEUE_FULL, full(view, parameters));
    }
    if (view.claimIndex().contains(para)) {
      String detail = "para " + para + " has a claim that is not over yet";
      return refused(view, claim, Reason.ALREADY_CLAIMED, detail);
    }
    return new ClaimQueued(view.tail().next(para, claim.collator(), 0), view.block());
  }

  private static String full(CoresView view, Parameters parameters) {
    return view.queued()
        + " claims wait, parathreadCores "
        + parameters.parathreadCores()
        + " * schedulingLookahead "
        + parameters.schedulingLookahead()
        + " may";
  }

  private static CoresFact refused(
      CoresView view, CoresInput.Claim claim, Reason reason, String detail) {
    return new ClaimRefused(claim.para(), claim.collator(), reason, detail, view.block());
  }
}
