package dev.rota.cores.model;

/** The reading of the rules in force. All differences between the readings are here. */
public enum RuleSet {
  /** A symbol that this version does not know. Never in force: its session is refused. */
  UNKNOWN,
  /** The guide's reading, with the obvious repairs. */
  GUIDE,
  /** What the original code does, including its defects. */
  RUNTIME,
  /** The relay chain's scheduler since cores' time is sold: rules K1 to K9. */
  CORETIME;

  /** G1: GUIDE and RUNTIME rotate the groups in opposite directions. K1: as RUNTIME. */
  int groupForCore(long core, long rotations, int groups) {
    return (int) Math.floorMod(this == GUIDE ? core - rotations : core + rotations, (long) groups);
  }

  /** G1: the inverse of {@link #groupForCore}. */
  int coreForGroup(long group, long rotations, int groups) {
    return (int)
        Math.floorMod(this == GUIDE ? group + rotations : group - rotations, (long) groups);
  }

  /** G2: true if a session change reassigns the kept claims to cores. */
  public boolean renumbers(long oldParathreadCores, long newParathreadCores) {
    return this == RUNTIME || oldParathreadCores != newParathreadCores;
  }

  /** G3: true if {@code core_para} also returns a para that is only scheduled. */
  boolean scheduledIsOnCore() {
    return this != RUNTIME;
  }

  /** G4: true if a claim dropped by clear leaves the claim index; RUNTIME leaks the entry. */
  public boolean dropLeavesIndex() {
    return this != RUNTIME;
  }

  /** The rule that drops a claim in clear. */
  public String dropRule() {
    return this == RUNTIME ? "cores 5.5" : "cores G4";
  }

  /** K9: how many blocks before it a block of a rotation is judged as one of that rotation. */
  int judgesAhead() {
    return this == CORETIME ? 1 : 0;
  }

  /** G5: true if a claim is dropped when no parathread core is left; RUNTIME aborts. */
  public boolean dropsWithoutCores() {
    return this != RUNTIME;
  }

  /** G5: true if the index is cleared with the last parathread core, even of scheduled claims. */
  public boolean wipesIndexWithoutCores() {
    return this == RUNTIME;
  }

  /** G5 and section 3: true if configurations that the runtime calls illegal are refused. */
  public boolean refusesZeroes() {
    return this != RUNTIME;
  }
}
