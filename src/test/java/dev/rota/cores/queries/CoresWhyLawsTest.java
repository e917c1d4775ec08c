package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.book.BookRule;
import dev.rota.base.book.RulesBook;
import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.DiscrepancyFound;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresFact.QueueSettled;
import dev.rota.cores.model.CoresFact.SessionStarted;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.NumberLimits;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.domain.Why.Thing;
import dev.rota.lab.traffic.cores.RelayChain;
import dev.rota.lab.traffic.cores.RelayChainShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** There is a reason for whatever a chain holds, and for whatever it decides. */
class CoresWhyLawsTest {
  private static final int SEEDS = 40;
  private static final int EVENTS = 120;
  private static final int LARGE_EVENTS = 200;

  /** A large chain is asked now and then: each question looks at all of it. */
  private static final int ASKED_EVERY = 50;

  private static final Set<String> RULES =
      new RulesBook(List.of("cores")).all().stream().map(BookRule::id).collect(Collectors.toSet());

  private final Set<String> told = new TreeSet<>();

  @Test
  void nothingIsWithoutAReason() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      play(RelayChain.hostile(seed), EVENTS, 1);
    }
    play(new RelayChain(RelayChainShape.ofPolkadotsSize(), 1), LARGE_EVENTS, ASKED_EVERY);
    assertThat(RULES).containsAll(told);
    assertThat(told).contains("cores 5.1", "cores 5.5", "cores 6.3", "cores G1", "cores G2");
  }

  private void play(RelayChain events, int count, int every) {
    WatchedChain chain = new WatchedChain();
    for (int i = 1; i <= count; i++) {
      chain.take(events.next().input(), this::everyFactIsTold);
      if (i % every == 0) {
        everythingIsTold(chain.state());
      }
    }
  }

  private void everyFactIsTold(CoresState before, List<CoresFact> facts) {
    Map<String, Integer> named = new TreeMap<>();
    facts.forEach(fact -> things(fact).forEach(thing -> named.merge(thing, 1, Integer::sum)));
    named.forEach(
        (name, times) -> {
          String[] words = name.split(" ", 2);
          List<Reason> reasons =
              WatchedChain.WHY.decided(new Thing(words[0], words[1]), before, facts);
          assertThat(reasons).as("%s of %s", name, facts).hasSizeGreaterThanOrEqualTo(times);
          reasons.forEach(this::check);
        });
  }

  /** What a fact is about. */
  private static List<String> things(CoresFact fact) {
    if (fact instanceof ParachainScheduled f) {
      return things(f.assignment());
    }
    if (fact instanceof ClaimScheduled f) {
      return things(f.assignment());
    }
    if (fact instanceof CoreOccupied f) {
      return List.of("core " + f.core(), "para " + f.occupant().para());
    }
    if (fact instanceof CoreFreed f) {
      return List.of("core " + f.core());
    }
    if (fact instanceof DiscrepancyFound f) {
      return f.cores().stream().map(core -> "core " + core).distinct().toList();
    }
    if (fact instanceof SessionStarted f) {
      return started(f.session());
    }
    if (fact instanceof QueueSettled f) {
      return f.claims().stream().map(claim -> "para " + claim.para()).distinct().toList();
    }
    long para = para(fact);
    return para < 0 || para > NumberLimits.UNSIGNED_32 ? List.of() : List.of("para " + para);
  }

  private static List<String> things(CoreAssignment entry) {
    return List.of("core " + entry.core(), "para " + entry.para(), "group " + entry.group());
  }

  private static List<String> started(ActiveSession session) {
    List<String> things = new ArrayList<>();
    LongStream.range(0, session.cores()).forEach(core -> things.add("core " + core));
    LongStream.range(0, session.groups().count()).forEach(group -> things.add("group " + group));
    return things;
  }

  private static long para(CoresFact fact) {
    if (fact instanceof ClaimRefused f) {
      return f.para();
    }
    if (fact instanceof ClaimQueued f) {
      return f.claim().para();
    }
    if (fact instanceof ClaimReturned f) {
      return f.claim().para();
    }
    if (fact instanceof ClaimConcluded f) {
      return f.para();
    }
    return fact instanceof ClaimDropped f ? f.para() : -1;
  }

  private void everythingIsTold(CoresState state) {
    List<Thing> things = new ArrayList<>();
    LongStream.range(0, state.cores()).forEach(core -> things.add(thing("core", core)));
    LongStream.range(0, state.session().groups().count())
        .forEach(group -> things.add(thing("group", group)));
    paras(state).forEach(para -> things.add(thing("para", para)));
    for (Thing thing : things) {
      check(WatchedChain.WHY.now(thing, state, 0).orElseThrow(() -> new AssertionError(thing)));
    }
  }

  private static Thing thing(String kind, long id) {
    return new Thing(kind, Long.toString(id));
  }

  private static Set<Long> paras(CoresState state) {
    Set<Long> paras = new TreeSet<>(state.session().parachains().list());
    paras.addAll(state.session().parathreads().list());
    paras.addAll(state.claimIndex().list());
    state.scheduled().forEach(entry -> paras.add(entry.para()));
    state.queue().forEach(claim -> paras.add(claim.para()));
    return paras;
  }

  private void check(Reason reason) {
    assertThat(reason.what()).isNotBlank().doesNotEndWith(".");
    told.add(reason.rule());
    reason
        .candidates()
        .forEach(
            candidate -> {
              assertThat(candidate.why()).isNotBlank();
              told.add(candidate.rule());
            });
  }
}
