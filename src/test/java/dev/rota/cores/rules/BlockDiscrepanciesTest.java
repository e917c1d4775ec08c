package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.Outcome;
import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.wire.CoresWire;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.lab.simulate.LanesInMemory;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.ChainEvents;
import dev.rota.lab.traffic.cores.RelayChain;
import dev.rota.lab.traffic.cores.RelayChainShape;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a block says that is not so is told: once a reason, with every core that it holds for. */
class BlockDiscrepanciesTest {
  /** Core 0 is a parachain's, 1 and 2 are for claims; core 1 is occupied since block 1. */
  private static final String CHAIN =
      """
      block 0 session 0 chains 1 threads 10,11 cores 2 lookahead 2 retries 9
      claim 10 a          -> 10 QUEUED
      block 1 backed 1    -> 10 SCHEDULED on 1; 10 OCCUPIED on 1
      """;

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          block 2 backed 0,1        | block IGNORED NOT_SCHEDULED of [1]
          block 2 backed 2          | block IGNORED NOT_SCHEDULED of [2]
          block 2 backed 3          | block IGNORED NO_SUCH_CORE of [3]
          block 2 backed 2147483647 | block IGNORED NO_SUCH_CORE of [2147483647]
          block 2 backed 0,0        | block IGNORED NOT_ASCENDING of [0]
          block 2 backed 1,0        | block IGNORED NOT_SCHEDULED of [1]; block IGNORED BEHIND_ANOTHER of [0]
          block 2 backed 7,1,8,1,0  | block IGNORED NO_SUCH_CORE of [7, 8]; block IGNORED NOT_SCHEDULED of [1, 1]; block IGNORED BEHIND_ANOTHER of [0]
          block 2 disputed 3        | block IGNORED NO_SUCH_CORE of [3]
          block 2 disputed 2,0      | block IGNORED NOT_OCCUPIED of [2, 0]
          block 2 disputed 1,1      | block IGNORED REPEATED of [1]; 10 CONCLUDED DISPUTED from 1
          block 2 available 9,3     | block IGNORED NO_SUCH_CORE of [9, 3]
          block 2 available 0       | block IGNORED NOT_OCCUPIED of [0]
          block 2 timedout 2        | block IGNORED NOT_OCCUPIED of [2]
          block 2 available 1,1     | block IGNORED REPEATED of [1]; 10 CONCLUDED AVAILABLE from 1
          block 2 disputed 1 timedout 1 | 10 CONCLUDED DISPUTED from 1; block IGNORED NOT_OCCUPIED of [1]
          block 2 frozen disputed 1 available 1,9 backed 2 | block IGNORED FROZEN of [1]; block IGNORED FROZEN of [1, 9]; block IGNORED FROZEN of [2]
          """)
  void whatIsNotSoDoesNothingAndIsTold(String line, String told) {
    Script.check(CHAIN + line + " -> " + told);
  }

  @Test
  void anOccupiedCoreOutOfOrderStopsTheListAndWhatStandsBehindItIsTold() {
    Script.check(
        """
        block 0 session 0 chains 1,2,3
        block 1 backed 2,1,0 -> block IGNORED NOT_ASCENDING of [1]; block IGNORED BEHIND_ANOTHER of [0]
        block 2 backed 0,1   ->
        """);
  }

  /** It runs on two cores in one block. The chain's word counts, and is doubted once a session. */
  @Test
  void aParaOnBothListsIsBelievedAndTold() {
    String lists = "session 0 chains 9,7 threads 7,8,9 cores 1";
    Chain chain =
        Script.check(
            "block 0 "
                + lists
                + " -> block DISAGREED ALSO_A_PARATHREAD of [0, 1]\n"
                + "claim 7 a -> 7 QUEUED\nblock 1 -> 7 SCHEDULED on 2");

    assertThat(chain.state().scheduledOn(0).para()).isEqualTo(7);
    assertThat(chain.state().scheduledOn(2).para()).isEqualTo(7);
    List<CoresFact> again = chain.take(Script.block("block 2 " + lists.replace("9,7", "7")));
    assertThat(outcomes(again, Outcome.DISAGREED).map(ClaimOutcome::getDetail).toList())
        .containsExactly(
            "session.parachains names the paras of core 0, which parathreads names as well, and is"
                + " believed: each has its core, and claims that get others in the same block; name"
                + " a para once");
  }

  /** What version 2 decided is replayed without that. */
  @Test
  void beforeVersion3NobodyLookedForThat() {
    List<DomainCard<CoresState, CoresInput, CoresFact>> versions = new CoresDomain().versions();
    assertThat(versions).extracting(card -> card.engine().rules()).containsExactly(2, 3);
    LanesInMemory bench = new LanesInMemory(versions.get(0));

    assertThat(published(bench, 0)).isEqualTo(1);
    bench.restart(new CoresDomain(), RulesAdoption.NEWEST);
    assertThat(published(bench, 1)).isEqualTo(2);
  }

  private static int published(LanesInMemory bench, long number) {
    BlockEvent block =
        ChainEvents.block(
            "chain", Script.block("block " + number + " session 0 chains 7 threads 7"));
    return bench
        .take("chain", new Traffic.Event(CoresWire.BLOCK_EVENTS, 0, block))
        .published()
        .size();
  }

  /** Frequency 10, periods of 3 for parachains and 5 for parathreads, first block 1. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          block 5 timedout 1   | block DISAGREED NOT_TIMED_OUT of [1]
          block 6 timedout 1   | block DISAGREED NOT_TIMED_OUT of [1]
          block 10 timedout 1  | block DISAGREED NOT_TIMED_OUT of [1]
          block 11 timedout 1  |
          block 15 timedout 1  |
          block 16 timedout 1  | block DISAGREED NOT_TIMED_OUT of [1]
          """)
  void aTimeOutThatIsNotDueIsBelievedAndTheDisagreementTold(String line, String told) {
    List<CoresFact> facts = Script.check(CHAIN).take(Script.block(line));
    String all = Script.told(facts);
    assertThat(all).as("the chain is believed").contains("10 RETURNED TIMED_OUT from 1");
    assertThat(all.contains("DISAGREED")).as(all).isEqualTo(told != null);
    if (told != null) {
      assertThat(all).contains(told);
    }
  }

  @Test
  void whatIsToldNamesTheFieldTheCoresAndWhatIsSo() {
    Chain chain = Script.check(CHAIN);
    List<CoresFact> facts = chain.take(Script.block("block 5 disputed 9 timedout 1 backed 0,5,2"));
    assertThat(outcomes(facts, Outcome.IGNORED).map(ClaimOutcome::getDetail).toList())
        .satisfiesExactly(
            detail -> assertThat(detail).startsWith("disputed names core 9").contains("3 cores"),
            detail -> assertThat(detail).startsWith("occupied names core 5").contains("3 cores"),
            detail -> assertThat(detail).startsWith("occupied names core 2").contains("scheduled"));
    assertThat(outcomes(facts, Outcome.DISAGREED).map(ClaimOutcome::getDetail).toList())
        .satisfiesExactly(
            detail -> assertThat(detail).startsWith("freed names core 1").contains("TIMED_OUT"));
  }

  @Test
  void aLongListIsToldWholeAndItsDetailStaysShort() {
    Chain chain = Script.check(CHAIN);
    List<Integer> many = IntStream.range(100, 20_100).boxed().toList();
    Block block = new Block(2, false, many, List.of(), List.of(), Optional.empty());
    ClaimOutcome told = outcomes(chain.take(block), Outcome.IGNORED).findFirst().orElseThrow();
    assertThat(told.getCores()).isEqualTo(many);
    assertThat(told.getCore()).as("there are several").isNull();
    assertThat(told.getDetail()).contains("core 100, 101").contains("and 19990 more");
    assertThat(told.getDetail().length()).isLessThan(300);
  }

  /** The law that nothing is dropped without a word: each core that a block names, counted. */
  @Test
  void everyCoreThatABlockNamesIsDoneOrToldToBeIgnored() {
    int ignored = 0;
    for (long seed = 0; seed < 200; seed++) {
      RelayChain events = RelayChain.hostile(seed);
      Chain chain = new Chain();
      for (int i = 0; i < 300; i++) {
        CoresInput input = events.next().input();
        List<CoresFact> facts = chain.take(input);
        if (input instanceof Block block && !(facts.get(0) instanceof BlockRefused)) {
          int named = block.disputed().size() + block.freed().size() + block.occupied().size();
          long done =
              facts.stream()
                  .filter(fact -> fact instanceof CoreFreed || fact instanceof CoreOccupied)
                  .count();
          int told = outcomes(facts, Outcome.IGNORED).mapToInt(o -> o.getCores().size()).sum();
          assertThat(done + told).as("seed %d: %s", seed, block).isEqualTo(named);
          ignored += told;
        }
      }
    }
    assertThat(ignored).as("what was ignored").isGreaterThan(1000);
  }

  @Test
  void ofAChainThatMakesNoMistakeNothingIsIgnoredOrDisagreedWith() {
    for (long seed = 0; seed < 30; seed++) {
      RelayChain events = new RelayChain(RelayChainShape.ofSeed(seed), seed);
      Chain chain = new Chain();
      for (int i = 0; i < 300; i++) {
        List<CoresFact> facts = chain.take(events.next().input());
        assertThat(outcomes(facts, Outcome.IGNORED)).isEmpty();
        assertThat(outcomes(facts, Outcome.DISAGREED)).isEmpty();
      }
    }
  }

  private static Stream<ClaimOutcome> outcomes(List<CoresFact> facts, Outcome outcome) {
    return facts.stream()
        .map(fact -> new CoresWire().write("chain", fact))
        .filter(output -> output != null && output.record() instanceof ClaimOutcome)
        .map(output -> (ClaimOutcome) output.record())
        .filter(told -> told.getOutcome() == outcome);
  }
}
