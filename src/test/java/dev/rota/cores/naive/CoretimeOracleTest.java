package dev.rota.cores.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreShare;
import dev.rota.cores.model.CoreShare.Use;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.CoreShown;
import dev.rota.cores.model.CoresFact.OrderDropped;
import dev.rota.cores.model.CoresFact.OrderQueued;
import dev.rota.cores.model.CoresFact.OrderReturned;
import dev.rota.cores.model.CoresFact.SharesRefused;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresInput.Shares;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoretimeBook.Served;
import dev.rota.cores.model.CoretimeTerms;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.SpotTraffic;
import dev.rota.cores.naive.NaiveCoretime.Turn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The engine by coretime beside naive rules: after each of 100,000 inputs both say the same. Now
 * and then a chain is opened anew from its rows, and sessions of other rules come between.
 */
class CoretimeOracleTest {
  private static final int SEEDS = 1_000;
  private static final int STEPS = 100;
  private static final int CORES_MAX = 6;
  private static final int PARAS = 5;
  private static final List<Use> USES = List.of(Use.IDLE, Use.POOL, Use.TASK);
  private static final BigInteger FEE = BigInteger.valueOf(1_000);

  private final Map<String, Integer> seen = new TreeMap<>();

  @Test
  void theEngineAgreesWithTheNaiveRulesAfterEveryInput() {
    for (long seed = 0; seed < SEEDS; seed++) {
      new History(seed).run();
    }
    assertThat(seen)
        .containsOnlyKeys(
            "ASSIGNMENTS_EMPTY",
            "DISALLOWED_INSERT",
            "DROPPED NO_PARATHREAD_CORES",
            "DROPPED NO_SUCH_CORE",
            "DROPPED RETRIES_EXHAUSTED",
            "DROPPED SESSION_CHANGE",
            "DROPPED TIMED_OUT",
            "NOT_BY_CORETIME",
            "OUT_OF_RANGE",
            "QUEUE_FULL",
            "SPOT_PRICE_HIGHER_THAN_MAX",
            "ahead",
            "assigned",
            "frozen",
            "hole",
            "late",
            "order",
            "order shown",
            "other rules",
            "price moved",
            "rebuilt",
            "returned",
            "shown",
            "whole",
            "without cores");
    assertThat(seen.values()).allSatisfy(times -> assertThat(times).isGreaterThan(SEEDS / 20));
  }

  private void saw(String what) {
    seen.merge(what, 1, Integer::sum);
  }

  /** One chain. */
  private final class History {
    private final Random random;
    private final Chain chain = new Chain();
    private final NaiveCoretime naive = new NaiveCoretime();
    private final Set<Integer> busy = new TreeSet<>();
    private SessionParameters parameters;
    private int count;
    private long block;

    History(long seed) {
      random = new Random(seed);
    }

    private CoresState state() {
      return chain.state();
    }

    void run() {
      parameters = null;
      block = random.nextInt(3);
      Session first = session(true);
      chain.take(new Block(block, false, List.of(), List.of(), List.of(), Optional.of(first)));
      begin(first);
      for (int i = 0; i < STEPS; i++) {
        switch (random.nextInt(4)) {
          case 0 -> assign();
          case 1 -> order();
          default -> block();
        }
        agree();
        chain.checkInvariants();
        if (random.nextInt(12) == 0) {
          chain.rebuild();
          saw("rebuilt");
        }
      }
    }

    private Session session(boolean isByCoretime) {
      int cores = random.nextInt(CORES_MAX);
      int validators = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(9);
      SpotTraffic.Terms price =
          new SpotTraffic.Terms(
              random.nextInt(12), random.nextInt(1_000_000_001), random.nextInt(1_000_000_001));
      int perCore = random.nextInt(3);
      SessionParameters some =
          new SessionParameters(
              isByCoretime ? RuleSet.CORETIME : RuleSet.GUIDE,
              isByCoretime ? 0 : 2,
              1,
              1 + random.nextInt(4),
              1 + random.nextInt(3),
              1,
              random.nextInt(5),
              perCore,
              OptionalLong.empty());
      return new Session(
          random.nextInt(9),
          validators,
          Optional.empty(),
          List.of(0L),
          List.of(1L, 2L),
          isByCoretime ? some.with(new CoretimeTerms(cores, FEE, price)) : some);
    }

