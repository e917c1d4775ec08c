package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockRefused;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresFact.ClaimRefused;
import dev.rota.cores.model.CoresReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RefusalTest {
  private static final String CHAIN =
      """
      block 5 session 0 chains 1 threads 10,11 cores 1 lookahead 1
      claim 10 alice  -> 10 QUEUED
      """;

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          block 5                                  | STALE_BLOCK           | number is 5, the latest block 5
          block 4 session 1 chains 1               | STALE_BLOCK           | number is 4, the latest block 5
          block -1                                 | OUT_OF_RANGE          | number is -1
          block 4294967296                         | OUT_OF_RANGE          | number is 4294967296
          block 6 disputed -1                      | OUT_OF_RANGE          | disputed is -1
          block 6 available -2                     | OUT_OF_RANGE          | freed.core is -2
          block 6 backed 0,-3                      | OUT_OF_RANGE          | occupied is -3
          block 6 strange 0                        | UNSUPPORTED_VALUE     | freed.reason of core 0
          block 6 session 1 rules UNKNOWN          | UNSUPPORTED_VALUE     | session.config.rules
          block 6 session -1                       | OUT_OF_RANGE          | session.index is -1
          block 6 session 1 validators -1          | OUT_OF_RANGE          | session.validators is -1
          block 6 session 1 validators 1000001     | OUT_OF_RANGE          | not within 0..1000000
          block 6 session 1 cores 65537            | OUT_OF_RANGE          | number of cores is 65537, not within 0..65536
          block 6 session 1 cores -1               | OUT_OF_RANGE          | parathreadCores is -1
          block 6 session 1 chains 4294967296      | OUT_OF_RANGE          | session.parachains is 4294967296
          block 6 session 1 threads -7             | OUT_OF_RANGE          | session.parathreads is -7
          block 6 session 1 validators 70000 percore 1 | OUT_OF_RANGE      | number of cores is 70000
          block 6 session 1 rotation 0             | INVALID_CONFIGURATION | groupRotationFrequency is 0
          block 6 session 1 chainperiod 0          | INVALID_CONFIGURATION | chainAvailabilityPeriod is 0
          block 6 backed 0 session 1 threadperiod 0 | INVALID_CONFIGURATION | threadAvailabilityPeriod is 0
          """)
  void aBlockThatMayNotHappenChangesNothing(String line, CoresReason reason, String detail) {
    Chain chain = Script.check(CHAIN);
    BlockRefused refused = refused(chain, line);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
    assertThat(refused.block()).isEqualTo(5);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claim 99 bob          | NOT_A_PARATHREAD | para 99 is no live parathread of session 0
          claim 1 bob           | NOT_A_PARATHREAD | para 1 is a parachain of session 0: it needs no claim
          claim 10 bob          | QUEUE_FULL       | 1 claims wait, parathreadCores 1 * schedulingLookahead 1 may
          claim -1 bob          | OUT_OF_RANGE     | para is -1
          claim 4294967296 bob  | OUT_OF_RANGE     | para is 4294967296
          """)
  void aClaimThatMayNotBeMadeChangesNothing(String line, CoresReason reason, String detail) {
    Chain chain = Script.check(CHAIN);
    long before = chain.digest();
    ClaimRefused refused = (ClaimRefused) chain.take(Script.claim(line)).get(0);
    assertThat(refused.reason()).isEqualTo(reason);
    assertThat(refused.detail()).contains(detail);
    assertThat(chain.digest()).isEqualTo(before);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claim 10 bob | the chain has had no block yet: check its name
          block 7      | the chain is at block 7 and has had no session yet
          """)
  void aClaimBeforeTheFirstSessionIsToldSo(String line, String detail) {
    Chain chain = new Chain();
    if (line.startsWith("block")) {
      chain.take(Script.block(line));
    }
    ClaimRefused refused = (ClaimRefused) chain.take(Script.claim("claim 10 bob")).get(0);
    assertThat(refused.reason()).isEqualTo(CoresReason.NOT_A_PARATHREAD);
    assertThat(refused.detail()).contains(detail).doesNotContain("-1");
  }

  @Test
  void runtimeRefusesWhereTheOriginalDividesByNoParathreadCores() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 rules RUNTIME chains 1 threads 10 cores 1 retries 1
            claim 10 a  -> 10 QUEUED
            block 1     -> 10 SCHEDULED on 1
            """);
    List<CoresFact> facts =
        chain.take(
            Script.block("block 2 frozen session 1 rules RUNTIME chains 1 threads 10 retries 1"));
    assertThat(((BlockScheduled) facts.get(facts.size() - 1)).cores())
        .as("a block that cannot come schedules nothing")
        .containsExactly(new CoreStatus.Free(0));
    BlockRefused refused = refused(chain, "block 3");
    assertThat(refused.reason()).isEqualTo(CoresReason.WOULD_ABORT);
    assertThat(refused.detail()).contains("parathreadCores is 0").contains("para 10");
    assertThat(Script.told(chain.take(Script.block("block 3 frozen"))))
        .as("a frozen block does not clear, so it goes on")
        .isEmpty();
  }

  @Test
  void runtimeTakesARotationFrequencyOfZeroAndRefusesTheFirstBlockThatNeedsAGroup() {
    Chain chain =
        Script.check("block 0 session 0 rules RUNTIME threads 10 cores 1 rotation 0\nblock 1");
    chain.take(Script.claim("claim 10 a"));
    BlockRefused refused = refused(chain, "block 2");
    assertThat(refused.reason()).isEqualTo(CoresReason.WOULD_ABORT);
    assertThat(refused.detail()).contains("groupRotationFrequency is 0");
  }

  @Test
  void runtimeWithoutParathreadCoresGoesOnWhileNothingWouldAbort() {
    Script.check(
        """
        block 0 session 0 rules RUNTIME chains 1 threads 10 cores 1 retries 0
        claim 10 a  -> 10 QUEUED
        block 1     -> 10 SCHEDULED on 1
        block 2 frozen session 1 rules RUNTIME chains 1 threads 10
        block 3     -> 10 DROPPED RETRIES_EXHAUSTED from 1
        """);
  }

  @Test
  void aBlockSentTwiceIsStaleTheSecondTimeAndAClaimSentTwiceIsClaimed() {
    Script.check(
        """
        block 1 session 0 threads 10 cores 1 lookahead 9
        block 1 session 0 threads 10 cores 1 lookahead 9 -> block REFUSED STALE_BLOCK
        claim 10 a   -> 10 QUEUED
        claim 10 a   -> 10 REFUSED ALREADY_CLAIMED
        """);
  }

  private static BlockRefused refused(Chain chain, String line) {
    long before = chain.digest();
    List<CoresFact> facts = chain.take(Script.block(line));
    assertThat(facts).hasSize(1);
    assertThat(chain.digest()).as("a refusal changes nothing").isEqualTo(before);
    return (BlockRefused) facts.get(0);
  }
}
