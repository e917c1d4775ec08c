package dev.rota.cores.queries;

import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.Rotation;

/** Which group backs a core, and for how long (5.7). */
final class Backing {
  private Backing() {}

  /** True if there is a group for each core. */
  static boolean isAssigned(CoresView view) {
    return view.session().groups().count() > 0;
  }

  /** True if groups rotate; RUNTIME aborts over each look-up if they do not. */
  static boolean rotates(CoresView view) {
    return view.parameters().groupRotationFrequency() > 0;
  }

  /** The rotation in force, or the first one if the session starts with the next block. */
  static Rotation rotation(CoresView view) {
    return view.groupRotationInfo(Math.max(view.now(), view.session().startBlock()));
  }

  /** Says which group a core has at a block. */
  static String group(CoresView view, int core, long at) {
    int group = rotates(view) ? view.groupAssignedToCore(core, at) : -1;
    return group < 0 ? "a group that cannot be looked up" : "group " + group;
  }

  /** Says which group a core has, and which one after the next rotation. */
  static String groups(CoresView view, int core) {
    if (!isAssigned(view)) {
      return "session " + view.session().index() + " has no groups";
    }
    if (!rotates(view)) {
      return "RUNTIME aborts over the look-up of its group, as groupRotationFrequency is 0";
    }
    Rotation rotation = rotation(view);
    return group(view, core, rotation.now())
        + " backs the core in blocks "
        + blocks(rotation)
        + ", "
        + group(view, core, rotation.nextRotationAt())
        + " after that";
  }

  /** The blocks of a rotation. */
  static String blocks(Rotation rotation) {
    return rotation.lastRotationAt() + " to " + (rotation.nextRotationAt() - 1);
  }
}
