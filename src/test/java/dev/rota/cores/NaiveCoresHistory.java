package dev.rota.cores;

import dev.rota.cores.CoresInput.Block;
import dev.rota.cores.CoresInput.Claim;
import dev.rota.cores.CoresInput.Freed;
import dev.rota.cores.CoresInput.Freeing;
import dev.rota.cores.CoresInput.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** A seeded chain: the seed picks how often each kind of move comes, and then the moves. */
final class NaiveCoresHistory {
  private static final long U32 = 0xffffffffL;

  private final Random random;
  private final double claims;
  private final double frozen;
  private final double sessions;
  private final double gaps;
  private final double noise;
  private final double backing;
  private final double freeing;
  private final boolean huge;
  private final boolean strange;
  private final int switching;
  private final int paras;
  private final int maxChains;
  private final int maxCores;
  private final double zeroCores;
  private final boolean tight;
  private RuleSet rules;
  private long number;
  private long sessionIndex;
  private int collators;

  NaiveCoresHistory(long seed) {
    random = new Random(seed);
    claims = random.nextDouble() * 0.8;
    frozen = rarely(0.5);
    sessions = 0.02 + rarely(0.3);
    gaps = rarely(0.5);
    noise = rarely(0.6);
    backing = random.nextDouble();
    freeing = random.nextDouble();
    huge = random.nextInt(6) == 0;
    strange = random.nextInt(3) == 0;
    switching = random.nextInt(3);
    rules = random.nextBoolean() ? RuleSet.GUIDE : RuleSet.RUNTIME;
    paras = 2 + random.nextInt(10);
    maxChains = random.nextInt(5);
    maxCores = random.nextInt(5);
    zeroCores = rarely(0.3);
    tight = random.nextInt(3) == 0;
    number = huge ? U32 - 200 - random.nextInt(1000) : random.nextInt(3);
  }

  private double rarely(double most) {
    return random.nextBoolean() ? 0 : random.nextDouble() * most;
  }

  private boolean is(double chance) {
    return random.nextDouble() < chance;
  }

  /** The next move; it sees the chain, as its block producers do. */
  CoresInput next(NaiveCores chain) {
    boolean first = chain.sessionIndex < 0;
    return !first && is(claims) ? claim(chain) : block(chain, is(first ? 0.7 : sessions));
  }

  private Claim claim(NaiveCores chain) {
    collators++;
    List<Long> live = chain.parathreads;
    long para = live.isEmpty() || is(0.15) ? para() : live.get(random.nextInt(live.size()));
    return new Claim(para, "collator-" + collators);
  }

  private long para() {
    return (huge ? U32 - 20 : 10) + random.nextInt(paras);
  }

  private Block block(NaiveCores chain, boolean session) {
    long old = number;
    number += is(gaps) ? random.nextInt(12) : 1;
    Block block =
        new Block(
            is(noise * 0.1) ? old - random.nextInt(3) : number,
            is(frozen),
            disputed(chain),
            freed(chain),
            occupied(chain),
            session ? Optional.of(session()) : Optional.empty());
    number = Math.max(block.number(), chain.lastBlock);
    return is(noise * 0.08) ? impossible(chain.lastBlock + 1) : block;
  }

  /** A block with one thing wrong, which no chain can contain. */
  private Block impossible(long next) {
    number = Math.max(next - 1, 0);
    int beyond = -1 - random.nextInt(2) * Integer.MAX_VALUE;
    List<Integer> cores = List.of(0, beyond);
    return switch (random.nextInt(8)) {
      case 0 -> new Block(next, false, cores, List.of(), List.of(), Optional.empty());
      case 1 -> new Block(next, false, List.of(), List.of(), cores, Optional.empty());
      case 2 -> bad(next, List.of(new Freed(beyond, Freeing.CONCLUDED)), Optional.empty());
      case 3 -> bad(next, List.of(new Freed(0, Freeing.UNKNOWN)), Optional.empty());
      case 4 -> bad(next, List.of(), Optional.of(bad(RuleSet.UNKNOWN, 1, 1, 3L)));
      case 5 -> bad(next, List.of(), Optional.of(bad(RuleSet.GUIDE, 1, 65_536, 3L)));
      case 6 -> bad(next, List.of(), Optional.of(bad(RuleSet.RUNTIME, 1, 1, U32 + 1)));
      default -> bad(next, List.of(), Optional.of(bad(RuleSet.GUIDE, 0, 1, 3L)));
    };
  }

