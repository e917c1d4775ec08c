package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.rules.ScheduleRoutine;
import dev.rota.cores.rules.ScheduleRoutine.ClaimStanding;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The claims that wait for one parathread core, in their order (5.1). */
record ClaimLine(CoresView view, int core) {
  /** None for a parachain's core. */
  List<QueuedClaim> claims() {
    return view.line(view.session().offsetOf(core));
  }

  int size() {
    return claims().size();
  }

  /** Returns the claims as candidates for a core that a block schedules. */
  List<Candidate> scheduled() {
    return candidates(true, "first in its line", "cores 5.4");
  }

  /**
   * Returns the claims as candidates for the core.
   *
   * @param happens false if nothing is scheduled, whatever stands first
   * @param first what is said of the first, by this rule
   */
  List<Candidate> candidates(boolean happens, String first, String rule) {
    List<Candidate> candidates = new ArrayList<>();
    Iterator<ClaimStanding> standings = ScheduleRoutine.standings(view, core).iterator();
    for (QueuedClaim claim : claims()) {
      ClaimStanding standing = standings.next();
      candidates.add(
          standing instanceof ClaimStanding.Behind behind
              ? new Candidate(
                  ReasonNames.para(claim.para()),
                  false,
                  "place " + behind.place() + " in its line, " + behind(behind),
                  "cores 5.1")
              : new Candidate(
                  ReasonNames.para(claim.para()),
                  happens && standing instanceof ClaimStanding.First,
                  first,
                  rule));
    }
    return candidates;
  }

  static String behind(ClaimStanding.Behind standing) {
    return "behind para " + standing.whom().para();
  }
}