    /** (K1) The session is in force. */
    private void begin(Session session) {
      parameters = session.parameters();
      busy.clear();
      count = 0;
      if (isByCoretime() && session.validators() > 0) {
        count = (int) parameters.coretime().orElseThrow().cores();
        if (parameters.maxValidatorsPerCore() > 0) {
          count = Math.max(count, session.validators() / (int) parameters.maxValidatorsPerCore());
        }
      }
    }

    private boolean isByCoretime() {
      return parameters.rules() == RuleSet.CORETIME;
    }

    private void assign() {
      int core = random.nextInt(CORES_MAX);
      long begin = Math.max(0, block + random.nextInt(12) - 2);
      OptionalLong end =
          random.nextBoolean()
              ? OptionalLong.empty()
              : OptionalLong.of(Math.max(0, begin + random.nextInt(14) - 3));
      List<CoreShare> shares = shares();
      boolean isOdd = shares.stream().anyMatch(share -> share.parts() == 0);
      String refused =
          !isByCoretime()
              ? "NOT_BY_CORETIME"
              : isOdd
                  ? "OUT_OF_RANGE"
                  : naive.assign(core, begin, shares, end.isPresent() ? end.getAsLong() : null);
      CoresFact fact = chain.take(new Shares(core, begin, shares, end)).getFirst();
      assertThat(fact instanceof SharesRefused no ? no.reason().name() : null).isEqualTo(refused);
      saw(refused == null ? "assigned" : refused);
    }

    private List<CoreShare> shares() {
      List<CoreShare> shares = new ArrayList<>();
      int left = CoreShare.WHOLE;
      int size = random.nextInt(5);
      for (int i = 0; i < size && left > 0; i++) {
        int parts = random.nextInt(4) == 0 ? left : random.nextInt(CoreShare.WHOLE);
        parts = random.nextInt(90) == 0 ? 0 : Math.max(1, parts);
        Use use = USES.get(random.nextInt(USES.size()));
        shares.add(new CoreShare(use, use == Use.TASK ? random.nextInt(PARAS) : 0, parts));
        left -= parts;
      }
      return shares;
    }

    private void order() {
      long para = random.nextInt(40) == 0 ? -1 : random.nextInt(PARAS);
      String collator = "c" + random.nextInt(3);
      Optional<BigInteger> most =
          random.nextBoolean()
              ? Optional.empty()
              : Optional.of(BigInteger.valueOf(900 + random.nextInt(4_000)));
      String refused = isByCoretime() ? ordered(para, collator, most) : null;
      CoresFact fact = chain.take(new Claim(para, collator, most)).getLast();
      if (!isByCoretime()) {
        return;
      }
      String told =
          switch (fact) {
            case ClaimRefused no -> no.reason().name();
            case OrderQueued queued -> {
              assertThat(queued.price()).isEqualTo(price());
              yield null;
            }
            default -> throw new AssertionError(fact);
          };
      assertThat(told).isEqualTo(refused);
      saw(refused == null ? "order" : refused);
    }

    private BigInteger price() {
      return naive
          .traffic
          .multiply(new BigDecimal(FEE))
          .setScale(0, RoundingMode.DOWN)
          .toBigInteger();
    }

    /** (K6) Returns why it is refused, or null. */
    private String ordered(long para, String collator, Optional<BigInteger> most) {
      move();
      if (para < 0) {
        return "OUT_OF_RANGE";
      }
      if (most.isPresent() && price().compareTo(most.get()) > 0) {
        return "SPOT_PRICE_HIGHER_THAN_MAX";
      }
      if (naive.queue.size() >= parameters.coretime().orElseThrow().price().queueMax()) {
        return "QUEUE_FULL";
      }
      naive.queue.add(new NaiveCoretime.Order(para, collator, block));
      return null;
    }

