package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SessionSeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/**
 * The sessions of a seeded history. In half of the histories the configuration swings: away from
 * what it was at first in one field or in all, some sessions later back to exactly that.
 */
final class NaiveCoresConfigs {
  private static final long U32 = 0xffffffffL;
  private static final int FIELDS = 9;

  private final Random random;
  private final boolean huge;
  private final boolean strange;
  private final boolean swings;
  private final int paras;
  private final int maxChains;
  private final int maxCores;
  private final double zeroCores;
  private final boolean tight;
  private RuleSet rules;
  private SessionParameters home;
  private Session latest;
  private long index;

  NaiveCoresConfigs(Random random, boolean huge, int paras) {
    this.random = random;
    this.huge = huge;
    this.paras = paras;
    strange = random.nextInt(3) == 0;
    swings = random.nextBoolean();
    maxChains = random.nextInt(5);
    maxCores = random.nextInt(5);
    zeroCores = is(0.5) ? 0 : random.nextDouble() * 0.3;
    tight = random.nextInt(3) == 0;
    rules = random.nextBoolean() ? RuleSet.GUIDE : RuleSet.RUNTIME;
    index = huge ? U32 - 300 : 0;
  }

  private boolean is(double chance) {
    return random.nextDouble() < chance;
  }

  long firstPara() {
    return huge ? U32 - 20 : 10;
  }

  /** The next session; now and then nothing but its configuration differs from the one before. */
  Session session(NaiveCores chain) {
    SessionParameters parameters = parameters(chain);
    index++;
    latest =
        latest != null && is(0.3)
            ? new Session(
                index,
                latest.validators(),
                latest.seed(),
                latest.parachains(),
                latest.parathreads(),
                parameters)
            : session(parameters);
    return latest;
  }

  private SessionParameters parameters(NaiveCores chain) {
    if (!swings) {
      if (is(0.2)) {
        rules = rules == RuleSet.GUIDE ? RuleSet.RUNTIME : RuleSet.GUIDE;
      }
      return drawn(rules);
    }
    if (home == null) {
      home = drawn(rules);
    }
    if (!chain.config.equals(home)) {
      return is(0.6) ? home : chain.config;
    }
    return is(0.2) ? drawn(other(rules)) : swung(random.nextInt(FIELDS), drawn(rules));
  }

  private static RuleSet other(RuleSet rules) {
    return rules == RuleSet.GUIDE ? RuleSet.RUNTIME : RuleSet.GUIDE;
  }

  /** What it was at first, but for one field. */
  private SessionParameters swung(int field, SessionParameters p) {
    return new SessionParameters(
        field == 0 ? other(home.rules()) : home.rules(),
        (field == 1 ? p : home).parathreadCores(),
        (field == 2 ? p : home).parathreadRetries(),
        (field == 3 ? p : home).groupRotationFrequency(),
        (field == 4 ? p : home).chainAvailabilityPeriod(),
        (field == 5 ? p : home).threadAvailabilityPeriod(),
        (field == 6 ? p : home).schedulingLookahead(),
        (field == 7 ? p : home).maxValidatorsPerCore(),
        (field == 8 ? p : home).maxValidators());
  }

  private Session session(SessionParameters parameters) {
    int validators = is(0.1) ? 0 : is(0.05) ? 200 + random.nextInt(100) : random.nextInt(25);
    List<Long> chains = new ArrayList<>();
    List<Long> threads = new ArrayList<>();
    double chainShare = random.nextDouble();
    for (int i = 0; i < paras; i++) {
      long para = firstPara() + i;
      if (is(0.1)) {
        continue;
      }
      if (chains.size() < maxChains && is(chainShare * 0.5)) {
        chains.add(para);
        if (strange && is(0.2)) {
          threads.add(para);
        }
      } else {
        threads.add(para);
      }
    }
    scramble(chains);
    scramble(threads);
    Optional<SessionSeed> seed = is(0.3) ? Optional.of(seed()) : Optional.empty();
    return new Session(index, validators, seed, chains, threads, parameters);
  }

  private void scramble(List<Long> list) {
    if (strange) {
      Collections.shuffle(list, random);
      if (!list.isEmpty() && is(0.4)) {
        list.add(list.get(random.nextInt(list.size())));
      }
    }
  }

  private SessionSeed seed() {
    return new SessionSeed(
        random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }

  private SessionParameters drawn(RuleSet ruled) {
    long cores = is(zeroCores) ? 0 : 1 + random.nextInt(maxCores + 1);
    return new SessionParameters(
        ruled,
        cores,
        number(4),
        ruled == RuleSet.RUNTIME && is(0.1) ? 0 : Math.max(is(0.02) ? 0 : 1, number(12)),
        Math.max(is(0.03) ? 0 : 1, number(9)),
        Math.max(is(0.03) ? 0 : 1, number(9)),
        tight ? number(2) : 1 + number(5),
        is(0.3) ? number(6) : 0,
        is(0.4) ? OptionalLong.of(number(20)) : OptionalLong.empty());
  }

  private long number(int small) {
    return huge && is(0.3) ? U32 - random.nextInt(3) : random.nextInt(small);
  }
}
