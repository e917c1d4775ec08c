package dev.rota.bots.queries;

import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import java.util.List;

/** A reason in words, with the rule that says so. */
record CitedReason(String why, String rule) {
  Candidate chosen(Thing thing) {
    return new Candidate(thing, true, why, rule);
  }

  Candidate lost(Thing thing) {
    return new Candidate(thing, false, why, rule);
  }

  Reason of(String what) {
    return new Reason(what + why, rule);
  }

  Reason of(String what, List<Candidate> candidates) {
    return new Reason(what + why, rule, candidates);
  }
}
