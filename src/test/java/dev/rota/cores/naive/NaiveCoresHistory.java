package dev.rota.cores.naive;

import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
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
  private final double repeats;
  private final boolean huge;
  private final int paras;
  private final NaiveCoresConfigs configs;
  private long number;
  private int collators;
  private CoresInput latest;

  NaiveCoresHistory(long seed) {
    random = new Random(seed);
    claims = random.nextDouble() * 0.8;
    frozen = rarely(0.5);
    sessions = 0.02 + rarely(0.3);
    gaps = rarely(0.5);
    noise = rarely(0.6);
    backing = random.nextDouble();
    freeing = random.nextDouble();
    repeats = rarely(0.05);
    huge = random.nextInt(6) == 0;
    paras = 2 + random.nextInt(10);
    configs = new NaiveCoresConfigs(random, huge, paras);
    number = huge ? U32 - 200 - random.nextInt(4000) : random.nextInt(3);
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
    if (latest == null || !is(repeats)) {
      boolean claim = is(first ? 0.2 : claims);
      latest = claim ? claim(chain) : block(chain, is(first ? 0.7 : sessions));
    }
    return latest;
  }

  private Claim claim(NaiveCores chain) {
    collators++;
    List<Long> live = chain.parathreads;
    long para = live.isEmpty() || is(0.15) ? para() : live.get(random.nextInt(live.size()));
    return new Claim(para, "collator-" + collators);
  }

  private long para() {
    return configs.firstPara() + random.nextInt(paras);
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
            session ? Optional.of(configs.session(chain)) : Optional.empty());
    number = Math.max(block.number(), chain.lastBlock);
    return is(noise * 0.08) ? impossible(chain.lastBlock + 1) : block;
  }

  /** A block with one thing wrong, which no chain can contain. */
  private Block impossible(long next) {
    number = Math.max(next - 1, 0);
    int beyond = -1 - random.nextInt(2) * Integer.MAX_VALUE;
    List<Integer> cores = List.of(0, beyond);
    return switch (random.nextInt(11)) {
      case 0 -> new Block(next, false, cores, List.of(), List.of(), Optional.empty());
      case 1 -> new Block(next, false, List.of(), List.of(), cores, Optional.empty());
      case 2 -> bad(next, List.of(new Freed(beyond, Freeing.CONCLUDED)), Optional.empty());
      case 3 -> bad(next, List.of(new Freed(0, Freeing.UNKNOWN)), Optional.empty());
      case 4 -> bad(next, List.of(), Optional.of(bad(RuleSet.UNKNOWN, 1, 1, 3L)));
      case 5 -> bad(next, List.of(), Optional.of(bad(RuleSet.GUIDE, 1, 65_536, 3L)));
      case 6 -> bad(next, List.of(), Optional.of(bad(RuleSet.RUNTIME, 1, 1, U32 + 1)));
      case 7 -> bad(next, List.of(), Optional.of(bad(RuleSet.GUIDE, 0, 1, 3L)));
      case 8 -> bad(next, List.of(), Optional.of(session(beyond(), 3, configured(-1, 0))));
      case 9 ->
          bad(
              next,
              List.of(),
              Optional.of(session(1, random.nextBoolean() ? -1 : 1_000_001, configured(-1, 0))));
      default ->
          bad(next, List.of(), Optional.of(session(1, 3, configured(random.nextInt(8), beyond()))));
    };
  }

  private long beyond() {
    long[] all = {-1, U32 + 1, Long.MAX_VALUE, Long.MIN_VALUE};
    return all[random.nextInt(all.length)];
  }

  private static Session session(long index, int validators, SessionParameters parameters) {
    return new Session(index, validators, Optional.empty(), List.of(3L), List.of(), parameters);
  }

  /** A sound configuration but for one number. */
  private static SessionParameters configured(int field, long value) {
    long[] numbers = {1, 1, 1, 1, 1, 1, 0, 3};
    if (field >= 0) {
      numbers[field] = value;
    }
    return new SessionParameters(
        RuleSet.GUIDE,
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
        numbers[6],
        OptionalLong.of(numbers[7]));
  }

  private static Block bad(long next, List<Freed> freed, Optional<Session> session) {
    return new Block(next, false, List.of(), freed, List.of(), session);
  }

  private static Session bad(RuleSet rules, long frequency, long cores, long para) {
    SessionParameters parameters =
        new SessionParameters(rules, cores, 1, frequency, 1, 1, 1, 0, OptionalLong.empty());
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
    list.removeIf(_ -> !is(backing));
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
}
