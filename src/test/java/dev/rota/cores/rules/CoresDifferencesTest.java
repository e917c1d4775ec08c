package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Session;
import dev.rota.cores.model.SessionSeed;
import dev.rota.cores.queries.CoresQueries;
import dev.rota.kernel.domain.QueryArguments;
import dev.rota.testing.Differences;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rows of the table in {@code docs/cores.md}. */
class CoresDifferencesTest {
  @Test
  void eachRowHasItsTest() throws IOException {
    Differences.assertHeld("cores", getClass());
  }

  /** t is 3. A rotation begins with blocks 11 and 21; block 13 is its third, and 14 too late. */
  @Test
  @DisplayName(
      "A candidate times out in the first t - 1 blocks of a rotation, where t is its availability"
          + " period.")
  void aCandidateTimesOutInTheFirstTBlocks() {
    for (String rules : List.of("GUIDE", "RUNTIME")) {
      for (int block = 11; block <= 14; block++) {
        Chain chain =
            Script.check("block 0 session 0 chains 7 rules " + rules + "\nblock 1 backed 0");
        String told = Script.told(chain.take(Script.block("block " + block + " timedout 0")));
        assertThat(told.isEmpty())
            .as("%s in block %d: %s", rules, block, told)
            .isEqualTo(block < 14);
      }
    }
  }

  @Test
  @DisplayName("Time-outs happen at the end of a block.")
  void aCoreThatTimedOutIsUsedAgainInItsBlock() {
    for (String rules : List.of("GUIDE", "RUNTIME")) {
      Script.check(
          """
          block 0 session 0 threads 10,11 cores 1 rules %s
          claim 10 alice -> 10 QUEUED
          claim 11 bob -> 11 QUEUED
          block 1 backed 0 -> 10 SCHEDULED on 0; 10 OCCUPIED on 0
          block 11 timedout 0 -> 10 RETURNED TIMED_OUT from 0; 11 SCHEDULED on 0
          """
              .formatted(rules));
    }
  }

  @Test
  @DisplayName("A validator has one index, wherever a group names it.")
  void groupsNamePlacesInTheListThatWasSentAndQueriesInTheActiveList() {
    Session plain =
        Script.block("block 0 session 0 chains 7,8 validators 6").session().orElseThrow();
    Session shuffled =
        new Session(
            plain.index(),
            plain.validators(),
            Optional.of(new SessionSeed(1, 2, 3, 4)),
            plain.parachains(),
            plain.parathreads(),
            plain.parameters());
    Chain chain = new Chain();
    List<CoresFact> facts =
        chain.take(new Block(0, false, List.of(), List.of(), List.of(), Optional.of(shuffled)));

    List<List<Integer>> sent =
        facts.stream()
            .filter(BlockScheduled.class::isInstance)
            .map(fact -> ((BlockScheduled) fact).groups().orElseThrow())
            .findFirst()
            .orElseThrow();
    Object asked =
        CoresQueries.all().get("groups").answer(chain.state(), new QueryArguments(Map.of()));
    assertThat(asked).isEqualTo(List.of(List.of(0, 1, 2), List.of(3, 4, 5)));
    assertThat(sent).isNotEqualTo(asked);
    assertThat(sent.stream().flatMap(List::stream)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
  }
}
