package dev.rota.cores.model;

/**
 * 5.7, {@code group_rotation_info}: how the groups stand at a block.
 *
 * @param sessionStart first block of the session
 * @param frequency in blocks
 */
public record Rotation(long sessionStart, long now, long frequency) {
  /** The block in which the groups last moved on, at or before now. */
  public long lastRotationAt() {
    return now - sinceStart(now) % divisor();
  }

  /** The first block after now in which the groups move on. */
  public long nextRotationAt() {
    long later = now + frequency;
    return later - sinceStart(later) % divisor();
  }

  /** Rotations since the session started; 0 before it, and when the groups never rotate. */
  public long rotations() {
    return frequency == 0 ? 0 : sinceStart(now) / frequency;
  }

  public int groupForCore(RuleSet rules, int core, int groups) {
    if (frequency == 0) {
      return core;
    }
    return groups == 0 ? 0 : rules.groupForCore(core, rotations(), groups);
  }

  public int coreForGroup(RuleSet rules, int group, int groups) {
    if (frequency == 0) {
      return group;
    }
    return groups == 0 ? 0 : rules.coreForGroup(group, rotations(), groups);
  }

  private long sinceStart(long block) {
    return Math.max(0, block - sessionStart);
  }

  private long divisor() {
    if (frequency == 0) {
      throw new WouldAbort("groupRotationFrequency is 0: a look-up of rotations divides by it");
    }
    return frequency;
  }
}
