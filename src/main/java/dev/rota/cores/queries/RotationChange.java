package dev.rota.cores.queries;

import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.GroupRotation;
import java.util.Optional;

/** Says whether groups rotated between the latest block and the one that begins (5.7). */
final class RotationChange {
  private RotationChange() {}

  /** Returns nothing if the core keeps its group, or had none before. */
  static Optional<String> core(CoresView before, long block, int core) {
    if (!applies(before)) {
      return Optional.empty();
    }
    int old = before.groupAssignedToCore(core, before.block());
    int now = before.groupAssignedToCore(core, block);
    return old < 0 || old == now
        ? Optional.empty()
        : Optional.of(
            rotated(before, block)
                + "group "
                + now
                + " takes the core over from group "
                + old
                + kept(before.occupant(core), before, core));
  }

  /** A candidate that is pending stays with the group that backed it. */
  private static String kept(CoreOccupant occupant, CoresView before, int core) {
    return occupant == null
        ? ""
        : ", but not the candidate of para "
            + occupant.para()
            + ", which "
            + CoreBacking.group(before, core, occupant.since())
            + " backed in block "
            + occupant.since();
  }

  static Optional<String> group(CoresView before, long block, int group) {
    int groups = before.session().groups().count();
    if (!applies(before) || group >= groups) {
      return Optional.empty();
    }
    int old = at(before, before.block()).coreForGroup(before.rules(), group, groups);
    int now = at(before, block).coreForGroup(before.rules(), group, groups);
    return old == now
        ? Optional.empty()
        : Optional.of(
            rotated(before, block) + "the group moves from core " + old + " to core " + now);
  }

  private static boolean applies(CoresView before) {
    return !before.session().groups().isEmpty()
        && before.parameters().rotates()
        && before.session().hasBegun(before.block());
  }

  private static GroupRotation at(CoresView before, long block) {
    return before.groupRotationInfo(block);
  }

  private static String rotated(CoresView before, long block) {
    return "block " + block + " is of rotation " + at(before, block).rotations() + ": ";
  }
}