    private void move() {
      SpotTraffic.Terms terms = parameters.coretime().orElseThrow().price();
      BigDecimal before = naive.traffic;
      naive.move(terms.queueMax(), terms.target(), terms.variability());
      if (naive.traffic.compareTo(before) != 0) {
        saw("price moved");
      }
    }

    private void block() {
      block += random.nextInt(5) == 0 ? 1 + random.nextInt(4) : 1;
      boolean isFrozen = random.nextInt(20) == 0;
      Optional<Session> session =
          random.nextInt(15) == 0 ? Optional.of(session(random.nextInt(4) > 0)) : Optional.empty();
      List<Freed> freed = new ArrayList<>();
      for (int core : busy) {
        if (random.nextInt(3) == 0) {
          freed.add(new Freed(core, random.nextBoolean() ? Freeing.CONCLUDED : Freeing.TIMED_OUT));
        }
      }
      boolean wasByCoretime = isByCoretime();
      Map<Integer, Turn> shown = new HashMap<>();
      if (wasByCoretime) {
        move();
        if (!isFrozen) {
          freed.forEach(one -> busy.remove(one.core()));
          shown.putAll(naive.block(block, count, busy));
        }
      }
      List<Integer> backed =
          new TreeSet<>(shown.keySet()).stream().filter(_ -> random.nextInt(3) == 0).toList();
      List<CoresFact> facts =
          chain.take(new Block(block, isFrozen, List.of(), freed, backed, session));
      facts.forEach(this::told);
      if (wasByCoretime && !isFrozen) {
        assertThat(shown(facts)).isEqualTo(shown);
        busy.addAll(backed);
      }
      saw(!wasByCoretime ? "other rules" : isFrozen ? "frozen" : "shown");
      session.ifPresent(this::begin);
      if (!isByCoretime()) {
        naive.queue.clear();
      } else if (count == 0) {
        saw("without cores");
      }
    }

    private void told(CoresFact fact) {
      switch (fact) {
        case CoreShown shown when shown.isAhead() -> saw("ahead");
        case CoreShown shown when shown.isOrder() -> saw("order shown");
        case OrderReturned _ -> saw("returned");
        case OrderDropped dropped -> saw("DROPPED " + dropped.reason());
        case ClaimDropped dropped -> saw("DROPPED " + dropped.reason());
        default -> {}
      }
    }

    private Map<Integer, Turn> shown(List<CoresFact> facts) {
      Map<Integer, Turn> shown = new HashMap<>();
      for (CoresFact fact : facts) {
        if (fact instanceof CoreShown(CoreAssignment one, _, _)) {
          shown.put(one.core(), new Turn(one.para(), one.collator()));
          long rotations =
              (block - state().session().startBlock()) / parameters.groupRotationFrequency();
          if (state().session().hasBegun(block)) {
            assertThat(one.group()).isEqualTo((int) ((one.core() + rotations) % count));
          }
        }
      }
      return shown;
    }

    private void agree() {
      assertThat(new BigDecimal(state().coretime().traffic().parts(), 18))
          .isEqualByComparingTo(naive.traffic);
      assertThat(state().coretime().orders().orders())
          .extracting(order -> order.para() + " " + order.collator() + " " + order.block())
          .isEqualTo(
              naive.queue.stream()
                  .map(order -> order.para + " " + order.collator + " " + order.block)
                  .toList());
      if (isByCoretime()) {
        int lookahead = (int) parameters.schedulingLookahead();
        Map<Integer, List<Turn>> lines = new TreeMap<>();
        state().claimQueue().forEach((core, line) -> lines.put(core, turns(core, line)));
        assertThat(lines).isEqualTo(naive.claimQueue(block + 1, lookahead, count));
      }
    }

    private List<Turn> turns(int core, List<Served> line) {
      saw(line.size() < parameters.schedulingLookahead() ? "hole" : "whole");
      if (state().coretime().copy().advance(block + 1).get(core) == null) {
        saw("late");
      }
      return line.stream().map(one -> new Turn(one.para(), one.collator())).toList();
    }
  }
}
