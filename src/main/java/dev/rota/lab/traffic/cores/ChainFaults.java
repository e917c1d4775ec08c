package dev.rota.lab.traffic.cores;

import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SessionSeed;
import dev.rota.lab.traffic.FaultMix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Errors of a chain's software. Each seed has its own mix and omits most tricks. */
final class ChainFaults {
  /** A mix without faults. */
  static final ChainFaults NONE = new ChainFaults();

  private static final int PER_MILLE_MAX = 120;
  private static final long[] ODD_NUMBERS = {
    -1, Long.MIN_VALUE, Long.MAX_VALUE, NumberLimits.UNSIGNED_32 + 1, Integer.MIN_VALUE
  };
  private static final String[] ODD_COLLATORS = {"", " ", "\u0000", "collator/\uD83D\uDE80", "İı"};

  private enum Trick {
    STALE_NUMBER,
    NUMBER_GAP,
    NUMBER_OUT_OF_RANGE,
    ODD_CORES,
    CORES_OUT_OF_ORDER,
    EARLY_TIME_OUT,
    UNKNOWN_REASON,
    FROZEN,
    ODD_SESSION,
    INVALID_SESSION,
    OTHER_RULES,
    UNKNOWN_PARA,
    ODD_COLLATOR
  }

  private final SplittableRandom random;
  private final Map<Trick, Integer> perMille = new EnumMap<>(Trick.class);

  private ChainFaults() {
    this.random = new SplittableRandom(0);
  }

  ChainFaults(long seed) {
    // Uses its own stream, so that the chain's random choices are the same with and without faults.
    this.random = new SplittableRandom(~seed);
    boolean calm = random.nextInt(8) == 0;
    for (Trick one : Trick.values()) {
      if (!calm && random.nextInt(3) == 0) {
        perMille.put(one, 1 + random.nextInt(PER_MILLE_MAX));
      }
    }
  }

  /** Returns the input that is sent instead of the sensible one. */
  RelayChain.Event upon(long atMillis, CoresInput sensible) {
    for (Map.Entry<Trick, Integer> often : perMille.entrySet()) {
      if (random.nextInt(1000) < often.getValue()) {
        Trick trick = often.getKey();
        CoresInput odd =
            sensible instanceof Block block ? block(trick, block) : claim(trick, (Claim) sensible);
        if (!odd.equals(sensible)) {
          return new RelayChain.Event(atMillis, odd, FaultMix.told(trick));
        }
      }
    }
    return new RelayChain.Event(atMillis, sensible, null);
  }

  private CoresInput claim(Trick trick, Claim claim) {
    return switch (trick) {
      case UNKNOWN_PARA -> new Claim(oddNumber(5000), claim.collator());
      case ODD_COLLATOR ->
          new Claim(claim.para(), ODD_COLLATORS[random.nextInt(ODD_COLLATORS.length)]);
      default -> claim;
    };
  }

