package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.IndexSettled;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.Given;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.rules.BlockRoutines;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What is said of a step is true: its facts are so, and the engine decides otherwise once exactly
 * the reason is gone. Each clause of each sentence is tried.
 */
class CoresDecidedTruthTest {
  private static final int SEEDS = 14;
  private static final int EVENTS = 130;

  private final Map<Integer, Integer> backers = new HashMap<>();
  private final Clauses clauses = new Clauses();
  private CoresState before;
  private ChainTrial trial;
  private List<CoresFact> facts;
  private Thing thing;
  private Why.Reason reason;

  CoresDecidedTruthTest() {
    ends();
    claims();
    drops();
    schedules();
    rotations();
    sessions();
    settles();
    announcements();
  }

  @Test
  void whatIsSaidIsSo() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      RelayChain events = RelayChain.hostile(seed);
      WatchedChain chain = new WatchedChain();
      backers.clear();
      for (int i = 1; i <= EVENTS; i++) {
        chain.take(events.next().input(), this::everything);
      }
    }
    corners();
    clauses.allReached();
  }

  /** Where no history leads. */
  private void corners() {
    for (String lines :
        List.of(
            "block 0 session 0 chains 1 validators 4 percore 2\nblock 1 session 1 validators 1",
            "block 0 session 0 threads 10,11 cores 1 retries 5\nclaim 10 a\nclaim 11 b\nblock 1"
                + "\nblock 2 session 1 threads 10,11 cores 0\nblock 3",
            "block 0 session 0 rules RUNTIME threads 10 cores 1\nclaim 10 a\nblock 1\nblock 2"
                + "\nblock 3 session 1 threads 10 cores 1",
            "block 0 session 0 rules RUNTIME threads 10 cores 1\nclaim 10 a\nblock 1\nblock 2"
                + "\nblock 3 session 1 rules RUNTIME threads 10 cores 0")) {
      WatchedChain chain = new WatchedChain();
      backers.clear();
      lines.lines().forEach(line -> chain.take(WatchedChain.input(line), this::everything));
    }
  }

  private void everything(CoresState read, List<CoresFact> decided) {
    before = read;
    trial = new ChainTrial(read);
    facts = decided;
    int cores = read.cores() + 2;
    for (int i = 0; i < cores; i++) {
      ask("core", i);
      ask("group", i);
    }
    paras().forEach(para -> ask("para", para));
    for (CoresFact fact : decided) {
      if (fact instanceof CoreOccupied f) {
        backers.put(f.core(), read.scheduledOn(f.core()).group());
      }
    }
  }

  private Set<Long> paras() {
    Set<Long> paras = new TreeSet<>(before.session().parachains().list());
    paras.addAll(before.session().parathreads().list());
    paras.addAll(before.claimIndex().list());
    before.queue().forEach(claim -> paras.add(claim.para()));
    before.scheduled().forEach(entry -> paras.add(entry.para()));
    return paras;
  }

  private void ask(String kind, long id) {
    thing = new Thing(kind, Long.toString(id));
    for (Why.Reason one : WatchedChain.WHY.decided(thing, before, facts)) {
      reason = one;
      clauses.hold(thing + " " + one.what(), one.what());
    }
  }

  private long id() {
    return Long.parseLong(thing.id());
  }

  private <F> F fact(Class<F> type, Predicate<F> which) {
    return facts.stream()
        .filter(type::isInstance)
        .map(type::cast)
        .filter(which)
        .findFirst()
        .orElseThrow();
  }

  private CoreAssignment given(int core) {
    return ChainTrial.given(facts, core);
  }

  private int coreOf(QueuedClaim claim) {
    return before.session().parachains().size() + claim.offset();
  }

  private void ends() {
    clauses.of(
        "the candidate of para (\\d+) on core (\\d+), which group (\\d+) backed in block (\\d+),"
            + " (became available|was disputed|timed out) in block (\\d+)(?:(, | by the chain's"
            + " word, )(\\d+) blocks? later, (as|though) its period is (\\d+) blocks? and the"
            + " rotation is (\\d+) blocks? old)?",
        one -> {
          int core = (int) one.number(2);
          CoreOccupant occupant = before.occupant(core);
          assertThat(occupant.para()).isEqualTo(one.number(1));
          assertThat(backers.get(core)).isEqualTo((int) one.number(3));
          assertThat(occupant.since()).isEqualTo(one.number(4));
          assertThat(fact(CoreFreed.class, f -> f.core() == core).reason())
              .isEqualTo(
                  switch (one.text(5)) {
                    case "became available" -> CoresReason.AVAILABLE;
                    case "was disputed" -> CoresReason.DISPUTED;
                    default -> CoresReason.TIMED_OUT;
                  });
          assertThat(one.number(6)).isEqualTo(before.block());
          assertThat(one.has(7)).isEqualTo(one.text(5).equals("timed out"));
          if (one.has(7)) {
            timedOut(core, one);
          }
        });
    clauses.of("; the core is free", _ -> fact(CoreFreed.class, f -> f.core() == id()));
    clauses.of(
        "; the claim of (.*) is over",
        one ->
            assertThat(fact(ClaimConcluded.class, f -> f.para() == id()).collator())
                .isEqualTo(one.text(1)));
    clauses.of(
        "group (\\d+) has not backed para (\\d+) on core (\\d+): block (\\d+) withdraws it",
        one -> {
          CoreAssignment entry = before.scheduledOn((int) one.number(3));
          assertThat(one.number(1)).isEqualTo(entry.group());
          assertThat(one.number(2)).isEqualTo(entry.para());
          assertThat(one.number(4)).isEqualTo(before.block());
        });
    clauses.of(
        "what the block says is (believed|ignored), (\\w+): (.*)$",
        one -> {
          DiscrepancyFound found =
              fact(
                  DiscrepancyFound.class,
                  f -> f.reason().name().equals(one.text(2)) && f.detail().equals(one.text(3)));
          assertThat(found.believed()).isEqualTo(one.text(1).equals("believed"));
          assertThat(found.cores()).contains((int) id());
        });
  }

  /** The time, the period and the rotation's age, each at its edge. */
  private void timedOut(int core, Clauses.Match one) {
    long block = before.block();
    long period = one.number(10);
    long age = one.number(11);
    assertThat(one.number(8)).isEqualTo(block - before.occupant(core).since());
    assertThat(isDoubted(trial, core)).isEqualTo(one.text(9).equals("though"));
    assertThat(one.text(7).equals(", ")).isEqualTo(one.text(9).equals("as"));
    if (period > 0 && period <= block) {
      assertThat(isDoubted(trial.where(since(core, block - period)), core))
          .isEqualTo(age >= period);
      assertThat(isDoubted(trial.where(since(core, block - period + 1)), core)).isTrue();
    }
    if (age + 1 <= block) {
      ChainTrial old = trial.where(since(core, block - age - 1));
      assertThat(isDoubted(old.where(state -> periods(state, age + 1)), core)).isFalse();
      assertThat(isDoubted(old.where(state -> periods(state, age)), core)).isTrue();
    }
  }

  private static boolean isDoubted(ChainTrial chain, int core) {
    long block = chain.next() - 1;
    return chain.withBlock(block - 1).isTimeOutDoubted(core, block);
  }

  private CoresFact since(int core, long block) {
    CoreOccupant o = before.occupant(core);
    return new CoreOccupied(
        core, new CoreOccupant(o.kind(), o.para(), o.collator(), o.retries(), block));
  }

  private static void periods(CoresState state, long period) {
    SessionParameters p = state.parameters();
    Given.parameters(
        state,
        new SessionParameters(
            p.rules(),
            p.parathreadCores(),
            p.parathreadRetries(),
            p.groupRotationFrequency(),
            period,
            period,
            p.schedulingLookahead(),
            p.maxValidatorsPerCore(),
            p.maxValidators()));
  }

  private void claims() {
    clauses.of(
        "the claim of (.*) joins the queue for core (\\d+), at place (\\d+) of its line, as the"
            + " cursor is at offset (\\d+)",
        one -> {
          QueuedClaim claim = fact(ClaimQueued.class, f -> f.claim().para() == id()).claim();
          assertThat(claim.collator()).isEqualTo(one.text(1));
          joined(claim, (int) one.number(2), one.number(3));
          assertThat(before.cursor()).isEqualTo((int) one.number(4));
          dealt(claim, true);
        });
    clauses.of(
        "para (\\d+) joins its line at place (\\d+), as the cursor is at offset (\\d+)",
        one -> {
          QueuedClaim claim = joining(one.number(1));
          joined(claim, (int) id(), one.number(2));
          assertThat(claim.offset()).isEqualTo((int) one.number(3));
          dealt(claim, false);
        });
    clauses.of(
        "; the claim returns to (?:the queue for core (\\d+), at place (\\d+) of its line|the"
            + " queue at offset (\\d+)), with (\\d+) of (\\d+) retr(?:y|ies)",
        one -> {
          ClaimReturned back = fact(ClaimReturned.class, f -> f.claim().para() == id());
          assertThat(back.reason() == CoresReason.SESSION_CHANGE).isEqualTo(one.has(3));
          if (one.has(3)) {
            assertThat(back.claim().offset()).isEqualTo((int) one.number(3));
          } else {
            joined(back.claim(), (int) one.number(1), one.number(2));
          }
          assertThat(back.claim().retries()).isEqualTo((int) one.number(4));
          assertThat(before.parameters().parathreadRetries()).isEqualTo(one.number(5));
          dealt(back.claim(), false);
          if (back.reason() == CoresReason.NOT_BACKED) {
            assertThat(left(trial.withRetries(back.claim().retries() - 1), back.core()))
                .isInstanceOf(ClaimDropped.class);
          }
        });
    clauses.of(
        "the claim of (.*?) is refused, (\\w+): (.*)$",
        one -> {
          ClaimRefused refused = fact(ClaimRefused.class, f -> f.para() == id());
          assertThat(refused.collator()).isEqualTo(one.text(1));
          assertThat(refused.reason().name()).isEqualTo(one.text(2));
          assertThat(refused.detail()).isEqualTo(one.text(3));
          if (refused.reason() == CoresReason.QUEUE_FULL) {
            full();
          } else {
            assertThat(reason.candidates()).isEmpty();
          }
        });
  }

  private QueuedClaim joining(long para) {
    return facts.stream()
        .filter(
            fact ->
                (fact instanceof ClaimReturned f && f.claim().para() == para)
                    || (fact instanceof ClaimQueued q && q.claim().para() == para))
        .map(fact -> fact instanceof ClaimReturned f ? f.claim() : ((ClaimQueued) fact).claim())
        .filter(claim -> coreOf(claim) == id())
        .findFirst()
        .orElseThrow();
  }

  private void joined(QueuedClaim claim, int core, long place) {
    assertThat(coreOf(claim)).isEqualTo(core);
    long ahead = before.queue().stream().filter(one -> one.offset() == claim.offset()).count();
    for (CoresFact fact : facts) {
      if (fact instanceof ClaimReturned f
          && f.claim().offset() == claim.offset()
          && f.claim().ticket() < claim.ticket()) {
        ahead++;
      }
    }
    assertThat(place).isEqualTo(ahead + 1);
  }

  /** With the cursor elsewhere, the claim goes elsewhere. */
  private void dealt(QueuedClaim claim, boolean isNew) {
    int first = before.session().parachains().size();
    Set<Integer> cores = new TreeSet<>();
    for (Candidate one : reason.candidates()) {
      int core = Integer.parseInt(one.thing().id());
      cores.add(core);
      assertThat(one.chosen()).isEqualTo(core == coreOf(claim));
      String missed = one.chosen() ? "" : ", this core has offset " + (core - first);
      assertThat(one.why()).isEqualTo("the cursor is at offset " + claim.offset() + missed);
      if (isNew && before.isParathread(claim.para())) {
        ChainTrial moved = trial.where(state -> Given.cursor(state, core - first));
        ClaimQueued queued =
            (ClaimQueued) moved.decide(new Claim(claim.para(), claim.collator())).get(0);
        assertThat(coreOf(queued.claim())).isEqualTo(core);
      }
    }
    assertThat(cores).hasSize((int) before.parameters().parathreadCores());
  }

  /** As many wait as may; with one fewer, the claim is queued. */
  private void full() {
    List<Candidate> told = reason.candidates();
    List<QueuedClaim> queue = before.queue();
    assertThat(told).hasSize(queue.size() + 1);
    for (int i = 0; i < queue.size(); i++) {
      assertThat(told.get(i).thing().id()).isEqualTo(Long.toString(queue.get(i).para()));
      assertThat(told.get(i).chosen()).isTrue();
      assertThat(told.get(i).why()).isEqualTo("waits for core " + coreOf(queue.get(i)));
    }
    Candidate last = told.get(queue.size());
    assertThat(last.chosen()).isFalse();
    assertThat(last.thing()).isEqualTo(thing);
    String[] words = last.why().split(" ", -1);
    assertThat(words).startsWith("comes", "after").hasSize(5);
    assertThat(words[2]).isEqualTo("" + queue.size());
    int capacity = Integer.parseInt(words[4]);
    assertThat(capacity).isLessThanOrEqualTo(queue.size());
    if (capacity > 0) {
      assertThat(claimed(capacity)).isNotEqualTo(CoresReason.QUEUE_FULL);
      assertThat(claimed(capacity + 1)).isEqualTo(CoresReason.QUEUE_FULL);
    }
  }

  /** What becomes of a claim that is the so-manieth; null if it is queued. */
  private CoresReason claimed(int place) {
    List<QueuedClaim> others = before.queue().subList(0, place - 1);
    CoresFact answer = trial.where(new QueueSettled(others, 0)).decide(new Claim(id(), "y")).get(0);
    return answer instanceof ClaimRefused refused ? refused.reason() : null;
  }

  private void drops() {
    clauses.of(
        "the claim of (.*) is dropped, DEREGISTERED: session (\\d+) has no parathread (\\d+)",
        one -> {
          ClaimDropped gone = dropped(one, CoresReason.DEREGISTERED);
          assertThat(one.number(2)).isEqualTo(before.session().index());
          assertThat(one.number(3)).isEqualTo(id());
          kept(gone, trial.withParathread(id()).withRetries(gone.retries() + 1));
        });
    clauses.of(
        "the claim of (.*) is dropped, RETRIES_EXHAUSTED: (?:group (\\d+) has not backed it on"
            + " core (\\d+), after|it has used) (\\d+) of (\\d+) retr(?:y|ies)",
        one -> {
          ClaimDropped gone = dropped(one, CoresReason.RETRIES_EXHAUSTED);
          assertThat(one.has(2)).isEqualTo(gone.core().isPresent());
          if (one.has(2)) {
            assertThat(gone.core().orElseThrow()).isEqualTo((int) one.number(3));
            assertThat(before.scheduledOn((int) one.number(3)).group())
                .isEqualTo((int) one.number(2));
          }
          assertThat(gone.retries()).isEqualTo((int) one.number(4));
          assertThat(before.parameters().parathreadRetries()).isEqualTo(one.number(5));
          kept(gone, trial.withRetries(gone.retries() + 1));
        });
    clauses.of(
        "the claim of (.*) is dropped, NO_PARATHREAD_CORES: the session has no parathread cores",
        one -> {
          ClaimDropped gone = dropped(one, CoresReason.NO_PARATHREAD_CORES);
          ChainTrial lifted = trial.withParathread(id()).withParathreadCores(1);
          kept(gone, lifted.withRetries(gone.retries() + 1));
        });
    clauses.of(
        "; RUNTIME keeps the claim index, so the para cannot claim again",
        _ -> {
          ChainTrial after = trial.where(state -> facts.forEach(fact -> fact.applyTo(state)));
          ChainTrial roomy = after.withParathread(id()).withParathreadCores(1);
          assertThat(((ClaimRefused) roomy.decide(new Claim(id(), "y")).get(0)).reason())
              .isEqualTo(CoresReason.ALREADY_CLAIMED);
        });
  }

  private ClaimDropped dropped(Clauses.Match one, CoresReason why) {
    ClaimDropped gone = fact(ClaimDropped.class, f -> f.para() == id());
    assertThat(gone.collator()).isEqualTo(one.text(1));
    assertThat(gone.reason()).isEqualTo(why);
    return gone;
  }

  /** In clear; a session's steps cannot be taken alone. */
  private void kept(ClaimDropped gone, ChainTrial lifted) {
    if (gone.core().isPresent() && before.scheduledOn(gone.core().get()) != null) {
      assertThat(left(trial, gone.core().get())).isInstanceOf(ClaimDropped.class);
      assertThat(left(lifted, gone.core().get())).isInstanceOf(ClaimReturned.class);
    }
  }

  private CoresFact left(ChainTrial chain, int core) {
    List<CoresFact> cleared = new ArrayList<>();
    ChainTrial unused = chain.where(state -> cleared.addAll(BlockRoutines.clear(state)));
    assertThat(unused).isNotNull();
    return cleared.stream()
        .filter(
            fact ->
                (fact instanceof ClaimReturned back && back.core() == core)
                    || (fact instanceof ClaimDropped gone && gone.core().equals(Optional.of(core))))
        .findFirst()
        .orElseThrow();
  }

  private void schedules() {
    clauses.of(
        "block (\\d+) schedules the claim of (.*) on core (\\d+) with group (\\d+), as it is first"
            + " of (\\d+) in its line",
        one -> {
          assertThat(given((int) one.number(3)).para()).isEqualTo(id());
          assertThat(given((int) one.number(3)).collator()).isEqualTo(one.text(2));
          got((int) one.number(3), one.number(1), one.number(4));
          line((int) one.number(3), one.number(5));
        });
    clauses.of(
        "block (\\d+) schedules para (\\d+) with group (\\d+)(?:, as it is first of (\\d+) in the"
            + " line|, as the core is this parachain's)",
        one -> {
          assertThat(given((int) id()).para()).isEqualTo(one.number(2));
          got((int) id(), one.number(1), one.number(3));
          assertThat(one.has(4)).isEqualTo(given((int) id()).collator() != null);
          if (one.has(4)) {
            line((int) id(), one.number(4));
          }
        });
    clauses.of(
        "waits on: block (\\d+) schedules para (\\d+) on core (\\d+) with group (\\d+), as it is"
            + " first in the line",
        one -> {
          assertThat(given((int) one.number(3)).para()).isEqualTo(one.number(2));
          got((int) one.number(3), one.number(1), one.number(4));
          line((int) one.number(3), reason.candidates().size());
          assertThat(reason.candidates().subList(1, reason.candidates().size()))
              .anyMatch(candidate -> candidate.thing().equals(thing));
        });
    clauses.of(
        "block (\\d+) schedules the parachain on its core (\\d+) with group (\\d+)",
        one -> {
          assertThat(given((int) one.number(2)).para()).isEqualTo(id());
          got((int) one.number(2), one.number(1), one.number(3));
        });
    clauses.of(
        "block (\\d+) schedules para (\\d+) on core (\\d+), which the group has then",
        one -> {
          assertThat(given((int) one.number(3)).para()).isEqualTo(one.number(2));
          got((int) one.number(3), one.number(1), id());
        });
    clauses.of(
        "(?:backed on core (\\d+)|para (\\d+) is backed(?: on core (\\d+))?) in block (\\d+) by"
            + " group (\\d+): the candidate occupies the core",
        one -> {
          int core = (int) (one.has(1) ? one.number(1) : one.has(3) ? one.number(3) : id());
          CoreOccupied fact = fact(CoreOccupied.class, f -> f.core() == core);
          assertThat(fact.occupant().para()).isEqualTo(one.has(2) ? one.number(2) : id());
          assertThat(one.number(4)).isEqualTo(before.block());
          assertThat(one.number(5)).isEqualTo(before.scheduledOn(core).group());
        });
  }

  private void got(int core, long block, long group) {
    assertThat(block).isEqualTo(before.block());
    assertThat(group).isEqualTo(given(core).group());
    assertThat(before.occupant(core)).isNull();
  }

  /** The candidates get the core one after the other. */
  private void line(int core, long size) {
    List<Candidate> told = reason.candidates();
    assertThat(told).hasSize((int) size);
    List<Long> ids = told.stream().map(one -> Long.valueOf(one.thing().id())).toList();
    assertThat(ids).isEqualTo(trial.served(core, told.size()));
    for (int i = 0; i < told.size(); i++) {
      assertThat(told.get(i).chosen()).isEqualTo(i == 0);
      assertThat(told.get(i).why())
          .isEqualTo(
              i == 0
                  ? "first in its line"
                  : "place " + (i + 1) + " in its line, behind para " + ids.get(i - 1));
    }
  }

  private void rotations() {
    clauses.of(
        "block (\\d+) is of rotation (\\d+): (?=group|the group)",
        one -> {
          assertThat(one.number(1)).isEqualTo(fact(BlockBegan.class, _ -> true).number());
          long frequency = before.parameters().groupRotationFrequency();
          assertThat(one.number(2))
              .isEqualTo((one.number(1) - before.session().startBlock()) / frequency);
        });
    clauses.of(
        "group (\\d+) takes the core over from group (\\d+)(?:, but not the candidate of para"
            + " (\\d+), which group (\\d+) backed in block (\\d+))?",
        one -> {
          int core = (int) id();
          assertThat(trial.group(core, began())).isIn((int) one.number(1), -1);
          assertThat(trial.group(core, before.block())).isIn((int) one.number(2), -1);
          CoreOccupant occupant = before.occupant(core);
          assertThat(one.has(3)).isEqualTo(occupant != null);
          if (occupant != null) {
            assertThat(occupant.para()).isEqualTo(one.number(3));
            assertThat(backers.get(core)).isEqualTo((int) one.number(4));
            assertThat(occupant.since()).isEqualTo(one.number(5));
          }
        });
    clauses.of(
        "the group moves from core (\\d+) to core (\\d+)",
        one -> {
          assertThat(trial.group((int) one.number(1), before.block())).isIn((int) id(), -1);
          assertThat(trial.group((int) one.number(2), began())).isIn((int) id(), -1);
        });
  }

  private long began() {
    return fact(BlockBegan.class, _ -> true).number();
  }

  private void sessions() {
    clauses.of(
        "session (\\d+) starts with block (\\d+): ",
        one -> {
          assertThat(one.number(1)).isEqualTo(started().index());
          assertThat(one.number(2)).isEqualTo(started().startBlock());
        });
    clauses.of(
        "the core is empty and (?:parachain (\\d+)'s|for claims with offset (\\d+)|surplus)",
        one -> {
          ChainTrial after = trial.where(fact(SessionStarted.class, _ -> true));
          int first = started().parachains().size();
          assertThat(one.has(1)).isEqualTo(id() < first);
          if (one.has(1)) {
            assertThat(started().parachains().at((int) id())).isEqualTo(one.number(1));
          } else {
            assertThat(one.has(2))
                .isEqualTo(id() - first < started().parameters().parathreadCores());
            assertThat(one.has(2) ? first + one.number(2) : id()).isEqualTo(id());
          }
          assertThat(after).isNotNull();
        });
    clauses.of(
        "it has (\\d+) (cores|groups), so this one is gone",
        one -> {
          assertThat(one.number(1))
              .isEqualTo(
                  one.text(2).equals("cores") ? started().cores() : started().groups().count());
          assertThat(id()).isGreaterThanOrEqualTo(one.number(1));
        });
    clauses.of(
        "the group has (\\d+) of (\\d+) validators and begins with core (\\d+)",
        one -> {
          List<List<Integer>> groups = started().groups().lists();
          assertThat(groups.get((int) id())).hasSize((int) one.number(1));
          assertThat(groups.stream().mapToLong(List::size).sum()).isEqualTo(one.number(2));
          ChainTrial after = trial.where(fact(SessionStarted.class, _ -> true));
          assertThat(after.group((int) one.number(3), started().startBlock())).isIn((int) id(), -1);
          assertThat(one.number(3)).isEqualTo(id());
        });
    String role = "(the parachain of core \\d+|a parathread|not registered)";
    clauses.of(
        "the para is " + role + ", it was " + role,
        one -> {
          assertThat(one.text(1)).isEqualTo(role(started()));
          assertThat(one.text(2)).isEqualTo(role(before.session()));
        });
    clauses.of(
        "(?:the session change at the end of block (\\d+) empties core (\\d+)|core (\\d+) is"
            + " emptied), so the candidate there is lost",
        one -> {
          int core = (int) one.number(one.has(2) ? 2 : 3);
          assertThat(before.occupant(core).para()).isEqualTo(id());
          assertThat(one.has(1) ? one.number(1) : before.block()).isEqualTo(before.block());
        });
  }

  private ActiveSession started() {
    return fact(SessionStarted.class, _ -> true).session();
  }

  private String role(ActiveSession session) {
    for (int core = 0; core < session.parachains().size(); core++) {
      if (session.parachains().at(core) == id()) {
        return "the parachain of core " + core;
      }
    }
    return session.parathreads().contains(id()) ? "a parathread" : "not registered";
  }

  private void settles() {
    clauses.of(
        "the session change leaves in its line: (.*); it was: (.*)$",
        one -> {
          List<QueuedClaim> claims = fact(QueueSettled.class, _ -> true).claims();
          assertThat(one.text(1)).isEqualTo(line(claims));
          assertThat(one.text(2)).isEqualTo(line(before.queue())).isNotEqualTo(one.text(1));
        });
    clauses.of(
        "claim (\\d+) of (\\d+) that stay; it waits for core (\\d+) at offset (\\d+), (as before|no"
            + " longer at offset (\\d+))",
        one -> {
          List<QueuedClaim> claims = fact(QueueSettled.class, _ -> true).claims();
          QueuedClaim claim = claims.get((int) one.number(1) - 1);
          assertThat(claim.para()).isEqualTo(id());
          assertThat(claims).hasSize((int) one.number(2));
          assertThat(coreOf(claim)).isEqualTo((int) one.number(3));
          assertThat(claim.offset()).isEqualTo((int) one.number(4));
          int old = before.waiting(id()).orElseThrow().offset();
          assertThat(one.has(6)).isEqualTo(old != claim.offset());
          assertThat(one.has(6) ? one.number(6) : claim.offset()).isEqualTo(old);
        });
    clauses.of(
        "leaves the claim index, as (RUNTIME empties it without parathread cores|it has no live"
            + " claim: RUNTIME had kept the entry)",
        one -> {
          assertThat(before.claimIndex().contains(id())).isTrue();
          assertThat(fact(IndexSettled.class, _ -> true).paras().contains(id())).isFalse();
          assertThat(before.rules() == RuleSet.RUNTIME)
              .isEqualTo(one.text(1).startsWith("RUNTIME"));
          if (before.rules() == RuleSet.RUNTIME) {
            assertThat(before.parameters().parathreadCores()).isZero();
          }
        });
  }

  private String line(List<QueuedClaim> claims) {
    String line =
        claims.stream()
            .filter(claim -> coreOf(claim) == id())
            .map(claim -> "para " + claim.para())
            .collect(Collectors.joining(", "));
    return line.isEmpty() ? "nobody" : line;
  }

  private void announcements() {
    String shows = "the schedule of block (\\d+) shows ";
    clauses.of(
        shows + "the core with para (\\d+) and group (\\d+) in the next block",
        one -> announced(one, id(), one.number(2), one.number(3)));
    clauses.of(
        shows + "the para on core (\\d+) with group (\\d+) in the next block",
        one -> announced(one, one.number(2), id(), one.number(3)));
    clauses.of(
        shows + "the group on core (\\d+) with para (\\d+) in the next block",
        one -> announced(one, one.number(2), one.number(3), id()));
    clauses.of(
        shows + "the core free in the next block",
        one -> {
          assertThat(one.number(1)).isEqualTo(before.block());
          assertThat(trial.given((int) id())).isNull();
          assertThat(before.scheduledOn((int) id())).isNotNull();
        });
  }

  private void announced(Clauses.Match one, long core, long para, long group) {
    assertThat(one.number(1)).isEqualTo(before.block());
    CoreAssignment given = trial.given((int) core);
    assertThat(given.para()).isEqualTo(para);
    assertThat(given.group()).isEqualTo((int) group);
    CoreAssignment had = before.scheduledOn((int) core);
    assertThat(had != null && had.para() == para && had.group() == (int) group).isFalse();
  }
}
