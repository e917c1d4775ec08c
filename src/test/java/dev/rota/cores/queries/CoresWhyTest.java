package dev.rota.cores.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresWhyTest {
  /** Core 0 is the parachain's; the others are for claims. */
  private static final String THREE_CLAIMS =
      """
      block 0 session 0 chains 1 threads 10,11,12 cores 2 retries 1
      claim 10 alice
      claim 11 bob
      """;

  @Test
  void aClaimWaitsForTheCoreThatTheCursorDealsToIt() {
    WatchedChain chain = WatchedChain.of(THREE_CLAIMS);

    assertThat(chain.decided("claim 12 carol", "para", 12))
        .isEqualTo(
            """
            the claim of carol joins the queue for core 1, at place 2 of its line, as the cursor is at offset 0 (cores 5.2)
              * core 1: the cursor is at offset 0 (cores 5.1)
              - core 2: the cursor is at offset 0, this core has offset 1 (cores 5.1)""");
    assertThat(chain.now("para", 12))
        .isEqualTo(
            """
            waits for core 1, as its offset is 0; place 2 of 2 in its line, behind para 10; the core is free; the claim is scheduled in block 2 at the earliest, if the core is available in each block (cores 5.1)
              * core 1: the claim has its offset, 0 (cores 5.1)
              * para 10: first in its line: block 1 schedules it (cores 5.4)
              - para 12: place 2 in its line, behind para 10 (cores 5.1)
              - core 2: not occupied, but only for claims with offset 1 (cores 5.1)""");
    assertThat(chain.now("para", 10))
        .startsWith(
            "waits for core 1, as its offset is 0; place 1 of 2 in its line; the core is free;"
                + " block 1 schedules para 10 with group 1 (cores 5.4)");
  }

  @Test
  void whoIsBackedHoldsTheCoreAndWhoIsNotGoesBack() {
    WatchedChain chain = WatchedChain.of(THREE_CLAIMS + "claim 12 carol");

    assertThat(chain.decided("block 1 backed 0,1", "para", 12))
        .isEqualTo(
            """
            waits on: block 1 schedules para 10 on core 1 with group 1, as it is first in the line (cores 5.1)
              * para 10: first in its line (cores 5.4)
              - para 12: place 2 in its line, behind para 10 (cores 5.1)""");
    // Backed in block 1 for 5 blocks: due in 6, which is judged with the rotation of block 11.
    assertThat(chain.now("para", 12))
        .startsWith(
            "waits for core 1, as its offset is 0; place 1 of 1 in its line; the core is occupied"
                + " by para 10 with the claim of alice since block 1, in which group 1 backed it;"
                + " unless available before, it times out in block 11; the claim is scheduled in"
                + " block 2 at the earliest, if the core is available in each block (cores 5.1)");
    assertThat(chain.now("para", 11))
        .isEqualTo(
            "scheduled on core 2, but group 2 has not backed it up to block 1; block 2 returns it"
                + " to the queue, to core 2, with 1 of 1 retry and schedules it on core 2 with"
                + " group 2 (cores 5.5)");
    assertThat(chain.now("para", 1))
        .isEqualTo(
            "occupies core 0 since block 1, in which group 0 backed it; unless available before,"
                + " it times out in block 11 (cores 5.6)");
    assertThat(chain.now("core", 1))
        .isEqualTo(
            """
            occupied by para 10 with the claim of alice since block 1, in which group 1 backed it; unless available before, it times out in block 11; next up on available: para 12, on time-out: para 12; group 1 backs the core in blocks 1 to 10, group 0 after that (cores 5.6)
              * para 10: holds the core since block 1 (cores 5.6)
              - para 12: first in its line: next when the core is freed (cores 5.9)""");
    assertThat(chain.now("core", 2))
        .isEqualTo(
            """
            scheduled for para 11 with the claim of bob, but group 2 has not backed it up to block 1; block 2 schedules para 11 with group 2; group 2 backs the core in blocks 1 to 10, group 1 after that (cores 5.5)
              * para 11: first in its line: block 2 schedules it (cores 5.4)""");
    assertThat(chain.now("group", 2))
        .isEqualTo(
            """
            the group has 2 validators and backs core 2 in blocks 1 to 10, core 0 after that: groups rotate every 10 blocks from block 1 on (cores 5.7)
              * core 2: has group 2 of 3 after 0 rotations (cores G1)
              - core 0: has group 0 of 3 after 0 rotations (cores G1)
              - core 1: has group 1 of 3 after 0 rotations (cores G1)""");
  }

  @Test
  void aCoreIdlesWhileClaimsWaitForAnother() {
    WatchedChain chain =
        WatchedChain.of(
            """
            block 0 session 0 threads 10,11,12,13 cores 2 lookahead 1
            claim 10 alice
            claim 11 bob
            """);

    assertThat(chain.decided("claim 12 carol", "para", 12))
        .isEqualTo(
            """
            the claim of carol is refused, QUEUE_FULL: 2 claims wait, parathreadCores 2 * schedulingLookahead 1 may: claim again once one of them is scheduled (cores 5.2)
              * para 10: waits for core 0 (cores 5.2)
              * para 11: waits for core 1 (cores 5.2)
              - para 12: comes after 2 of 2 (cores 5.2)""");
    assertThat(chain.now("para", 12))
        .startsWith("a parathread without a claim; one would be refused now: 2 claims wait");

    chain.decided("block 1 backed 0,1", "para", 12);
    chain.decided("claim 12 carol", "para", 12);
    assertThat(chain.decided("block 2 available 1", "core", 1))
        .isEqualTo(
            "the candidate of para 11 on core 1, which group 1 backed in block 1, became available"
                + " in block 2; the core is free (cores 5.3)");
    assertThat(chain.now("core", 1))
        .isEqualTo(
            """
            free, as no claim waits for it; those that wait have another core's offset; group 1 backs the core in blocks 1 to 10, group 0 after that (cores 5.1)
              - para 12: has offset 0, so it waits for core 0 (cores 5.1)""");
    assertThat(chain.now("para", 12))
        .endsWith("- core 1: not occupied, but only for claims with offset 1 (cores 5.1)");
    assertThat(chain.now("para", 11))
        .isEqualTo("a parathread without a claim; one would be queued now, for core 1 (cores 5.2)");
  }

  /**
   * The claim of 10 is due in block 6, but judged with the rotation of block 11. There the cursor
   * sends it to the other core, and the group that has seen it time out comes along.
   */
  @Test
  void aRotationOverATimeOut() {
    String before =
        """
        block 0 session 0 threads 10,11 cores 2 validators 4
        claim 10 alice
        claim 11 bob
        block 1 backed 0,1
        block 2 available 1
        claim 11 bob
        """;
    String block = "block 11 timedout 0 backed 1";
    assertThat(WatchedChain.of(before).now("para", 11))
        .startsWith(
            "waits for core 0, as its offset is 0; place 1 of 1 in its line; the core is occupied"
                + " by para 10 with the claim of alice since block 1, in which group 0 backed it;"
                + " unless available before, it times out in block 11;");

    assertThat(WatchedChain.of(before).decided(block, "core", 0))
        .isEqualTo(
            """
            block 11 is of rotation 1: group 1 takes the core over from group 0, but not the candidate of para 10, which group 0 backed in block 1 (cores 5.7)
            the candidate of para 10 on core 0, which group 0 backed in block 1, timed out in block 11, 10 blocks later, as its period is 5 blocks and the rotation is 0 blocks old; the core is free (cores 5.3)
            block 11 schedules para 11 with group 1, as it is first of 1 in the line (cores 5.4)
              * para 11: first in its line (cores 5.4)
            the schedule of block 11 shows the core free in the next block (cores 8)""");
    WatchedChain chain = WatchedChain.of(before);
    assertThat(chain.decided(block, "para", 10))
        .isEqualTo(
            """
            the candidate of para 10 on core 0, which group 0 backed in block 1, timed out in block 11, 10 blocks later, as its period is 5 blocks and the rotation is 0 blocks old; the claim returns to the queue for core 1, at place 1 of its line, with 0 of 0 retries (cores 5.3)
              * core 1: the cursor is at offset 1 (cores 5.1)
              - core 0: the cursor is at offset 1, this core has offset 0 (cores 5.1)
            block 11 schedules the claim of alice on core 1 with group 0, as it is first of 1 in its line (cores 5.4)
              * para 10: first in its line (cores 5.4)
            backed on core 1 in block 11 by group 0: the candidate occupies the core (cores 5.6)""");
    assertThat(chain.now("para", 10))
        .isEqualTo(
            "occupies core 1 since block 11, in which group 0 backed it; unless available before,"
                + " it times out in block 21 and returns to the queue, with 0 of 0 retries"
                + " (cores 5.6)");
    assertThat(chain.now("core", 1))
        .startsWith(
            "occupied by para 10 with the claim of alice since block 11, in which group 0 backed"
                + " it; unless available before, it times out in block 21; next up on available:"
                + " nobody, on time-out: para 10 again, unless the cursor sends it to another"
                + " core; group 0 backs the core in blocks 11 to 20, group 1 after that");
    assertThat(chain.now("para", 11))
        .isEqualTo(
            "scheduled on core 0, but group 1 has not backed it up to block 11; block 12 drops it"
                + " as RETRIES_EXHAUSTED, after 0 of 0 retries (cores G4)");
    assertThat(WatchedChain.of(before).decided(block, "group", 0))
        .isEqualTo(
            """
            block 11 is of rotation 1: the group moves from core 0 to core 1 (cores 5.7)
            block 11 schedules para 10 on core 1, which the group has then (cores 5.4)
            para 10 is backed on core 1 in block 11 by group 0: the candidate occupies the core (cores 5.6)""");
  }

  @Test
  void aTimeOutThatThePeriodsDoNotSayIsToldAsTheChainsWord() {
    WatchedChain chain =
        WatchedChain.of("block 0 session 0 chains 1 validators 4\nblock 1 backed 0");

    assertThat(chain.decided("block 8 timedout 0", "core", 0).lines().limit(2))
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith(
                        "what the block says is believed, NOT_TIMED_OUT: freed names core 0")
                    .endsWith("block 8 is 7 blocks into one (cores 5.8)"),
            second ->
                assertThat(second)
                    .isEqualTo(
                        "the candidate of para 1 on core 0, which group 0 backed in block 1, timed"
                            + " out in block 8 by the chain's word, 7 blocks later, though its"
                            + " period is 3 blocks and the rotation is 7 blocks old; the core is"
                            + " free (cores 5.3)"));
  }

  @Test
  void aSessionChangeMovesAndDropsClaims() {
    String before =
        """
        block 0 session 0 threads 10,11,12 cores 1 lookahead 3
        claim 10 alice
        claim 11 bob
        claim 12 carol
        block 1 backed 0
        """;
    String change = "block 2 session 1 threads 10,12 cores 2";
    assertThat(WatchedChain.of(before).decided(change, "para", 10))
        .isEqualTo(
            """
            the session change at the end of block 2 empties core 0, so the candidate there is lost; the claim returns to the queue at offset 0, with 0 of 0 retries (cores G2)
              * core 0: the cursor is at offset 0 (cores 5.1)
            claim 2 of 2 that stay; it waits for core 1 at offset 1, no longer at offset 0 (cores G2)
            the schedule of block 2 shows the para on core 1 with group 1 in the next block (cores 8)""");
    WatchedChain chain = WatchedChain.of(before);
    assertThat(chain.decided(change, "para", 11))
        .isEqualTo(
            """
            session 1 starts with block 3: the para is not registered, it was a parathread (cores 6)
            the claim of bob is dropped, DEREGISTERED: session 1 has no parathread 11 (cores 6)""");
    assertThat(chain.now("para", 11)).isEqualTo("unknown");
    assertThat(WatchedChain.of(before).decided(change, "core", 1))
        .isEqualTo(
            """
            session 1 starts with block 3: the core is empty and for claims with offset 1 (cores 6.1)
            the session change leaves in its line: para 10; it was: nobody (cores G2)
            the schedule of block 2 shows the core with para 10 and group 1 in the next block (cores 8)""");
    assertThat(WatchedChain.of(before).decided(change, "group", 1))
        .isEqualTo(
            """
            session 1 starts with block 3: the group has 3 of 6 validators and begins with core 1 (cores 6.3)
            the schedule of block 2 shows the group on core 1 with para 10 in the next block (cores 8)""");
  }

  @Test
  void underRuntimeALeakedEntryIsTheReasonThatAParaCannotClaim() {
    WatchedChain chain =
        WatchedChain.of(
            """
            block 0 session 0 rules RUNTIME threads 10 cores 1
            claim 10 alice
            block 1
            """);

    assertThat(chain.decided("block 2", "para", 10))
        .isEqualTo(
            "the claim of alice is dropped, RETRIES_EXHAUSTED: group 0 has not backed it on core 0,"
                + " after 0 of 0 retries; RUNTIME keeps the claim index, so the para cannot claim"
                + " again (cores 5.5)");
    assertThat(chain.now("para", 10))
        .isEqualTo(
            "without a claim, but RUNTIME keeps a dropped one in the claim index: no new one is"
                + " taken until a session has no parathread cores or other rules (cores 5.5)");
  }

  @Test
  void whereRuntimeWouldAbortThatIsTheReason() {
    WatchedChain chain =
        WatchedChain.of(
            "block 0 session 0 rules RUNTIME threads 10 cores 1 rotation 0\nclaim 10 alice");

    assertThat(chain.now("para", 10))
        .isEqualTo(
            """
            waits for core 0, as its offset is 0; place 1 of 1 in its line; RUNTIME would abort over block 1: groupRotationFrequency is 0: the group of core 0 at 1 (cores 12)
              * core 0: the claim has its offset, 0 (cores 5.1)
              - para 10: first in its line, but RUNTIME would abort over block 1: groupRotationFrequency is 0: the group of core 0 at 1 (cores 12)""");
    assertThat(chain.now("group", 0))
        .isEqualTo(
            "the group has 6 validators and no core, as groupRotationFrequency is 0: RUNTIME aborts"
                + " over the look-up (cores G5)");
  }

  @Test
  void aParachainLosesItsCandidateWithTheSession() {
    WatchedChain chain =
        WatchedChain.of("block 0 session 0 chains 1,2 validators 4\nblock 1 backed 0,1");

    assertThat(chain.decided("block 2 session 1 chains 2 threads 1 validators 4", "para", 2))
        .isEqualTo(
            """
            session 1 starts with block 3: the para is the parachain of core 0, it was the parachain of core 1 (cores 6)
            session 1 starts with block 3: core 1 is emptied, so the candidate there is lost (cores 6.2)
            the schedule of block 2 shows the para on core 0 with group 0 in the next block (cores 8)""");
    assertThat(chain.now("para", 2))
        .isEqualTo(
            "parachain of core 0, which is free; block 3 schedules para 2 with group 0"
                + " (cores 5.4)");
    assertThat(chain.now("para", 1))
        .startsWith("a parathread without a claim; one would be refused now: 0 claims wait");
  }

  @Test
  void withoutGroupsNothingIsScheduled() {
    WatchedChain chain =
        WatchedChain.of(
            "block 0 session 0 chains 1 threads 10 cores 1 validators 0\nclaim 10 alice\nblock 1");

    assertThat(chain.now("para", 10))
        .startsWith(
            "waits for core 1, as its offset is 0; place 1 of 1 in its line; nothing is scheduled"
                + " without groups (cores 5.4)");
    assertThat(chain.now("para", 1))
        .isEqualTo(
            "parachain of core 0, which is free, as nothing is scheduled without groups"
                + " (cores 5.4)");
    assertThat(chain.now("core", 0))
        .isEqualTo(
            "free, as nothing is scheduled without groups; session 0 has no groups"
                + " (cores 5.4)");
  }

  @Test
  void aSurplusCoreIsNeverAssigned() {
    WatchedChain chain = WatchedChain.of("block 0 session 0 chains 1 validators 4 percore 2");

    assertThat(chain.now("core", 1))
        .startsWith(
            "surplus, so never assigned: parachains take 1 and claims 0 of 2 cores; group 1");
  }

  @Test
  void whatTheChainDoesNotKnowHasNoReason() {
    WatchedChain chain = WatchedChain.of(THREE_CLAIMS);

    for (String id : List.of("3", "99", "4294967296")) {
      assertThat(chain.now("para", Long.parseLong(id))).as(id).isEqualTo("unknown");
      assertThat(chain.now("core", Long.parseLong(id))).as(id).isEqualTo("unknown");
      assertThat(chain.now("group", Long.parseLong(id))).as(id).isEqualTo("unknown");
    }
    assertThat(chain.now("block", 0)).isEqualTo("unknown");
  }
}