  private CoresInput block(Trick trick, Block block) {
    return switch (trick) {
      case STALE_NUMBER -> numbered(block, Math.max(0, block.number() - 1 - random.nextInt(4)));
      case NUMBER_GAP -> numbered(block, random.nextInt(50) == 0 ? late(block) : gap(block));
      case NUMBER_OUT_OF_RANGE -> numbered(block, ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)]);
      case ODD_CORES -> with(block, block.frozen(), oddCores(), oddFreed(), oddCores());
      case CORES_OUT_OF_ORDER ->
          with(block, block.frozen(), block.disputed(), block.freed(), shuffled(block.occupied()));
      case EARLY_TIME_OUT ->
          with(block, block.frozen(), block.disputed(), timedOut(block.freed()), block.occupied());
      case UNKNOWN_REASON ->
          with(
              block,
              false,
              block.disputed(),
              List.of(new Freed(random.nextInt(4), Freeing.UNKNOWN)),
              block.occupied());
      case FROZEN -> with(block, true, block.disputed(), block.freed(), block.occupied());
      case ODD_SESSION -> with(block, session(block.number()));
      case INVALID_SESSION -> with(block, invalid(session(block.number())));
      case OTHER_RULES ->
          block.session().isPresent() ? with(block, other(block.session().get())) : block;
      default -> block;
    };
  }

  private long gap(Block block) {
    return block.number() + 1 + random.nextInt(40);
  }

  /** Near the largest number, which the chain may reach then. */
  private long late(Block block) {
    return Math.max(block.number() + 1, NumberLimits.UNSIGNED_32 - 200 - random.nextInt(100));
  }

  /** A setting, now and then the largest one. */
  private long setting(int bound) {
    return random.nextInt(20) == 0 ? NumberLimits.UNSIGNED_32 : random.nextInt(bound);
  }

  private long oddNumber(int bound) {
    return random.nextInt(4) == 0
        ? ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)]
        : random.nextInt(bound);
  }

  /** Unsorted, repeated and out of range. */
  private List<Integer> oddCores() {
    List<Integer> cores = new ArrayList<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      cores.add(random.nextInt(40) == 0 ? (int) oddNumber(9) : random.nextInt(12));
    }
    return cores;
  }

  private List<Integer> shuffled(List<Integer> cores) {
    List<Integer> order = new ArrayList<>(cores);
    for (int i = order.size(); i > 1; i--) {
      Collections.swap(order, i - 1, random.nextInt(i));
    }
    return order;
  }

  private static List<Freed> timedOut(List<Freed> freed) {
    return freed.stream().map(one -> new Freed(one.core(), Freeing.TIMED_OUT)).toList();
  }

  private List<Freed> oddFreed() {
    List<Freed> freed = new ArrayList<>();
    for (int core : oddCores()) {
      freed.add(new Freed(core, random.nextBoolean() ? Freeing.CONCLUDED : Freeing.TIMED_OUT));
    }
    return freed;
  }

  private Session session(long block) {
    Optional<SessionSeed> seed =
        random.nextBoolean() ? Optional.empty() : Optional.of(new SessionSeed(block, 2, 3, 4));
    return new Session(setting(1000), random.nextInt(40), seed, paras(), paras(), parameters());
  }

  /** In any order, possibly repeated or on both lists. */
  private List<Long> paras() {
    List<Long> paras = new ArrayList<>();
    for (int i = random.nextInt(9); i > 0; i--) {
      paras.add(2000L + random.nextInt(30));
    }
    return paras;
  }

  private SessionParameters parameters() {
    return new SessionParameters(
        random.nextBoolean() ? RuleSet.GUIDE : RuleSet.RUNTIME,
        random.nextInt(5),
        setting(3),
        setting(12),
        setting(6),
        setting(6),
        setting(4),
        setting(6),
        random.nextBoolean() ? OptionalLong.empty() : OptionalLong.of(setting(40)));
  }

  private Session invalid(Session s) {
    SessionParameters p = s.parameters();
    long odd = ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)];
    return switch (random.nextInt(5)) {
      case 0 -> sized(s, NumberLimits.VALIDATORS_MAX + 1, s.parachains(), p);
      case 1 -> sized(s, -1, s.parachains(), p);
      case 2 ->
          random.nextBoolean()
              ? sized(s, s.validators(), List.of(odd), p)
              : new Session(odd, s.validators(), s.seed(), s.parachains(), s.parathreads(), p);
      case 3 -> sized(s, s.validators(), s.parachains(), ruled(RuleSet.UNKNOWN, p));
      default ->
          sized(
              s,
              s.validators(),
              s.parachains(),
              new SessionParameters(p.rules(), odd, 1, odd, 1, odd, 1, 0, OptionalLong.of(odd)));
    };
  }

  private static Session other(Session s) {
    RuleSet rules = s.parameters().rules() == RuleSet.GUIDE ? RuleSet.RUNTIME : RuleSet.GUIDE;
    return sized(s, s.validators(), s.parachains(), ruled(rules, s.parameters()));
  }

  private static SessionParameters ruled(RuleSet rules, SessionParameters p) {
    return new SessionParameters(
        rules,
        p.parathreadCores(),
        p.parathreadRetries(),
        p.groupRotationFrequency(),
        p.chainAvailabilityPeriod(),
        p.threadAvailabilityPeriod(),
        p.schedulingLookahead(),
        p.maxValidatorsPerCore(),
        p.maxValidators());
  }

  private static Session sized(
      Session s, int validators, List<Long> parachains, SessionParameters p) {
    return new Session(s.index(), validators, s.seed(), parachains, s.parathreads(), p);
  }

  private static Block numbered(Block b, long number) {
    return new Block(number, b.frozen(), b.disputed(), b.freed(), b.occupied(), b.session());
  }

  private static Block with(Block b, Session session) {
    return new Block(
        b.number(), b.frozen(), b.disputed(), b.freed(), b.occupied(), Optional.of(session));
  }

  private static Block with(
      Block b, boolean frozen, List<Integer> disputed, List<Freed> freed, List<Integer> occupied) {
    return new Block(b.number(), frozen, disputed, freed, occupied, b.session());
  }
}
