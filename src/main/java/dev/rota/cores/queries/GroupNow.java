package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.Rotation;
import dev.rota.cores.model.RuleSet;
import dev.rota.domain.Why;
import dev.rota.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Says which core a group backs. */
final class GroupNow {
  private GroupNow() {}

  /** Explains a group of the session in force. */
  static Why.Reason reason(CoresView view, int group) {
    String members = "the group has " + view.session().groups().size(group) + " validators and ";
    if (!Backing.rotates(view)) {
      return new Why.Reason(
          members + "no core, as groupRotationFrequency is 0: RUNTIME aborts over the look-up",
          "cores G5");
    }
    int groups = view.session().groups().count();
    Rotation rotation = Backing.rotation(view);
    Rotation next =
        new Rotation(rotation.sessionStart(), rotation.nextRotationAt(), rotation.frequency());
    int core = rotation.coreForGroup(view.rules(), group, groups);
    int after = next.coreForGroup(view.rules(), group, groups);
    String what =
        members
            + "backs core "
            + core
            + " in blocks "
            + Backing.blocks(rotation)
            + ", core "
            + after
            + " after that: groups rotate every "
            + Said.blocks(rotation.frequency())
            + " from block "
            + rotation.sessionStart()
            + " on";
    return new Why.Reason(what, "cores 5.7", cores(view, rotation, core));
  }

  private static List<Candidate> cores(CoresView view, Rotation rotation, int chosen) {
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
            + rotation.rotations()
            + (rotation.rotations() == 1 ? " rotation" : " rotations");
    return new Candidate(Said.core(core), chosen, why, "cores G1");
  }
}