  private static Block bad(long next, List<Freed> freed, Optional<Session> session) {
    return new Block(next, false, List.of(), freed, List.of(), session);
  }

  private static Session bad(RuleSet rules, long frequency, long cores, long para) {
    Parameters parameters =
        new Parameters(rules, cores, 1, frequency, 1, 1, 1, 0, OptionalLong.empty());
    return new Session(1, 3, Optional.empty(), List.of(para), List.of(), parameters);
  }

  private int anyCore(NaiveCores chain) {
    return is(0.02)
        ? Integer.MAX_VALUE - random.nextInt(2)
        : random.nextInt(chain.cores.size() + 3);
  }

  private List<Integer> disputed(NaiveCores chain) {
    List<Integer> list = new ArrayList<>();
    for (int core = 0; core < chain.cores.size(); core++) {
      if (chain.cores.get(core) != null && is(freeing * 0.15)) {
        list.add(core);
      }
    }
    return noisy(chain, list);
  }

  private List<Freed> freed(NaiveCores chain) {
    List<Integer> list = new ArrayList<>();
    for (int core = 0; core < chain.cores.size(); core++) {
      if (chain.cores.get(core) != null && is(freeing)) {
        list.add(core);
      }
    }
    return noisy(chain, list).stream()
        .map(core -> new Freed(core, is(0.5) ? Freeing.CONCLUDED : Freeing.TIMED_OUT))
        .toList();
  }

  /** Most cores that are free now, or may be once the block has freed some. */
  private List<Integer> occupied(NaiveCores chain) {
    List<Integer> list = new ArrayList<>();
    NaiveCores next = chain.copy();
    try {
      next.clear();
      next.schedule(number);
      next.scheduled.forEach(entry -> list.add(entry.core()));
    } catch (NaiveCores.Refused refused) {
      list.add(0);
    }
    list.removeIf(core -> !is(backing));
    return noisy(chain, list);
  }

  private List<Integer> noisy(NaiveCores chain, List<Integer> list) {
    if (is(noise)) {
      int more = random.nextInt(4);
      for (int i = 0; i < more; i++) {
        list.add(random.nextInt(list.size() + 1), anyCore(chain));
      }
      if (is(0.4)) {
        Collections.shuffle(list, random);
      }
    }
    return List.copyOf(list);
  }

  private Session session() {
    if (switching == 0 && is(0.5)) {
      rules = rules == RuleSet.GUIDE ? RuleSet.RUNTIME : RuleSet.GUIDE;
    }
    sessionIndex++;
    int validators = is(0.1) ? 0 : is(0.05) ? 200 + random.nextInt(100) : random.nextInt(25);
    List<Long> chains = new ArrayList<>();
    List<Long> threads = new ArrayList<>();
    double chainShare = random.nextDouble();
    for (int i = 0; i < paras; i++) {
      long para = (huge ? U32 - 20 : 10) + i;
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
    Optional<Seed> seed = is(0.3) ? Optional.of(seed()) : Optional.empty();
    return new Session(sessionIndex, validators, seed, chains, threads, parameters());
  }

  private void scramble(List<Long> list) {
    if (strange) {
      Collections.shuffle(list, random);
      if (!list.isEmpty() && is(0.4)) {
        list.add(list.get(random.nextInt(list.size())));
      }
    }
  }

  private Seed seed() {
    return new Seed(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
  }

  private Parameters parameters() {
    long cores = is(zeroCores) ? 0 : 1 + random.nextInt(maxCores + 1);
    return new Parameters(
        rules,
        cores,
        number(4),
        rules == RuleSet.RUNTIME && is(0.1) ? 0 : Math.max(is(0.02) ? 0 : 1, number(12)),
        Math.max(is(0.03) ? 0 : 1, number(9)),
        Math.max(is(0.03) ? 0 : 1, number(9)),
        tight ? number(2) : 1 + number(5),
        is(0.3) ? number(6) : 0,
        is(0.4) ? OptionalLong.of(number(20)) : OptionalLong.empty());
  }

  private long number(int small) {
    return huge && is(0.3) ? U32 - 1 - random.nextInt(3) : random.nextInt(small);
  }
}
