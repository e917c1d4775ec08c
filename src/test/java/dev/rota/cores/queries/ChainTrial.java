package dev.rota.cores.queries;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.Given;
import dev.rota.cores.model.ParaSet;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.model.ValidatorGroups;
import dev.rota.cores.rules.CoresEngine;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A copy of a chain on which the engine decides what is asked: if this were so, what then? */
final class ChainTrial {
  /** A para that no history names. */
  static final long STRANGER = 4_000_000_000L;

  private final CoresState state;

  ChainTrial(CoresState state) {
    this.state = state.copy();
  }

  /** The same chain, where something else is so. */
  ChainTrial where(Consumer<CoresState> change) {
    ChainTrial other = new ChainTrial(state);
    change.accept(other.state);
    return other;
  }

  ChainTrial where(CoresFact fact) {
    return where(fact::applyTo);
  }

  ChainTrial withBlock(long number) {
    return where(new BlockBegan(number));
  }

  /** With a claim of a stranger for a core. */
  ChainTrial withClaimFor(int core) {
    int offset = core - state.session().parachains().size();
    return where(new ClaimQueued(new QueuedClaim(state.nextTicket(), STRANGER, "x", 0, offset), 0));
  }

  ChainTrial withGroups() {
    ActiveSession s = state.session();
    ValidatorGroups groups = new ValidatorGroups(s.cores(), Optional.empty(), s.cores(), s.cores());
    return where(
        new SessionStarted(
            new ActiveSession(
                s.index(),
                s.startBlock(),
                s.cores(),
                s.parameters(),
                s.parachains(),
                s.parathreads(),
                groups)));
  }

  ChainTrial withParathread(long para) {
    ActiveSession s = state.session();
    List<Long> more = new ArrayList<>(s.parathreads().list());
    more.add(para);
    return where(
        new SessionStarted(
            new ActiveSession(
                s.index(),
                s.startBlock(),
                s.cores(),
                s.parameters(),
                s.parachains(),
                ParaSet.of(more),
                s.groups())));
  }

  ChainTrial withRetries(long retries) {
    SessionParameters p = state.parameters();
    return where(copy -> Given.parameters(copy, with(p, p.rules(), p.parathreadCores(), retries)));
  }

  ChainTrial withParathreadCores(long cores) {
    SessionParameters p = state.parameters();
    return where(copy -> Given.parameters(copy, with(p, p.rules(), cores, p.parathreadRetries())));
  }

  /** After a block that changes the session's rules and cores for parathreads, and nothing else. */
  ChainTrial afterSession(RuleSet rules, long cores) {
    ActiveSession s = state.session();
    SessionParameters p = with(s.parameters(), rules, cores, s.parameters().parathreadRetries());
    Session next =
        new Session(
            s.index() + 1,
            Math.max(1, s.groups().active()),
            Optional.empty(),
            s.parachains().list(),
            s.parathreads().list(),
            p);
    Block block = new Block(next(), true, List.of(), List.of(), List.of(), Optional.of(next));
    return where(copy -> take(copy, block));
  }

  /** Lets a queue of any size be, and zeroes that RUNTIME allows do no harm. */
  static SessionParameters with(SessionParameters p, RuleSet rules, long cores, long retries) {
    return new SessionParameters(
        rules,
        cores,
        retries,
        Math.max(1, p.groupRotationFrequency()),
        Math.max(1, p.chainAvailabilityPeriod()),
        Math.max(1, p.threadAvailabilityPeriod()),
        p.schedulingLookahead() + 1000,
        0,
        p.maxValidators());
  }

  /** The number of the next block. */
  long next() {
    return Math.max(0, state.block()) + 1;
  }

  List<CoresFact> decide(CoresInput input) {
    return take(state.copy(), input);
  }

  private static List<CoresFact> take(CoresState copy, CoresInput input) {
    return new Stepper<>(new CoresEngine(), copy).take(new Turn<>("chain", 1, 1, input));
  }

  static Block block(long number, List<Freed> freed, List<Integer> backed) {
    return new Block(number, false, List.of(), freed, backed, Optional.empty());
  }

  /** What the next block decides if it says nothing. */
  List<CoresFact> quiet() {
    return decide(block(next(), List.of(), List.of()));
  }

  /** What the next block gives to a core, or null. */
  CoreAssignment given(int core) {
    return given(quiet(), core);
  }

  /** The same, if the core is freed before. */
  CoreAssignment givenIfFreed(int core) {
    return given(decide(block(next(), freed(core, Freeing.CONCLUDED), List.of())), core);
  }

  static List<Freed> freed(int core, Freeing how) {
    return List.of(new Freed(core, how));
  }

  static CoreAssignment given(List<CoresFact> facts, int core) {
    return given(facts).stream().filter(one -> one.core() == core).findFirst().orElse(null);
  }

  static List<CoreAssignment> given(List<CoresFact> facts) {
    List<CoreAssignment> given = new ArrayList<>();
    for (CoresFact fact : facts) {
      if (fact instanceof ParachainScheduled f) {
        given.add(f.assignment());
      } else if (fact instanceof ClaimScheduled f) {
        given.add(f.assignment());
      }
    }
    return given;
  }

  /** The paras that get a core in turn, if it is backed and available in each block. */
  List<Long> served(int core, int most) {
    CoresState copy = state.copy();
    List<Long> served = new ArrayList<>();
    while (served.size() < most) {
      List<Freed> freed = copy.occupant(core) == null ? List.of() : freed(core, Freeing.CONCLUDED);
      long number = new ChainTrial(copy).next();
      CoreAssignment given = given(take(copy, block(number, freed, List.of(core))), core);
      if (given == null) {
        return served;
      }
      served.add(given.para());
    }
    return served;
  }

  /** The first block that schedules a para if each core is backed and available in each block. */
  long earliest(long para, int most) {
    CoresState copy = state.copy();
    for (int i = 0; i < most; i++) {
      List<Freed> freed = new ArrayList<>();
      for (int core = 0; core < copy.cores(); core++) {
        if (copy.occupant(core) != null) {
          freed.add(new Freed(core, Freeing.CONCLUDED));
        }
      }
      ChainTrial before = new ChainTrial(copy);
      long number = before.next();
      List<CoreAssignment> given = given(before.decide(block(number, freed, List.of())));
      if (given.stream().anyMatch(one -> one.para() == para)) {
        return number;
      }
      take(copy, block(number, freed, given.stream().map(CoreAssignment::core).toList()));
    }
    return -1;
  }

  /** The group that the engine gives a core in a block; -1 if it gives none. */
  int group(int core, long block) {
    ChainTrial idle = where(new SessionStarted(state.session()));
    boolean parachain = core < state.session().parachains().size();
    CoreAssignment given =
        (parachain ? idle : idle.withClaimFor(core)).withBlock(block - 1).given(core);
    return given == null ? -1 : given.group();
  }

  /** Whether a block that says that a core's candidate timed out is contradicted. */
  boolean isTimeOutDoubted(int core, long block) {
    return decide(block(block, freed(core, Freeing.TIMED_OUT), List.of())).stream()
        .anyMatch(
            fact -> fact instanceof DiscrepancyFound f && f.reason() == CoresReason.NOT_TIMED_OUT);
  }
}
