package dev.rota.cores.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.model.Chain;
import dev.rota.cores.model.CoresFact;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockLifeTest {
  @Test
  void aClaimIsQueuedScheduledOccupiedAndConcluded() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 chains 1 threads 10,11 cores 1
            claim 10 alice              -> 10 QUEUED
            block 1 backed 0,1          -> 10 SCHEDULED on 1; 10 OCCUPIED on 1
            block 2 available 0,1       -> 10 CONCLUDED AVAILABLE from 1
            """);
    assertThat(chain.state().claimIndex().list()).isEmpty();
  }

  @Test
  void aClaimThatIsNotBackedIsRetriedThenDroppedAndMayBeMadeAgain() {
    Script.check(
        """
        block 0 session 0 threads 10 cores 1 retries 1
        claim 10 alice  -> 10 QUEUED
        claim 10 bob    -> 10 REFUSED ALREADY_CLAIMED
        block 1         -> 10 SCHEDULED on 0
        block 2         -> 10 RETURNED NOT_BACKED from 0 retries 1; 10 SCHEDULED on 0 retries 1
        block 3         -> 10 DROPPED RETRIES_EXHAUSTED from 0 retries 1
        claim 10 alice  -> 10 QUEUED
        """);
  }

  @Test
  void underRuntimeADroppedClaimLeaksItsIndexEntry() {
    Script.check(
        """
        block 0 session 0 rules RUNTIME threads 10 cores 1
        claim 10 alice  -> 10 QUEUED
        block 1         -> 10 SCHEDULED on 0
        block 2         -> 10 DROPPED RETRIES_EXHAUSTED from 0
        claim 10 alice  -> 10 REFUSED ALREADY_CLAIMED
        """);
  }

  @Test
  void aLaneThatLeavesRuntimeLeavesItsLeakedEntriesBehind() {
    Script.check(
        """
        block 0 session 0 rules RUNTIME threads 10,11 cores 1 retries 1
        claim 10 alice  -> 10 QUEUED
        block 1         -> 10 SCHEDULED on 0
        block 2         -> 10 RETURNED NOT_BACKED from 0 retries 1; 10 SCHEDULED on 0 retries 1
        block 3         -> 10 DROPPED RETRIES_EXHAUSTED from 0 retries 1
        claim 11 bob    -> 11 QUEUED
        block 4 session 1 rules GUIDE threads 10,11 cores 1 retries 1 -> 11 SCHEDULED on 0
        claim 10 alice  -> 10 QUEUED
        claim 11 alice  -> 11 REFUSED ALREADY_CLAIMED
        """);
  }

  @Test
  void withdrawnClaimsQueueUpBeforeTimedOutOnes() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 threads 10,11 cores 2 retries 5
            claim 10 a  -> 10 QUEUED
            claim 11 b  -> 11 QUEUED
            block 1 backed 0 -> 10 SCHEDULED on 0; 11 SCHEDULED on 1; 10 OCCUPIED on 0
            block 2 frozen
            """);
    List<CoresFact> facts = chain.take(Script.block("block 11 timedout 0"));
    assertThat(Script.told(facts))
        .isEqualTo(
            "11 RETURNED NOT_BACKED from 1 retries 1; 10 RETURNED TIMED_OUT from 0;"
                + " 11 SCHEDULED on 0 retries 1; 10 SCHEDULED on 1");
  }

  @Test
  void aDisputedCandidateIsOverWithoutARetry() {
    Script.check(
        """
        block 0 session 0 threads 10,11 cores 1
        claim 10 a          -> 10 QUEUED
        block 1 backed 0    -> 10 SCHEDULED on 0; 10 OCCUPIED on 0
        claim 11 b          -> 11 QUEUED
        block 2 disputed 0 timedout 0 -> 10 CONCLUDED DISPUTED from 0; block IGNORED NOT_OCCUPIED of [0]; 11 SCHEDULED on 0
        """);
  }

  @Test
  void aSessionChangeReturnsWhatIsOnCoresAndPrunesWhatMayNotStay() {
    Script.check(
        """
        block 0 session 0 threads 10,11,12 cores 1 lookahead 3
        claim 10 a          -> 10 QUEUED
        claim 11 b          -> 11 QUEUED
        block 1 backed 0    -> 10 SCHEDULED on 0; 10 OCCUPIED on 0
        block 2 session 1 threads 10,12 cores 1 -> 10 RETURNED SESSION_CHANGE from 0; 11 DROPPED DEREGISTERED
        claim 11 b          -> 11 REFUSED NOT_A_PARATHREAD
        block 3             -> 10 SCHEDULED on 0
        """);
  }

  @Test
  void withoutParathreadCoresEveryClaimEndsByTheNextClear() {
    Chain chain =
        Script.check(
            """
            block 0 session 0 threads 10,11,12 cores 2 retries 3
            claim 10 a          -> 10 QUEUED
            claim 11 b          -> 11 QUEUED
            claim 12 c          -> 12 QUEUED
            block 1 backed 0    -> 10 SCHEDULED on 0; 11 SCHEDULED on 1; 10 OCCUPIED on 0
            block 2 frozen session 1 threads 10,11,12 -> 10 DROPPED NO_PARATHREAD_CORES from 0; 12 DROPPED NO_PARATHREAD_CORES
            block 3             -> 11 DROPPED NO_PARATHREAD_CORES from 1
            claim 10 a          -> 10 REFUSED QUEUE_FULL
            """);
    assertThat(chain.state().claimIndex().list()).isEmpty();
    assertThat(chain.rows()).as("session, block and queue header").isEqualTo(3);
  }

  @Test
  void blockZeroGapsAndAFrozenBlockWithASessionAreLegal() {
    Chain chain =
        Script.check(
            """
            block 0
            block 7 frozen session 0 chains 1,2
            block 100 backed 0
            """);
    assertThat(chain.state().session().startBlock()).isEqualTo(8);
    assertThat(chain.state().corePara(0)).contains(1L);
    assertThat(chain.state().occupant(0).since()).isEqualTo(100);
  }
}
