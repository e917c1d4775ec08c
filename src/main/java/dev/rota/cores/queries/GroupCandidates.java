package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.Rotation;
import dev.rota.cores.model.RuleSet;
import dev.rota.domain.Plural;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** The cores that a group could have, and the one that it has. */
final class GroupCandidates {
  private GroupCandidates() {}

  static List<Candidate> cores(CoresView view, Rotation rotation, int chosen) {
    int groups = view.session().groups().count();
    List<Candidate> candidates = new ArrayList<>(groups);
    candidates.add(candidate(view.rules(), rotation, chosen, groups, true));
    for (int core = 0; core < groups; core++) {
      if (core != chosen) {
        candidates.add(candidate(view.rules(), rotation, core, groups, false));
      }
    }
    return candidates;
  }

  private static Candidate candidate(
      RuleSet rules, Rotation rotation, int core, int groups, boolean chosen) {
    String why =
        "has group "
            + rotation.groupForCore(rules, core, groups)
            + " of "
            + groups
            + " after "
            + Plural.of(rotation.rotations(), "rotation");
    return new Candidate(Said.core(core), chosen, why, "cores G1");
  }
}
