package dev.rota.app.answers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.SessionChange;
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
  private Scenario chain;

  @BeforeEach
  void begin() {
    chain = new Scenario(new CoresDomain(), CHAIN, folder);
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
   * available in block 5, at 30 s, which schedules 2002. Unless available before, it would be due
   * in block 8, and so be judged with the rotation of block 11 (cores 5.8).
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

    assertThat(chain.why("2002"))
        .isEqualTo(
            """
            cores polkadot: turn 8 at 1970-01-01T00:00:24Z, verified from turn 1
            para 2002
              waits for core 0, as its offset is 0; place 1 of 1 in its line; the core is occupied by para 2001 with the claim of bob since block 3, in which group 0 backed it; unless available before, it times out in block 11; the claim is scheduled in block 5 at the earliest, if the core is available in each block (cores 5.1)
                * core 0: the claim has its offset, 0 (cores 5.1)
                * para 2001: holds the core since block 3 (cores 5.6)
                - para 2002: first in its line: next when the core is freed (cores 5.9)
              turn 1, 1970-01-01T00:00:00Z: session 1 starts with block 1: the para is a parathread, it was not registered (cores 6)
              turn 7, 1970-01-01T00:00:19Z: the claim of carol joins the queue for core 0, at place 1 of its line, as the cursor is at offset 0 (cores 5.2)
                * core 0: the cursor is at offset 0 (cores 5.1)
            """);
    assertThat(chain.forecast("2002"))
        .isEqualTo(
            """
            cores polkadot: turn 8 at 1970-01-01T00:00:24Z, verified from turn 1
            para 2002: is started at 1970-01-01T00:00:30Z, in PT6S, on core 0
              why          block 5 schedules the claim of carol on core 0 with group 0, as it is first of 1 in its line (cores 5.4)
              turns        1 until then
              assumed      no claim comes, nothing is disputed, and no session changes
              assumed      a block comes every PT6S (p50 of 4)
              assumed      a candidate that is still pending after 1 block is available 2 blocks after its backing (p50 of 1)
              assumed      a claim is backed in the block that schedules it (2 of 2 were)
              assumed      a candidate is available 2 blocks after its backing (p50 of 1)
            """);
    assertThat(chain.unless("2002"))
        .isEqualTo(
            """
            unless: para 2002 waits since 1970-01-01T00:00:19Z
              with 1 more core for parathreads, it is placed at 1970-01-01T00:00:24Z
                rota whatif cores --key polkadot --add cores:1
            """);
  }

  @Test
  void anUnknownIdLeadsToThoseThatAreLikeIt() {
    block(block(1));
    assertThat(chain.unknown("20001"))
        .contains("the lane 'polkadot' has no '20001', and no turn up to 2 names it")
        .contains("the nearest are: para 2000, para 2001; else check the id and the lane");
    assertThat(chain.unknown("4000000000")).contains("one of these is meant: para, core, group");
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

    assertThat(chain.why("2001"))
        .isEqualTo(
            """
            cores polkadot: turn 10 at 1970-01-01T00:00:42Z, verified from turn 1
            para 2001
              waits for core 0, as its offset is 0; place 1 of 1 in its line; the core is occupied by para 2000 with the claim of alice since block 1, in which group 0 backed it; unless available before, it times out in block 11; the claim is scheduled in block 8 at the earliest, if the core is available in each block (cores 5.1)
                * core 0: the claim has its offset, 0 (cores 5.1)
                * para 2000: holds the core since block 1 (cores 5.6)
                - para 2001: first in its line: next when the core is freed (cores 5.9)
              turn 1, 1970-01-01T00:00:00Z: session 1 starts with block 1: the para is a parathread, it was not registered (cores 6)
              turn 3, 1970-01-01T00:00:02Z: the claim of bob joins the queue for core 0, at place 2 of its line, as the cursor is at offset 0 (cores 5.2)
                * core 0: the cursor is at offset 0 (cores 5.1)
              turn 4, 1970-01-01T00:00:06Z: waits on: block 1 schedules para 2000 on core 0 with group 0, as it is first in the line (cores 5.1)
                * para 2000: first in its line (cores 5.4)
                - para 2001: place 2 in its line, behind para 2000 (cores 5.1)
            """);
    assertThat(chain.forecast("2001"))
        .isEqualTo(
            """
            cores polkadot: turn 10 at 1970-01-01T00:00:42Z, verified from turn 1
            para 2001: is started at 1970-01-01T00:01:06Z, in PT24S, on core 0
              why          block 11 schedules the claim of bob on core 0 with group 0, as it is first of 2 in its line (cores 5.4)
              turns        4 until then
              assumed      no claim comes, nothing is disputed, and no session changes
              assumed      a block comes every PT6S (p50 of 7)
              assumed      no candidate becomes available, as none has in the history that was read
              assumed      a claim is backed in the block that schedules it (1 of 1 were)
            """);
    assertThat(chain.unless("2001"))
        .isEqualTo(
            """
            unless: para 2001 waits since 1970-01-01T00:00:02Z
              with 1 more core for parathreads, it is placed at 1970-01-01T00:00:06Z
                rota whatif cores --key polkadot --add cores:1
            """);
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

    assertThat(chain.why("2000"))
        .isEqualTo(
            """
            cores polkadot: turn 14 at 1970-01-01T00:01:06Z, verified from turn 1
            para 2000
              waits for core 0, as its offset is 0; place 1 of 1 in its line; the core is scheduled for para 2001 with the claim of bob, but group 0 has not backed it up to block 11; block 12 schedules para 2000 with group 0 (cores 5.4)
                * core 0: the claim has its offset, 0 (cores 5.1)
                * para 2000: first in its line: block 12 schedules it (cores 5.4)
              turn 1, 1970-01-01T00:00:00Z: session 1 starts with block 1: the para is a parathread, it was not registered (cores 6)
              turn 2, 1970-01-01T00:00:01Z: the claim of alice joins the queue for core 0, at place 1 of its line, as the cursor is at offset 0 (cores 5.2)
                * core 0: the cursor is at offset 0 (cores 5.1)
              turn 4, 1970-01-01T00:00:06Z: block 1 schedules the claim of alice on core 0 with group 0, as it is first of 2 in its line (cores 5.4)
                * para 2000: first in its line (cores 5.4)
                - para 2001: place 2 in its line, behind para 2000 (cores 5.1)
              turn 4, 1970-01-01T00:00:06Z: backed on core 0 in block 1 by group 0: the candidate occupies the core (cores 5.6)
              turn 14, 1970-01-01T00:01:06Z: the candidate of para 2000 on core 0, which group 0 backed in block 1, timed out in block 11, 10 blocks later, as its period is 5 blocks and the rotation is 0 blocks old; the claim returns to the queue for core 0, at place 2 of its line, with 0 of 0 retries (cores 5.3)
                * core 0: the cursor is at offset 0 (cores 5.1)
              turn 14, 1970-01-01T00:01:06Z: waits on: block 11 schedules para 2001 on core 0 with group 0, as it is first in the line (cores 5.1)
                * para 2001: first in its line (cores 5.4)
                - para 2000: place 2 in its line, behind para 2001 (cores 5.1)
              turn 14, 1970-01-01T00:01:06Z: the schedule of block 11 shows the para on core 0 with group 0 in the next block (cores 8)
            """);
    assertThat(chain.forecast("2000"))
        .isEqualTo(
            """
            cores polkadot: turn 14 at 1970-01-01T00:01:06Z, verified from turn 1
            para 2000: is started at 1970-01-01T00:01:12Z, in PT6S, on core 0
              why          block 12 schedules the claim of alice on core 0 with group 0, as it is first of 1 in its line (cores 5.4)
              turns        1 until then
              assumed      no claim comes, nothing is disputed, and no session changes
              assumed      a block comes every PT6S (p50 of 11)
              assumed      a claim is not backed in the block that schedules it (1 of 2 were)
            """);
    assertThat(chain.unless("2000"))
        .isEqualTo(
            """
            unless: para 2000 waits since 1970-01-01T00:01:06Z
              with 1 more core for parathreads, it does not begin to wait
                rota whatif cores --key polkadot --add cores:1
            """);
  }
}
