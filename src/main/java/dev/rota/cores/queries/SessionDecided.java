package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.IndexSettled;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what a session change does to a para. */
final class SessionDecided {
  private final long para;
  private final CoresState before;
  private final List<CoresFact> facts;

  SessionDecided(long para, CoresState before, List<CoresFact> facts) {
    this.para = para;
    this.before = before;
    this.facts = facts;
  }

  List<Why.Reason> started(SessionStarted fact) {
    List<Why.Reason> reasons = new ArrayList<>();
    String was = role(before.session());
    String is = role(fact.session());
    String starts = starts(fact.session());
    if (!was.equals(is)) {
      reasons.add(new Why.Reason(starts + ": the para is " + is + ", it was " + was, "cores 6"));
    }
    int core = before.session().parachains().indexOf(para);
    CoreOccupant occupant = before.occupant(core);
    if (occupant != null && occupant.kind() == OccupantKind.PARACHAIN) {
      String what = starts + ": core " + core + " is emptied, so the candidate there is lost";
      reasons.add(new Why.Reason(what, "cores 6.2"));
    }
    return reasons;
  }

  static String starts(ActiveSession session) {
    return "session " + session.index() + " starts with block " + session.startBlock();
  }

  private String role(ActiveSession session) {
    int core = session.parachains().indexOf(para);
    if (core >= 0) {
      return "the parachain of core " + core;
    }
    return session.parathreads().contains(para) ? "a parathread" : "not registered";
  }

  /** The view has the new session and the old queue. */
  Optional<Why.Reason> settled(QueueSettled fact) {
    for (int i = 0; i < fact.claims().size(); i++) {
      QueuedClaim claim = fact.claims().get(i);
      if (claim.para() == para) {
        String what = "claim " + (i + 1) + " of " + fact.claims().size() + " that stay; it waits ";
        return Optional.of(
            new Why.Reason(what + dealt(claim), ReasonNames.dealingRule(before.rules())));
      }
    }
    return Optional.empty();
  }

  private String dealt(QueuedClaim claim) {
    int old =
        before.queue().stream()
            .filter(one -> one.ticket() == claim.ticket())
            .findFirst()
            .orElseThrow()
            .offset();
    return "for core "
        + before.session().coreOf(claim)
        + " at offset "
        + claim.offset()
        + (old == claim.offset() ? ", as before" : ", no longer at offset " + old);
  }

  /** Of a claim that is dropped in the same step, that is told instead. */
  Optional<Why.Reason> settled(IndexSettled fact) {
    boolean dropped =
        facts.stream().anyMatch(one -> one instanceof ClaimDropped f && f.para() == para);
    if (dropped || !before.isClaimed(para) || fact.paras().contains(para)) {
      return Optional.empty();
    }
    return Optional.of(
        before.rules() == RuleSet.RUNTIME
            ? new Why.Reason(
                "leaves the claim index, as RUNTIME empties it without parathread cores",
                "cores G5")
            : new Why.Reason(
                "leaves the claim index, as it has no live claim: RUNTIME had kept the entry",
                "cores 6.4"));
  }
}
