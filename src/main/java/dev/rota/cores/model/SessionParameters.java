package dev.rota.cores.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session's configuration. Numbers are unsigned 32-bit; frequencies and periods are in blocks.
 *
 * @param maxValidatorsPerCore 0 for no maximum
 * @param maxValidators limits the shuffled list of validators
 * @param coretime of CORETIME; the others have none
 */
public record SessionParameters(
    RuleSet rules,
    long parathreadCores,
    long parathreadRetries,
    long groupRotationFrequency,
    long chainAvailabilityPeriod,
    long threadAvailabilityPeriod,
    long schedulingLookahead,
    long maxValidatorsPerCore,
    OptionalLong maxValidators,
    Optional<CoretimeTerms> coretime) {
  /** The parameters before the first session. */
  public static final SessionParameters DEFAULT =
      new SessionParameters(RuleSet.GUIDE, 0, 0, 1, 1, 1, 0, 0, OptionalLong.empty());

  /** Of rule sets that know no coretime. */
  public SessionParameters(
      RuleSet rules,
      long parathreadCores,
      long parathreadRetries,
      long groupRotationFrequency,
      long chainAvailabilityPeriod,
      long threadAvailabilityPeriod,
      long schedulingLookahead,
      long maxValidatorsPerCore,
      OptionalLong maxValidators) {
    this(
        rules,
        parathreadCores,
        parathreadRetries,
        groupRotationFrequency,
        chainAvailabilityPeriod,
        threadAvailabilityPeriod,
        schedulingLookahead,
        maxValidatorsPerCore,
        maxValidators,
        Optional.empty());
  }

  /** The same by coretime. */
  public SessionParameters with(CoretimeTerms terms) {
    return new SessionParameters(
        rules,
        parathreadCores,
        parathreadRetries,
        groupRotationFrequency,
        chainAvailabilityPeriod,
        threadAvailabilityPeriod,
        schedulingLookahead,
        maxValidatorsPerCore,
        maxValidators,
        Optional.of(terms));
  }

  /** K9: by coretime, all candidates have the period of parachains. */
  private boolean hasOnePeriod() {
    return rules == RuleSet.CORETIME;
  }

  /** The blocks of a rotation that judge a time-out at all. */
  public long longestAvailabilityPeriod() {
    return hasOnePeriod()
        ? chainAvailabilityPeriod
        : Math.max(chainAvailabilityPeriod, threadAvailabilityPeriod);
  }

  /** The largest number of queued claims. */
  public long capacity() {
    return parathreadCores * schedulingLookahead;
  }

  /** G5: RUNTIME aborts over each look-up of groups that do not rotate. */
  public boolean rotates() {
    return groupRotationFrequency != 0;
  }

  /** The number of blocks after which an occupied core may time out. */
  public long availabilityPeriod(OccupantKind kind) {
    return kind == OccupantKind.PARACHAIN || hasOnePeriod()
        ? chainAvailabilityPeriod
        : threadAvailabilityPeriod;
  }

  /**
   * Section 6.1: one core per parachain plus {@code K}, or more if there are enough validators. K1:
   * by coretime, as many as are configured instead of the former.
   */
  public long coresFor(int parachains, int activeValidators) {
    long needed =
        rules == RuleSet.CORETIME
            ? coretime.map(CoretimeTerms::cores).orElse(0L)
            : parachains + parathreadCores;
    return maxValidatorsPerCore == 0
        ? needed
        : Math.max(needed, activeValidators / maxValidatorsPerCore);
  }

  /** The number of active validators of a session. */
  public int activeOf(CoresInput.Session session) {
    // The cut belongs to the shuffle. Without a seed, the given list is already active.
    return session.seed().isPresent() && maxValidators.isPresent()
        ? (int) Math.min(session.validators(), maxValidators.getAsLong())
        : session.validators();
  }
}
