package dev.rota.lab.traffic.cores;

import dev.rota.cores.model.RuleSet;
import java.util.SplittableRandom;

/**
 * The size of a relay chain.
 *
 * @param parathreads the number that may claim
 * @param validators of a session, before the cut
 * @param sessionBlocks blocks per session
 * @param claimsPerBlock mean number
 */
public record RelayChainShape(
    RuleSet rules,
    int parachains,
    int parathreadCores,
    int parathreads,
    int validators,
    int sessionBlocks,
    int claimsPerBlock) {
  /** A chain of Polkadot's size: 100 cores, 500 validators, sessions of one hour. */
  public static RelayChainShape ofPolkadotsSize() {
    return new RelayChainShape(RuleSet.GUIDE, 60, 40, 120, 500, 600, 20);
  }

  /** 100 cores, 1 000 validators and 50 claims per block. */
  public static RelayChainShape ofABenchmark() {
    return new RelayChainShape(RuleSet.GUIDE, 60, 40, 120, 1_000, 600, 50);
  }

  /** A chain of any size, mostly small and changing often, under either rule set. */
  public static RelayChainShape ofSeed(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RuleSet rules = random.nextBoolean() ? RuleSet.GUIDE : RuleSet.RUNTIME;
    int scale = random.nextInt(16) == 0 ? 5 : 1;
    return new RelayChainShape(
        rules,
        random.nextInt(7 * scale),
        random.nextInt(5 * scale),
        random.nextInt(13 * scale),
        random.nextInt(31 * scale),
        1 + random.nextInt(60),
        random.nextInt(5 * scale));
  }
}
