package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.ActiveSession.CoreUse;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreSuccessor;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How paras, claims, cores and sessions are called in a reason. */
final class ReasonNames {
  private ReasonNames() {}

  static Thing para(long para) {
    return new Thing(CoresWhy.PARA, Long.toString(para));
  }

  static Thing core(int core) {
    return new Thing(CoresWhy.CORE, Integer.toString(core));
  }

  static String on(CoreOccupant occupant) {
    return on(occupant.kind(), occupant.para(), occupant.collator());
  }

  static String on(CoreAssignment entry) {
    return on(entry.kind(), entry.para(), entry.collator());
  }

  private static String on(OccupantKind kind, long para, String collator) {
    return kind == OccupantKind.PARACHAIN
        ? "parachain " + para
        : "para " + para + " with the claim of " + collator;
  }

  static String next(Optional<CoreSuccessor> next) {
    return next.map(para -> "para " + para.para()).orElse("nobody");
  }

  static String retries(long retries, long limit) {
    return retries + " of " + limit + (limit == 1 ? " retry" : " retries");
  }

  /** The rule that deals offsets at a session change. */
  static String dealingRule(RuleSet rules) {
    return rules == RuleSet.RUNTIME ? "cores 6.4" : "cores G2";
  }

  /** Every parathread core, and which of them the cursor showed to the claim (5.1). */
  static List<Candidate> dealt(CoresView view, QueuedClaim claim) {
    List<Candidate> candidates = new ArrayList<>();
    String shown = "the cursor is at offset " + claim.offset();
    ActiveSession session = view.session();
    int chosen = session.coreOf(claim);
    candidates.add(new Candidate(core(chosen), true, shown, "cores 5.1"));
    for (int core = 0; core < session.cores(); core++) {
      if (core != chosen && session.use(core) == CoreUse.CLAIMS) {
        String missed = shown + ", this core has offset " + session.offsetOf(core);
        candidates.add(new Candidate(core(core), false, missed, "cores 5.1"));
      }
    }
    return candidates;
  }
}
