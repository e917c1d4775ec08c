package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.NumberLimits;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.kernel.domain.Why;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.traffic.cores.RelayChain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What is said of a chain between two blocks is true: the engine decides it so, and decides
 * otherwise once exactly the reason is gone. Each clause of each sentence is tried.
 */
class CoresNowTruthTest {
  private static final int SEEDS = 14;
  private static final int EVENTS = 130;
  private static final int ASKED_EVERY = 4;

  private final Map<Integer, Integer> backers = new HashMap<>();
  private final Clauses clauses = new Clauses();
  private CoresState state;
  private ChainTrial trial;
  private Why.Reason reason;
  private Thing thing;
  private int core;

  CoresNowTruthTest() {
    cores();
    holders();
    groups();
    waits();
    scheduled();
    withoutClaims();
  }

  @Test
  void whatIsSaidIsSo() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RelayChain events = RelayChain.hostile(seed);
      WatchedChain chain = new WatchedChain();
      backers.clear();
      for (int i = 1; i <= EVENTS; i++) {
        chain.take(events.next().input(), this::remember);
        if (i % ASKED_EVERY == 0) {
          everything(chain.state());
        }
      }
    }
    corners();
    clauses.allReached();
  }

  /** Where no history leads. */
  private void corners() {
    for (String lines :
        List.of(
            "block 0 session 0 chains 1 validators 4 percore 2",
            "block 0 session 0 chains 1 threads 10 cores 1 validators 0\nclaim 10 a\nblock 1",
            "block 0 session 0 rules RUNTIME threads 10 cores 1 rotation 0\nclaim 10 a",
            "block 0 session 0 rules RUNTIME chains 1 threads 10 cores 1 threadperiod 0"
                + " chainperiod 0\nclaim 10 a\nblock 1 backed 0,1",
            "block 0 session 0 rules RUNTIME threads 10,11 cores 1\nclaim 10 a\nblock 1\nblock 2",
            "block 0 session 0 rules RUNTIME threads 10,11 cores 1 lookahead 1\nclaim 10 a\nblock 1"
                + "\nblock 2\nclaim 11 b",
            "block 0 session 0 threads 10,11,12 cores 2 retries 1\nclaim 10 a\nclaim 11 b\n"
                + "block 1 backed 0\nclaim 12 c",
            "block 0 session 0 threads 10 cores 1\nclaim 10 a\nblock 1 session 1 cores 1",
            "block 0 session 0 threads 10 cores 1\nclaim 10 a\nblock 1 session 1 threads 10 cores 0",
            "block 0 session 0 threads 10,11 cores 2 retries 3\nclaim 10 a\nblock 1\nblock 2\n"
                + "block 3")) {
      WatchedChain chain = new WatchedChain();
      backers.clear();
      lines.lines().forEach(line -> chain.take(WatchedChain.input(line), this::remember));
      everything(chain.state());
    }
  }

  private void remember(CoresState before, List<CoresFact> facts) {
    for (CoresFact fact : facts) {
      if (fact instanceof CoreOccupied f) {
        backers.put(f.core(), before.scheduledOn(f.core()).group());
      }
    }
  }

  private void everything(CoresState now) {
    state = now;
    trial = new ChainTrial(now);
    Set<Long> paras = new TreeSet<>(now.session().parachains().list());
    paras.addAll(now.session().parathreads().list());
    paras.addAll(now.claimIndex().list());
    now.scheduled().forEach(entry -> paras.add(entry.para()));
    now.queue().forEach(claim -> paras.add(claim.para()));
    List<Long> lines = new ArrayList<>();
    for (int i = 0; i < now.cores(); i++) {
      ask("core", i);
      reason.candidates().stream()
          .filter(one -> one.why().startsWith("first in its") || one.why().startsWith("place"))
          .forEach(one -> lines.add(Long.valueOf(one.thing().id())));
    }
    assertThat(lines).as("those that wait").containsAll(waiting());
    paras.forEach(para -> ask("para", para));
    for (int i = 0; i < now.session().groups().count(); i++) {
      ask("group", i);
    }
  }

  private List<Long> waiting() {
    return state.session().groups().count() == 0
        ? List.of()
        : state.queue().stream().map(QueuedClaim::para).toList();
  }

  private void ask(String kind, long id) {
    thing = new Thing(kind, Long.toString(id));
    core = kind.equals("core") ? (int) id : -1;
    Optional<Why.Reason> told = WatchedChain.WHY.now(thing, state, 0);
    reason = told.orElseThrow(() -> new AssertionError(thing));
    clauses.hold(thing + " " + reason.what(), reason.what());
    line();
  }

  private long next() {
    return trial.next();
  }

  private void cores() {
    clauses.of(
        "surplus, so never assigned: parachains take (\\d+) and claims (\\d+) of (\\d+) cores",
        one -> {
          assertThat(one.number(1)).isEqualTo(state.session().parachains().size());
          assertThat(one.number(3)).isEqualTo(state.cores());
          assertThat(trial.given(core)).isNull();
          int cores = (int) one.number(2);
          // So many parathread cores are served, and the next one is not.
          int first = (int) one.number(1);
          assertThat(trial.withParathreadCores(core - first + 1).withClaimFor(core).given(core))
              .isNotNull();
          assertThat(core).isGreaterThanOrEqualTo(first + cores);
        });
    clauses.of(
        "(?:free, as |; |, as )nothing is scheduled without groups",
        _ -> {
          assertThat(ChainTrial.given(trial.quiet())).isEmpty();
          ChainTrial lifted = rotating(trial.withGroups());
          boolean parachain = core < state.session().parachains().size();
          assertThat((parachain ? lifted : lifted.withClaimFor(core)).given(core)).isNotNull();
        });
    clauses.of(
        "free, as no claim waits for it(; those that wait have another core's offset)?",
        one -> {
          assertThat(trial.given(core)).isNull();
          assertThat(rotating(trial.withClaimFor(core)).given(core).para())
              .isEqualTo(ChainTrial.STRANGER);
          assertThat(one.has(1)).isEqualTo(!state.queue().isEmpty());
        });
    clauses.of(
        "block (\\d+) schedules para (\\d+) with group (\\d+)",
        one -> {
          CoreAssignment given = trial.given(core);
          assertThat(one.number(1)).isEqualTo(next());
          assertThat(given.para()).isEqualTo(one.number(2));
          assertThat(given.group()).isEqualTo(one.number(3));
        });
    clauses.of(
        "block (\\d+) leaves it free",
        one -> {
          assertThat(one.number(1)).isEqualTo(next());
          assertThat(trial.given(core)).isNull();
        });
    clauses.of(
        "RUNTIME would abort over block (\\d+): (.*?)(?=; |$)",
        one -> {
          assertThat(one.number(1)).isEqualTo(next());
          assertThat(trial.quiet())
              .singleElement()
              .satisfies(fact -> assertThat(((BlockRefused) fact).detail()).endsWith(one.text(2)));
        });
  }

  /** Where groups do not rotate, that is another reason. */
  private ChainTrial rotating(ChainTrial chain) {
    return state.parameters().groupRotationFrequency() > 0
        ? chain
        : chain.withParathreadCores(state.parameters().parathreadCores());
  }

  private void holders() {
    String holder = "(?:parachain (\\d+)|para (\\d+) with the claim of (.*?))";
    String since = "since block (\\d+), in which group (\\d+) backed it";
    clauses.of(
        "(?:the core is |which is )?occupied by " + holder + " (?=since)",
        one -> holds(state.occupant(core), one));
    clauses.of(
        since,
        one -> {
          assertThat(one.number(1)).isEqualTo(state.occupant(core).since());
          assertThat(one.number(2)).isEqualTo(backers.get(core).longValue());
          assertThat(trial.given(core)).isNull();
        });
    clauses.of(
        "unless available before, it times out in block (\\d+)(?: and returns to the queue, with"
            + " (\\d+) of (\\d+) retr(?:y|ies))?",
        one -> {
          long last = Math.min(one.number(1), NumberLimits.UNSIGNED_32);
          assertThat(trial.isTimeOutDoubted(core, last)).isEqualTo(last < one.number(1));
          for (long block = Math.max(next(), last - 40); block < last; block++) {
            assertThat(trial.isTimeOutDoubted(core, block)).isTrue();
          }
          CoreOccupant occupant = state.occupant(core);
          boolean claim = occupant.collator() != null;
          assertThat(one.has(2))
              .isEqualTo(claim && thing.equals(new Thing("para", "" + occupant.para())));
          if (one.has(2)) {
            assertThat(timedOut().retries()).isEqualTo((int) one.number(2));
            assertThat(state.parameters().parathreadRetries()).isEqualTo(one.number(3));
          }
        });
    clauses.of(
        "it never times out, as its availability period is 0",
        _ -> {
          for (long block = next(); block < next() + 50; block++) {
            assertThat(trial.isTimeOutDoubted(core, block)).isTrue();
          }
        });
    String nobody = "(?:para (\\d+)|nobody)";
    clauses.of(
        "next up on available: "
            + nobody
            + ", on time-out: "
            + nobody
            + "( again, unless the cursor sends it to another core)?",
        one -> {
          assertThat(one.numbers(1)).isEqualTo(para(trial.givenIfFreed(core)));
          boolean itself = !one.has(1) && state.occupant(core).collator() != null;
          assertThat(one.has(3)).isEqualTo(itself);
          assertThat(one.numbers(2))
              .isEqualTo(itself ? List.of(state.occupant(core).para()) : one.numbers(1));
        });
    clauses.of(
        "(?:the core is |which is )?scheduled for "
            + holder
            + ", but group (\\d+) has not backed it up to block (\\d+)",
        one -> {
          CoreAssignment entry = state.scheduledOn(core);
          assertThat(one.number(one.has(1) ? 1 : 2)).isEqualTo(entry.para());
          assertThat(one.text(3)).isEqualTo(entry.collator());
          assertThat(one.number(4)).isEqualTo(entry.group());
          assertThat(one.number(5)).isEqualTo(state.block());
        });
    clauses.of("^free(?=; )|the core is free|which is free", _ -> isFree(core));
  }

  private static void holds(CoreOccupant occupant, Clauses.Match one) {
    assertThat(one.number(one.has(1) ? 1 : 2)).isEqualTo(occupant.para());
    assertThat(one.text(3)).isEqualTo(occupant.collator());
  }

  private void isFree(int which) {
    assertThat(state.occupant(which)).isNull();
    assertThat(state.scheduledOn(which)).isNull();
  }

  private QueuedClaim timedOut() {
    var block = ChainTrial.block(next(), ChainTrial.freed(core, Freeing.TIMED_OUT), List.of());
    return trial.decide(block).stream()
        .filter(
            fact -> fact instanceof ClaimReturned back && back.reason() == CoresReason.TIMED_OUT)
        .map(fact -> ((ClaimReturned) fact).claim())
        .findFirst()
        .orElseThrow();
  }

  private static List<Long> para(CoreAssignment given) {
    return given == null ? List.of() : List.of(given.para());
  }

  private void groups() {
    clauses.of(
        "session (-?\\d+) has no groups",
        one -> {
          assertThat(one.number(1)).isEqualTo(state.session().index());
          assertThat(ChainTrial.given(trial.quiet())).isEmpty();
        });
    clauses.of(
        "RUNTIME aborts over the look-up of its group, as groupRotationFrequency is 0"
            + "|the group has \\d+ validators and no core, as groupRotationFrequency is 0: RUNTIME"
            + " aborts over the look-up",
        _ -> assertThat(state.parameters().groupRotationFrequency()).isZero());
    clauses.of(
        "group (\\d+) backs the core in blocks (\\d+) to (\\d+), group (\\d+) after that",
        one -> {
          if (core - state.session().parachains().size() < state.parameters().parathreadCores()) {
            turn(core, (int) one.number(1), core, (int) one.number(4), one);
          }
        });
    clauses.of(
        "the group has (\\d+) validators and backs core (\\d+) in blocks (\\d+) to (\\d+), core"
            + " (\\d+) after that: groups rotate every (\\d+) blocks? from block (\\d+) on",
        one -> {
          int group = Integer.parseInt(thing.id());
          assertThat(state.session().groups().lists().get(group)).hasSize((int) one.number(1));
          assertThat(one.number(4) - one.number(3) + 1).isEqualTo(one.number(6));
          assertThat(one.number(7)).isEqualTo(state.session().startBlock());
          turn((int) one.number(2), group, (int) one.number(5), group, one.from(1));
          candidates(one.number(3));
        });
  }

  /** In the first and last block of a rotation, and right behind it. */
  private void turn(int was, int group, int is, int after, Clauses.Match one) {
    for (long block : List.of(one.number(2), one.number(3))) {
      assertThat(trial.group(was, block)).isIn(group, -1);
    }
    assertThat(trial.group(is, one.number(3) + 1)).isIn(after, -1);
    assertThat(Math.max(next() - 1, state.session().startBlock()))
        .isBetween(one.number(2), one.number(3));
    if (one.number(2) > state.session().startBlock() && state.session().groups().count() > 1) {
      assertThat(trial.group(was, one.number(2) - 1)).isNotEqualTo(group);
    }
  }

  /** Each core's group. */
  private void candidates(long block) {
    for (Candidate one : reason.candidates()) {
      int which = Integer.parseInt(one.thing().id());
      int group = trial.group(which, block);
      assertThat(one.why()).startsWith("has group " + (group < 0 ? "" : group + " of "));
      assertThat(one.chosen()).isEqualTo(one.why().startsWith("has group " + thing.id() + " "));
      long rotations =
          (block - state.session().startBlock()) / state.parameters().groupRotationFrequency();
      assertThat(one.why())
          .endsWith(
              " of "
                  + state.session().groups().count()
                  + " after "
                  + rotations
                  + (rotations == 1 ? " rotation" : " rotations"));
    }
  }

  private void waits() {
    clauses.of(
        "waits for core (\\d+), as its offset is (\\d+); place (\\d+) of (\\d+) in its line"
            + "(?:, behind para (\\d+))?",
        one -> {
          core = (int) one.number(1);
          assertThat(core - one.number(2)).isEqualTo(state.session().parachains().size());
          List<Long> line =
              state.queue().stream()
                  .filter(claim -> claim.offset() == one.number(2))
                  .map(QueuedClaim::para)
                  .toList();
          assertThat(one.number(4)).isEqualTo(line.size());
          int place = (int) one.number(3);
          assertThat(line.get(place - 1)).isEqualTo(Long.valueOf(thing.id()));
          assertThat(one.has(5)).isEqualTo(place > 1);
          if (one.has(5)) {
            assertThat(one.number(5)).isEqualTo(line.get(place - 2));
          }
        });
    clauses.of(
        "the claim is scheduled in block (\\d+) at the earliest, if the core is available in each"
            + " block",
        one -> {
          assertThat(trial.earliest(Long.parseLong(thing.id()), 1000)).isEqualTo(one.number(1));
          assertThat(ChainTrial.given(trial.quiet()))
              .noneMatch(given -> given.para() == Long.parseLong(thing.id()));
        });
  }

  private void scheduled() {
    clauses.of(
        "occupies core (\\d+) (?=since)|parachain of core (\\d+), ?",
        one -> {
          core = (int) one.number(one.has(1) ? 1 : 2);
          long para = Long.parseLong(thing.id());
          assertThat(
                  one.has(1)
                      ? state.occupant(core).para()
                      : trial.served(core, 1).isEmpty() ? para : trial.served(core, 1).get(0))
              .isEqualTo(para);
        });
    clauses.of(
        "scheduled on core (\\d+), but group (\\d+) has not backed it up to block (\\d+)",
        one -> {
          core = (int) one.number(1);
          CoreAssignment entry = state.scheduledOn(core);
          assertThat(Long.toString(entry.para())).isEqualTo(thing.id());
          assertThat(one.number(2)).isEqualTo(entry.group());
          assertThat(one.number(3)).isEqualTo(state.block());
        });
    clauses.of(
        "block (\\d+) returns it to the queue, to core (\\d+), with (\\d+) of (\\d+) retr(?:y|ies)",
        one -> {
          assertThat(one.number(1)).isEqualTo(next());
          ClaimReturned back = (ClaimReturned) left(trial);
          assertThat(back.claim().retries()).isEqualTo((int) one.number(3));
          assertThat(state.session().parachains().size() + back.claim().offset())
              .isEqualTo((int) one.number(2));
          assertThat(state.parameters().parathreadRetries()).isEqualTo(one.number(4));
          assertThat(left(trial.withRetries(one.number(3) - 1))).isInstanceOf(ClaimDropped.class);
        });
    clauses.of(
        "block (\\d+) drops it as (\\w+), after (\\d+) of (\\d+) retr(?:y|ies)",
        one -> {
          assertThat(one.number(1)).isEqualTo(next());
          ClaimDropped gone = (ClaimDropped) left(trial);
          assertThat(gone.retries()).isEqualTo((int) one.number(3));
          assertThat(state.parameters().parathreadRetries()).isEqualTo(one.number(4));
          assertThat(left(lifted(one.text(2), gone))).isInstanceOf(ClaimReturned.class);
        });
    clauses.of(
        "block (\\d+) withdraws it",
        one -> {
          assertThat(one.number(1)).isEqualTo(next());
          assertThat(state.scheduledOn(core).collator()).isNull();
        });
    clauses.of(
        " and schedules it on core (\\d+) with group (\\d+)",
        one -> {
          CoreAssignment given = trial.given((int) one.number(1));
          assertThat(Long.toString(given.para())).isEqualTo(thing.id());
          assertThat(given.group()).isEqualTo(one.number(2));
        });
  }

  /** The chain without what drops a claim. The other reasons are met, so that no other counts. */
  private ChainTrial lifted(String why, ClaimDropped gone) {
    ChainTrial registered = trial.withParathread(gone.para());
    return switch (why) {
      case "DEREGISTERED" -> registered.withRetries(gone.retries() + 1);
      case "RETRIES_EXHAUSTED" -> trial.withRetries(gone.retries() + 1);
      default -> registered.withParathreadCores(1).withRetries(gone.retries() + 1);
    };
  }

  /** What clear does to the claim on the core. */
  private CoresFact left(ChainTrial chain) {
    return chain.quiet().stream()
        .filter(
            fact ->
                (fact instanceof ClaimReturned back && back.core() == core)
                    || (fact instanceof ClaimDropped gone && gone.core().equals(Optional.of(core))))
        .findFirst()
        .orElseThrow();
  }

  private void withoutClaims() {
    clauses.of(
        "a parathread without a claim; one would be queued now, for core (\\d+)",
        one -> {
          ClaimQueued queued = (ClaimQueued) claimed(trial);
          assertThat(state.session().parachains().size() + queued.claim().offset())
              .isEqualTo((int) one.number(1));
          ChainTrial working = rotating(trial.where(queued).withGroups());
          assertThat(working.served((int) one.number(1), 1000)).contains(Long.valueOf(thing.id()));
        });
    clauses.of(
        "(?:a parathread )?without a claim; one would be refused now: (.*?)(?=; RUNTIME|$)",
        one -> {
          ClaimRefused refused = (ClaimRefused) claimed(trial);
          assertThat(one.text(1)).isEqualTo(refused.detail());
          assertThat(refused.reason()).isIn(CoresReason.QUEUE_FULL, CoresReason.NOT_A_PARATHREAD);
          if (refused.reason() == CoresReason.QUEUE_FULL
              && state.parameters().parathreadCores() > 0
              && !state.claimIndex().contains(Long.parseLong(thing.id()))) {
            SessionParameters p = state.parameters();
            assertThat(claimed(trial.withParathreadCores(p.parathreadCores())))
                .isInstanceOf(ClaimQueued.class);
          }
        });
    clauses.of(
        "(?:without a claim, but |; )RUNTIME keeps a dropped one in the claim index: no new one is"
            + " taken until a session has no parathread cores or other rules",
        _ -> {
          if (!state.isParathread(Long.parseLong(thing.id()))) {
            return;
          }
          assertThat(claimed(trial)).isInstanceOf(ClaimRefused.class);
          assertThat(claimed(trial.afterSession(RuleSet.RUNTIME, 1)))
              .isInstanceOf(ClaimRefused.class);
          assertThat(claimed(trial.afterSession(RuleSet.GUIDE, 1))).isInstanceOf(ClaimQueued.class);
          ChainTrial emptied =
              trial.afterSession(RuleSet.RUNTIME, 0).afterSession(RuleSet.RUNTIME, 1);
          assertThat(claimed(emptied)).isInstanceOf(ClaimQueued.class);
        });
  }

  private CoresFact claimed(ChainTrial chain) {
    return chain.decide(new Claim(Long.parseLong(thing.id()), "y")).get(0);
  }

  /** The candidates for a core, in the order in which the engine gives it to them. */
  private void line() {
    List<Long> told = new ArrayList<>();
    for (Candidate one : reason.candidates()) {
      long id = Long.parseLong(one.thing().id());
      if (one.thing().kind().equals("core")) {
        if (!thing.kind().equals("group")) {
          otherCore(one, (int) id);
        }
      } else if (one.why().startsWith("has offset")) {
        elsewhere(one, id);
      } else if (one.why().startsWith("holds the core since block ")) {
        assertThat(one.chosen()).isTrue();
        assertThat(id).isEqualTo(state.occupant(core).para());
        assertThat(one.why()).endsWith(" " + state.occupant(core).since());
      } else {
        told.add(id);
        inLine(one, told);
      }
    }
    if (told.isEmpty()) {
      return;
    }
    List<Long> served = trial.where(free(core)).served(core, told.size());
    if (!served.isEmpty()) {
      assertThat(told).as("the line of core %s: %s", core, reason).isEqualTo(served);
    }
  }

  private void inLine(Candidate one, List<Long> told) {
    boolean now = one.chosen();
    assertThat(para(trial.given(core)).contains(Long.valueOf(one.thing().id()))).isEqualTo(now);
    if (told.size() > 1) {
      assertThat(one.why())
          .isEqualTo(
              "place " + told.size() + " in its line, behind para " + told.get(told.size() - 2));
    } else if (now) {
      assertThat(one.why()).isEqualTo("first in its line: block " + next() + " schedules it");
    } else if (state.occupant(core) != null) {
      assertThat(one.why()).isEqualTo("first in its line: next when the core is freed");
      assertThat(trial.givenIfFreed(core).para()).isEqualTo(told.get(0));
    } else {
      assertThat(one.why()).startsWith("first in its line, but ");
    }
  }

  /** A claim with another offset: with the core's own, the core is its. */
  private void elsewhere(Candidate one, long para) {
    QueuedClaim claim = state.waiting(para).orElseThrow();
    int own = state.session().parachains().size() + claim.offset();
    assertThat(one.chosen()).isFalse();
    assertThat(one.why())
        .isEqualTo("has offset " + claim.offset() + ", so it waits for core " + own);
    assertThat(trial.given(core)).isNull();
    assertThat(rotating(moved(claim, core)).given(core).para()).isEqualTo(para);
  }

  private ChainTrial moved(QueuedClaim claim, int to) {
    int offset = to - state.session().parachains().size();
    return trial.where(new QueueSettled(List.of(claim.at(offset)), 0));
  }

  private void otherCore(Candidate one, int which) {
    QueuedClaim claim = state.waiting(Long.parseLong(thing.id())).orElseThrow();
    assertThat(one.chosen()).isEqualTo(which == core);
    if (one.chosen()) {
      assertThat(one.why()).isEqualTo("the claim has its offset, " + claim.offset());
      return;
    }
    int offset = which - state.session().parachains().size();
    assertThat(one.why())
        .isEqualTo(
            (state.occupant(which) == null ? "not occupied" : "occupied")
                + ", but only for claims with offset "
                + offset);
    assertThat(para(trial.givenIfFreed(which))).doesNotContain(claim.para());
    if (!ChainTrial.given(trial.withGroups().quiet()).isEmpty()) {
      assertThat(moved(claim, which).where(free(which)).served(which, 1))
          .isIn(List.of(claim.para()), List.of());
    }
  }

  private static CoresFact free(int which) {
    return new CoreFreed(which, CoresReason.AVAILABLE);
  }
}
