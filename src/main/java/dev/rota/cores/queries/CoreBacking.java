package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.GroupRotation;

/** Which group backs a core, and for how long (5.7). */
final class CoreBacking {
  private CoreBacking() {}

  /** Says which group a core has at a block. */
  static String group(CoresView view, int core, long at) {
    int group = view.parameters().rotates() ? view.groupAssignedToCore(core, at) : -1;
    return group < 0 ? "a group that cannot be looked up" : "group " + group;
  }

  /** Says which group a core has, and which one after the next rotation. */
  static String groups(CoresView view, int core) {
    if (view.session().groups().isEmpty()) {
      return "session " + view.session().index() + " has no groups";
    }
    if (!view.parameters().rotates()) {
      return "RUNTIME aborts over the look-up of its group, as groupRotationFrequency is 0";
    }
    GroupRotation rotation = view.rotationInForce();
    return group(view, core, rotation.now())
        + " backs the core in blocks "
        + blocks(rotation)
        + ", "
        + group(view, core, rotation.nextRotationAt())
        + " after that";
  }

  /** The blocks of a rotation. */
  static String blocks(GroupRotation rotation) {
    return rotation.lastRotationAt() + " to " + rotation.lastBlock();
  }
}
