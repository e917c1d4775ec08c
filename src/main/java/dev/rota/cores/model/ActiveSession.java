package dev.rota.cores.model;

/**
 * The session in force.
 *
 * @param index -1 before the first session
 * @param startBlock the session's first block
 * @param cores the number of cores
 */
public record ActiveSession(
    long index,
    long startBlock,
    int cores,
    SessionParameters parameters,
    ParaSet parachains,
    ParaSet parathreads,
    ValidatorGroups groups) {
  public static final ActiveSession NONE =
      new ActiveSession(
          -1, 0, 0, SessionParameters.DEFAULT, ParaSet.NONE, ParaSet.NONE, ValidatorGroups.NONE);

  /** 6.1 and 6.3: the new configuration and registry determine everything. */
  public static ActiveSession of(CoresInput.Session session, long startBlock) {
    SessionParameters parameters = session.parameters();
    // K2: by coretime, what is assigned says who is served, and no list.
    boolean isListed = parameters.rules() != RuleSet.CORETIME;
    ParaSet parachains = isListed ? ParaSet.of(session.parachains()) : ParaSet.NONE;
    int active = parameters.activeOf(session);
    int cores = Math.toIntExact(parameters.coresFor(parachains.size(), active));
    return new ActiveSession(
        session.index(),
        startBlock,
        cores,
        parameters,
        parachains,
        isListed ? ParaSet.of(session.parathreads()) : ParaSet.NONE,
        new ValidatorGroups(session.validators(), session.seed(), active, cores));
  }

  /** What a core is for (6.1). */
  public CoreUse use(int core) {
    if (core < parachains.size()) {
      return CoreUse.PARACHAIN;
    }
    return offsetOf(core) < parameters.parathreadCores() ? CoreUse.CLAIMS : CoreUse.SURPLUS;
  }

  /** The offset of the claims that a core takes; negative for a parachain's core. */
  public int offsetOf(int core) {
    return core - parachains.size();
  }

  /** The core that a claim waits for. */
  public int coreOf(QueuedClaim claim) {
    return parachains.size() + claim.offset();
  }

  /** The blocks before it are another session's. */
  public boolean hasBegun(long block) {
    return block >= startBlock;
  }

  /** Whose a core is. */
  public enum CoreUse {
    PARACHAIN,
    CLAIMS,
    SURPLUS
  }

  ActiveSession with(SessionParameters changed) {
    return new ActiveSession(index, startBlock, cores, changed, parachains, parathreads, groups);
  }
}
