package dev.rota.cli.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.SessionChange;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.wire.CoresWire;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three situations of a chain with one core for claims, each asked why, when, and what would change
 * it. All is worked out by hand from the rules of cores. A block comes every 6 s.
 */
final class CoresAnswersTest {
  private static final String CHAIN = "polkadot";
  private static final long BLOCK_MILLIS = 6_000;

  @TempDir private Path folder;
  private Scenario<CoresState, CoresInput, CoresFact> chain;

  @BeforeEach
  void begin() {
    chain = new Scenario<>(new CoresDomain(), CHAIN, folder);
    CoresConfig config =
        CoresConfig.newBuilder()
            .setParathreadCores(1)
            .setSchedulingLookahead(3)
            .setGroupRotationFrequency(10)
            .setThreadAvailabilityPeriod(5)
            .build();
    SessionChange session =
        SessionChange.newBuilder()
            .setIndex(1)
            .setValidators(4)
            .setParathreads(List.of(2000L, 2001L, 2002L))
            .setConfig(config)
            .build();
    block(block(0).setSession(session));
  }

  private static BlockEvent.Builder block(long number) {
    return BlockEvent.newBuilder().setChain(CHAIN).setNumber(number);
  }

  private void block(BlockEvent.Builder block) {
    chain.take(CoresWire.BLOCK_EVENTS, block.getNumber() * BLOCK_MILLIS, block.build());
  }

  private static List<FreedCore> freed(FreedReason reason) {
    return List.of(new FreedCore(0, reason));
  }

  private void claim(long atMillis, long para, String collator) {
    chain.take(CoresWire.CLAIMS, atMillis, new ParathreadClaim(CHAIN, para, collator));
  }

  /**
   * cores 5.1 and 5.4: 2000 had the core from block 1 to 3, and 2001 has it since then.
   *
   * <p>The only candidate so far was available 2 blocks behind its backing. So that of 2001 is
   * available in block 5, at 30 s, which schedules 2002. Unless available before, it would be due in
   * block 8, and so be judged with the rotation of block 11 (cores 5.8).
   *
   * <p>With two cores 2001 goes to the second one, in block 1. So the first is free for 2002 in
   * block 4, at 24 s.
   */
  @Test
  void aClaimBehindACandidate() {
    claim(1_000, 2000, "alice");
    claim(2_000, 2001, "bob");
    block(block(1).setOccupied(List.of(0)));
    block(block(2));
    block(block(3).setFreed(freed(FreedReason.CONCLUDED)).setOccupied(List.of(0)));
    claim(19_000, 2002, "carol");
    block(block(4));

    assertThat(chain.why("2002")).isEqualTo("@c1why@");
    assertThat(chain.forecast("2002")).isEqualTo("@c1forecast@");
    assertThat(chain.unless("2002")).isEqualTo("@c1unless@");
  }

  /** The nasty one: the candidate of 2000 is backed in block 1, and is never available. */
  private void aCandidateIsPending() {
    claim(1_000, 2000, "alice");
    claim(2_000, 2001, "bob");
    block(block(1).setOccupied(List.of(0)));
    for (long number = 2; number <= 7; number++) {
      block(block(number));
    }
  }

  /**
   * cores 5.8: its period of 5 blocks is over in block 6. But time-outs are judged at the beginning
   * of a rotation only, and the next one is of block 11, at 66 s. Then the core is 2001's.
   *
   * <p>With two cores 2001 has one of its own in block 1, at 6 s.
   */
  @Test
  void aClaimBehindATimeOutThatWaitsForTheRotation() {
    aCandidateIsPending();

    assertThat(chain.why("2001")).isEqualTo("@c2why@");
    assertThat(chain.forecast("2001")).isEqualTo("@c2forecast@");
    assertThat(chain.unless("2001")).isEqualTo("@c2unless@");
  }

  /**
   * cores 5.3: the rotation of block 11 passes over the time-out. The claim of 2000 goes to the end
   * of the queue, and nobody backs 2001. So block 12, at 72 s, drops that (cores 5.5, there are no
   * retries), and schedules 2000 again.
   *
   * <p>With two cores it times out as well, but its own line is empty: block 11 schedules it again
   * at once.
   */
  @Test
  void aRotationOverATimeOut() {
    aCandidateIsPending();
    for (long number = 8; number <= 10; number++) {
      block(block(number));
    }
    block(block(11).setFreed(freed(FreedReason.TIMED_OUT)));

    assertThat(chain.why("2000")).isEqualTo("@c3why@");
    assertThat(chain.forecast("2000")).isEqualTo("@c3forecast@");
    assertThat(chain.unless("2000")).isEqualTo("@c3unless@");
  }
}
