package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.GroupRotation;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Candidate;
import java.util.ArrayList;
import java.util.List;

/** Says which core a group backs. */
final class GroupNow {
  private GroupNow() {}

  /** Explains a group of the session in force. */
  static Why.Reason reason(CoresView view, int group) {
    String members = "the group has " + view.session().groups().size(group) + " validators and ";
    if (!view.parameters().rotates()) {
      return new Why.Reason(
          members + "no core, as groupRotationFrequency is 0: RUNTIME aborts over the look-up",
          "cores G5");
    }
    int groups = view.session().groups().count();
    GroupRotation rotation = view.rotationInForce();
    int core = rotation.coreForGroup(view.rules(), group, groups);
    int after = rotation.next().coreForGroup(view.rules(), group, groups);
    String what =
        members
            + "backs core "
            + core
            + " in blocks "
            + CoreBacking.blocks(rotation)
            + ", core "
            + after
            + " after that: groups rotate every "
            + PluralText.of(rotation.frequency(), "block")
            + " from block "
            + rotation.sessionStart()
            + " on";
    return new Why.Reason(what, "cores 5.7", cores(view, rotation, core));
  }

  /** The cores that a group could have; the one that it has comes first. */
  private static List<Candidate> cores(CoresView view, GroupRotation rotation, int chosen) {
    List<Candidate> candidates = new ArrayList<>();
    for (int core = 0; core < view.session().groups().count(); core++) {
      candidates.add(
          core == chosen ? 0 : candidates.size(), candidate(view, rotation, core, chosen));
    }
    return candidates;
  }

  private static Candidate candidate(CoresView view, GroupRotation rotation, int core, int chosen) {
    int groups = view.session().groups().count();
    String why =
        "has group "
            + rotation.groupForCore(view.rules(), core, groups)
            + " of "
            + groups
            + " after "
            + PluralText.of(rotation.rotations(), "rotation");
    return new Candidate(ReasonNames.core(core), core == chosen, why, "cores G1");
  }
}
