package dev.rota.cores.model;

import java.util.OptionalLong;

/**
 * A session's configuration. Numbers are unsigned 32 bit, frequencies and periods are in blocks.
 *
 * @param maxValidatorsPerCore 0: no maximum
 * @param maxValidators cuts the shuffled list of validators
 */
public record Parameters(
    RuleSet rules,
    long parathreadCores,
    long parathreadRetries,
    long groupRotationFrequency,
    long chainAvailabilityPeriod,
    long threadAvailabilityPeriod,
    long schedulingLookahead,
    long maxValidatorsPerCore,
    OptionalLong maxValidators) {
  /** What holds before the first session. */
  public static final Parameters DEFAULT =
      new Parameters(RuleSet.GUIDE, 0, 0, 1, 1, 1, 0, 0, OptionalLong.empty());

  /** The most claims that may wait. */
  public long capacity() {
    return parathreadCores * schedulingLookahead;
  }

  /** After how many blocks an occupied core may time out. */
  public long availabilityPeriod(OccupantKind kind) {
    return kind == OccupantKind.PARACHAIN ? chainAvailabilityPeriod : threadAvailabilityPeriod;
  }

  /** Section 6.1: one core per parachain and {@code K} more, or what the validators ask for. */
  public long coresFor(int parachains, int activeValidators) {
    long needed = parachains + parathreadCores;
    return maxValidatorsPerCore == 0
        ? needed
        : Math.max(needed, activeValidators / maxValidatorsPerCore);
  }

  /** How many of a session's validators are active. */
  public int activeOf(CoresInput.Session session) {
    // The cut belongs to the shuffle; without randomness the list given is already the active one.
    return session.seed().isPresent() && maxValidators.isPresent()
        ? (int) Math.min(session.validators(), maxValidators.getAsLong())
        : session.validators();
  }
}
