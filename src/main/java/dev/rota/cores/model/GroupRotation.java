package dev.rota.cores.model;

/**
 * 5.7, {@code group_rotation_info}: the rotation of the groups at a block.
 *
 * @param sessionStart the session's first block
 * @param frequency in blocks
 */
public record GroupRotation(long sessionStart, long now, long frequency) {
  /** The block of the last rotation, at or before now. */
  public long lastRotationAt() {
    return now - sinceStart(now) % divisor();
  }

  /** The block of the first rotation after now. */
  public long nextRotationAt() {
    long later = now + frequency;
    return later - sinceStart(later) % divisor();
  }

  /** The last block before the groups rotate again. */
  public long lastBlock() {
    return nextRotationAt() - 1;
  }

  /** The rotation after this one. */
  public GroupRotation next() {
    return new GroupRotation(sessionStart, nextRotationAt(), frequency);
  }

  /** The rotations since the session started; 0 before it and if the groups never rotate. */
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
      throw new RuntimeAbort("groupRotationFrequency is 0: a look-up of rotations divides by it");
    }
    return frequency;
  }
}
