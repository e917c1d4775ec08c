package dev.rota.cores.model;

/** Which reading of the rules decides, and everything in which the readings differ. */
public enum RuleSet {
  /** A symbol that this version does not know. Never in force: its session is refused. */
  UNKNOWN,
  /** The guide's reading, with the obvious repairs. */
  GUIDE,
  /** What the original code does, defects included. */
  RUNTIME;

  /** G1: GUIDE turns the groups one way, RUNTIME the other. */
  int groupForCore(long core, long rotations, int groups) {
    return (int)
        Math.floorMod(this == RUNTIME ? core + rotations : core - rotations, (long) groups);
  }

  /** G1: the inverse of {@link #groupForCore}. */
  int coreForGroup(long group, long rotations, int groups) {
    return (int)
        Math.floorMod(this == RUNTIME ? group - rotations : group + rotations, (long) groups);
  }

  /** G2: whether a session change deals the kept claims out anew. */
  public boolean renumbers(long oldParathreadCores, long newParathreadCores) {
    return this == RUNTIME || oldParathreadCores != newParathreadCores;
  }

  /** G3: whether {@code core_para} also answers a para that is only scheduled. */
  boolean scheduledIsOnCore() {
    return this != RUNTIME;
  }

  /** G4: whether a claim dropped by clear leaves the claim index; RUNTIME leaks the entry. */
  public boolean dropLeavesIndex() {
    return this != RUNTIME;
  }

  /** The rule that drops a claim in clear. */
  public String dropRule() {
    return this == RUNTIME ? "cores 5.5" : "cores G4";
  }

  /** G5: whether a claim is dropped when there is no parathread core left; RUNTIME aborts. */
  public boolean dropsWithoutCores() {
    return this != RUNTIME;
  }

  /** G5: RUNTIME wipes the whole index with the last parathread core, scheduled claims or not. */
  public boolean wipesIndexWithoutCores() {
    return this == RUNTIME;
  }

  /** G5 and section 3: whether a configuration that the runtime calls illegal is refused. */
  public boolean refusesZeroes() {
    return this != RUNTIME;
  }
}
