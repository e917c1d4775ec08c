package dev.rota.cores;

/**
 * How large a relay chain is.
 *
 * @param parathreads how many may claim
 * @param validators of a session, before the cut
 * @param sessionBlocks length of a session
 * @param claimsPerBlock on average
 */
public record RelayChainShape(
    RuleSet rules,
    int parachains,
    int parathreadCores,
    int parathreads,
    int validators,
    int sessionBlocks,
    int claimsPerBlock) {
  /** A chain of Polkadot's size: 100 cores, 500 validators, an hour's session. */
  public static RelayChainShape ofPolkadotsSize() {
    return new RelayChainShape(RuleSet.GUIDE, 60, 40, 120, 500, 600, 20);
  }
}
