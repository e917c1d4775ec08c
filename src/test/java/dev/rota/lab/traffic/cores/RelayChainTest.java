package dev.rota.lab.traffic.cores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimQueued;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Claim;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.RuleSet;
import dev.rota.cores.model.SessionParameters;
import dev.rota.cores.rules.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RelayChainTest {
  private static RelayChainShape small(RuleSet rules) {
    return new RelayChainShape(rules, 4, 3, 12, 25, 40, 2);
  }

  private static RelayChainShape large(RuleSet rules) {
    return new RelayChainShape(rules, 60, 40, 120, 500, 100, 20);
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @CsvSource({"GUIDE, 1", "GUIDE, 2", "GUIDE, 3", "RUNTIME, 1", "RUNTIME, 2", "RUNTIME, 3"})
  void aChainRebuiltAfterEveryTurnGoesOnAsIfNothingHadHappened(RuleSet rules, long seed) {
    Chain live = new Chain();
    Chain lost = new Chain();
    RelayChain events = new RelayChain(small(rules), seed);
    for (int i = 0; i < 1500; i++) {
      CoresInput input = events.next().input();
      assertThat(lost.take(input)).isEqualTo(live.take(input));
      lost.rebuild();
      assertThat(lost.digest()).isEqualTo(live.digest());
      live.checkInvariants();
    }
  }

  /** Else the documents' first claim would be refused: a para has one at most. */
  @Test
  void aDemonstrationNeverClaimsForTheParathreadOfTheDocuments() {
    RelayChain events = RelayChain.sparing(2100, RelayChainShape.ofPolkadotsSize(), 1);
    int sessions = 0;
    int claims = 0;
    while (sessions < 4) {
      CoresInput input = events.next().input();
      if (input instanceof Block block && block.session().isPresent()) {
        assertThat(block.session().get().parathreads()).contains(2100L);
        sessions++;
      } else if (input instanceof Claim claim) {
        assertThat(claim.para()).isNotEqualTo(2100);
        claims++;
      }
    }
    assertThat(claims).isGreaterThan(1000);
  }

  @ParameterizedTest
  @EnumSource(names = {"GUIDE", "RUNTIME"})
  void twoRunsOfOneSeedAreEqual(RuleSet rules) {
    RelayChain one = new RelayChain(small(rules), 7);
    RelayChain other = new RelayChain(small(rules), 7);
    for (int i = 0; i < 2000; i++) {
      assertThat(one.next()).isEqualTo(other.next());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GUIDE", "RUNTIME"})
  void inputsSentTwiceChangeNothing(RuleSet rules) {
    Chain once = new Chain();
    Chain twice = new Chain();
    RelayChain events = new RelayChain(small(rules), 11);
    for (int i = 0; i < 2000; i++) {
      CoresInput input = events.next().input();
      once.take(input);
      twice.take(input);
      CoresFact again = twice.take(input).get(0);
      assertThat(again).isInstanceOfAny(BlockRefused.class, ClaimRefused.class);
      assertThat(twice.digest()).isEqualTo(once.digest());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GUIDE", "RUNTIME"})
  void everyClaimAcceptedEndsExactlyOnceAndNothingIsLeftBehind(RuleSet rules) {
    Chain chain = new Chain();
    RelayChain events = new RelayChain(large(rules), 5);
    List<String> open = new ArrayList<>();
    int queued = 0;
    for (int i = 0; i < 20_000; i++) {
      for (CoresFact fact : chain.take(events.next().input())) {
        assertThat(fact).isNotInstanceOf(BlockRefused.class);
        if (fact instanceof ClaimQueued) {
          queued++;
        }
        follow(fact, open);
      }
    }
    assertThat(queued).as("claims accepted").isGreaterThan(5000);
    chain.take(ending(chain.state().block() + 1, rules)).forEach(fact -> follow(fact, open));
    Block last = block(chain.state().block() + 1, Optional.empty());
    chain.take(last).forEach(fact -> follow(fact, open));
    assertThat(open).as("claims that never ended").isEmpty();
    assertThat(chain.rows()).as("session, block and queue header").isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(names = {"GUIDE", "RUNTIME"})
  void trafficBringsEveryKindOfOutcome(RuleSet rules) {
    Chain chain = new Chain();
    RelayChain events = new RelayChain(large(rules), 2);
    Set<String> seen = new TreeSet<>();
    for (int i = 0; i < 30_000; i++) {
      for (CoresFact fact : chain.take(events.next().input())) {
        for (String told : Script.told(List.of(fact)).split("; ", -1)) {
          seen.add(told.replaceAll("^\\d+ | (on|from|retries) \\d+", ""));
        }
      }
    }
    assertThat(seen)
        .contains(
            "QUEUED",
            "SCHEDULED",
            "OCCUPIED",
            "REFUSED NOT_A_PARATHREAD",
            "REFUSED ALREADY_CLAIMED",
            "CONCLUDED AVAILABLE",
            "CONCLUDED DISPUTED",
            "RETURNED NOT_BACKED",
            "RETURNED TIMED_OUT",
            "RETURNED SESSION_CHANGE",
            "DROPPED RETRIES_EXHAUSTED",
            "DROPPED DEREGISTERED");
  }

  private static void follow(CoresFact fact, List<String> open) {
    if (fact instanceof ClaimQueued queued) {
      open.add(queued.claim().para() + queued.claim().collator());
    } else if (fact instanceof ClaimConcluded over) {
      assertThat(open.remove(over.para() + over.collator())).as("%s", over).isTrue();
    } else if (fact instanceof ClaimDropped over) {
      assertThat(open.remove(over.para() + over.collator())).as("%s", over).isTrue();
    } else if (fact instanceof BlockScheduled block) {
      assertThat(block.scheduled())
          .isSortedAccordingTo((a, b) -> Integer.compare(a.core(), b.core()));
    }
  }

  /** A session that leaves nothing to claims: what waits or runs is dropped. */
  private static Block ending(long number, RuleSet rules) {
    SessionParameters none =
        new SessionParameters(rules, 0, 0, 10, 4, 4, 0, 0, OptionalLong.empty());
    Session session = new Session(99, 5, Optional.empty(), List.of(), List.of(), none);
    return block(number, Optional.of(session));
  }

  private static Block block(long number, Optional<Session> session) {
    return new Block(number, false, List.of(), List.of(), List.of(), session);
  }
}
