package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** The claims that wait for one parathread core, in their order (5.1). */
record Line(int core, List<QueuedClaim> claims) {
  /** Returns the line of a core; empty for a core that has none. */
  static Line of(CoresView view, int core) {
    int offset = core - view.session().parachains().size();
    return new Line(core, view.queue().stream().filter(claim -> claim.offset() == offset).toList());
  }

  /** The core that a claim waits for. */
  static int coreOf(CoresView view, QueuedClaim claim) {
    return view.session().parachains().size() + claim.offset();
  }

  Line with(List<QueuedClaim> more) {
    List<QueuedClaim> all = new ArrayList<>(claims);
    all.addAll(more);
    return new Line(core, all);
  }

  int size() {
    return claims.size();
  }

  /** Returns the claim's place from 1 on, or 0. */
  int place(long para) {
    for (int i = 0; i < claims.size(); i++) {
      if (claims.get(i).para() == para) {
        return i + 1;
      }
    }
    return 0;
  }

  /**
   * Returns the claims as candidates for the core.
   *
   * @param chosen true if the first one gets it
   * @param first what is said of the first, by this rule
   */
  List<Candidate> candidates(boolean chosen, String first, String rule) {
    List<Candidate> candidates = new ArrayList<>(claims.size());
    for (QueuedClaim claim : claims) {
      int place = candidates.size() + 1;
      candidates.add(
          place == 1
              ? new Candidate(Said.para(claim.para()), chosen, first, rule)
              : new Candidate(Said.para(claim.para()), false, behind(place), "cores 5.1"));
    }
    return candidates;
  }

  private String behind(int place) {
    return "place " + place + " in its line, behind para " + claims.get(place - 2).para();
  }
}
