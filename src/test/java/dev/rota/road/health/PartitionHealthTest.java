package dev.rota.road.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.health.PartitionHealth.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is known of a partition, and what a person reads of it. */
class PartitionHealthTest {
  private static final long NOW = 1_000_000;
  private static final long OWNER_SINCE = NOW - 7_000;
  private static final long UNKNOWN_SINCE = NOW - 8_000;
  private static final LedgerReading READ = reading(null, null, 0, true, 0);
  private static final PartitionOwner MEMBER =
      new PartitionOwner(PartitionOwner.Kind.MEMBER, "engine-1 at 10.0.0.7");
  private static final PartitionOwner NOBODY =
      new PartitionOwner(PartitionOwner.Kind.NOBODY, "the group g has no member");
  private static final WaitingInputs THREE = new WaitingInputs(3, NOW - 40_000, false);

  @Test
  void allIsWellOnlyIfAllIsKnown() {
    assertThat(of(READ, facts(WaitingInputs.NONE, MEMBER))).isEqualTo(Cause.WELL);
    assertThat(of(READ, null)).as("a capsule has no cluster").isEqualTo(Cause.WELL);
    assertThat(Cause.WELL.level()).isEqualTo(Level.WELL);
    assertThat(Cause.NOT_PROVED.rank()).as("the worst").isZero();
    assertThat(Cause.NOT_ALLOWED.level()).isEqualTo(Level.UNKNOWN);
    assertThat(Cause.NOT_HEARD.level()).isEqualTo(Level.WRONG);
    assertThat(Cause.NOT_HEARD.isReady()).isFalse();
    assertThat(Cause.NOT_DECIDED.isReady()).isFalse();
  }

  @Test
  void inputsThatNobodyDecidesAreToldWithTheirAge() {
    says(
        READ,
        facts(THREE, NOBODY),
        Cause.NOT_DECIDED,
        "3 inputs wait, the oldest 40 s; no engine decides bots partition 2: the group g has no"
            + " member");
    says(
        READ,
        facts(WaitingInputs.NONE, NOBODY),
        Cause.NO_ENGINE,
        "no engine decides bots partition 2; no input waits: the group g has no member");
    assertThat(Cause.NO_ENGINE.isReady()).as("answers are those of now").isTrue();
  }

  @Test
  void inputsThatSomebodyTakesAreToldIfTheyWaitForMoreThanAMoment() {
    says(
        READ,
        facts(THREE, MEMBER),
        Cause.BACKLOG,
        "3 inputs wait, the oldest 40 s; bots partition 2: engine-1 at 10.0.0.7 has it");
    assertThat(of(READ, facts(new WaitingInputs(3, NOW - 4_000, false), MEMBER)))
        .isEqualTo(Cause.WELL);
    ClusterFacts stands = new Said(THREE, MEMBER).standsSince(NOW - 31_000).facts();
    says(
        READ,
        stands,
        Cause.STANDS,
        "3 inputs wait, the oldest 40 s; none of bots partition 2 was taken for 31 s;"
            + " engine-1 at 10.0.0.7 has it");
    says(
        READ,
        facts(THREE, PartitionOwner.unknown("User:f lacks Describe on group g")),
        Cause.BACKLOG,
        "3 inputs wait, the oldest 40 s; bots partition 2: it is not known which engine has it:"
            + " User:f lacks Describe on group g");
    says(
        READ,
        facts(THREE, new PartitionOwner(PartitionOwner.Kind.MOVING, "the group g moves")),
        Cause.BACKLOG,
        "3 inputs wait, the oldest 40 s; bots partition 2: the group g moves");
  }

  @Test
  void aHeldPartitionIsToldAsHeld() {
    ClusterFacts held = new Said(THREE, MEMBER).heldSince(NOW - 60_000).facts();
    says(
        READ,
        held,
        Cause.HELD,
        "bots partition 2: held for 60 s, until 'rota release'; 3 inputs wait, the oldest 40 s");
  }

  @Test
  void aWordThatIsOldIsNoWord() {
    ClusterFacts old = new Said(WaitingInputs.NONE, MEMBER).asOf(NOW - 5_000).facts();
    says(
        READ,
        old,
        Cause.NOT_HEARD,
        "bots partition 2: nothing is known for 5 s: Kafka does not answer");
    ClusterFacts never =
        new Said(null, PartitionOwner.unknown("not asked"))
            .unknown("not asked", UNKNOWN_SINCE)
            .asOf(0)
            .facts();
    assertThat(of(READ, never)).isEqualTo(Cause.NOT_HEARD);
    ClusterFacts leaderless =
        new Said(null, MEMBER)
            .unknown("?", UNKNOWN_SINCE)
            .trouble("jobs-2 cannot be reached: no leader", NOW - 9_000)
            .facts();
    says(
        READ,
        leaderless,
        Cause.NOT_HEARD,
        "bots partition 2: nothing is known for 9 s: jobs-2 cannot be reached: no leader");
  }

  /** All displays have one order, and what nobody knows comes before what waits. */
  @Test
  void aCauseIsBehindAllThatAreOfAWorseLevel() {
    assertThat(Cause.values())
        .isSortedAccordingTo((one, other) -> other.level().compareTo(one.level()));
  }

  @Test
  void anEngineThatIsNotOpenIsNotToBeRestarted() {
    var opens =
        new PartitionCondition(Cause.OPENS, "120 of 4000 records are restored", NOW - 60_000);
    ClusterFacts stands = new Said(THREE, MEMBER).standsSince(NOW - 31_000).facts();
    for (ClusterFacts facts : List.of(stands, facts(THREE, NOBODY), facts(THREE, MEMBER))) {
      PartitionHealth one = PartitionHealth.of(2, READ, facts, List.of(opens), NOW);
      assertThat(causes(one)).containsExactly(Cause.OPENS);
      PartitionFinding found = PartitionFinding.of("bots", List.of(one), NOW).get(0);
      assertThat(found.text())
          .isEqualTo("bots partition 2: nothing is decided yet: 120 of 4000 records are restored");
      assertThat(found.next().words()).startsWith("wait until its state is restored");
    }
    ClusterFacts silent = new Said(THREE, MEMBER).asOf(NOW - 48_000).facts();
    assertThat(causes(PartitionHealth.of(2, READ, silent, List.of(opens), NOW)))
        .as("the cause first")
        .containsExactly(Cause.NOT_HEARD, Cause.OPENS);
  }

  @Test
  void aGroupThatIsNotTheEnginesIsNoMissingRight() {
    PartitionOwner other =
        new PartitionOwner(
            PartitionOwner.Kind.ELSEWHERE, "the ledger has inputs that g has not taken");
    says(
        READ,
        facts(WaitingInputs.NONE, other),
        Cause.OTHER_GROUP,
        "bots partition 2: it is not known whether somebody decides it: the ledger has inputs that"
            + " g has not taken");
    assertThat(FindingStep.of(Cause.OTHER_GROUP, "bots").sentence())
        .contains("application.id")
        .doesNotContain("acls");
  }

  @Test
  void aWordCountsForItsTimeAndNoLonger() {
    ClusterFacts well = facts(WaitingInputs.NONE, MEMBER);
    long last = NOW + PartitionHealth.HEARD_MILLIS;
    assertThat(PartitionHealth.of(2, READ, well, last).cause()).isEqualTo(Cause.WELL);
    assertThat(PartitionHealth.of(2, READ, well, last + 1).cause()).isEqualTo(Cause.NOT_HEARD);
  }

  @Test
  void whatMayNotBeAskedIsNotKnown() {
    PartitionOwner secret = PartitionOwner.unknown("User:f lacks Describe on group g");
    says(
        READ,
        facts(WaitingInputs.NONE, secret),
        Cause.NOT_ALLOWED,
        "bots partition 2: it is not known whether somebody decides it:"
            + " User:f lacks Describe on group g");
    says(
        READ,
        new Said(new WaitingInputs(3, NOW - 40_000, true), MEMBER)
            .unknown("User:f lacks Read on topic jobs", UNKNOWN_SINCE)
            .facts(),
        Cause.NOT_ALLOWED,
        "bots partition 2: it is not known whether inputs wait: User:f lacks Read on topic jobs");
    assertThat(of(READ, facts(new WaitingInputs(3, NOW - 40_000, true), MEMBER)))
        .as("they may be markers")
        .isEqualTo(Cause.NOT_ALLOWED);
    ClusterFacts dark = new Said(null, MEMBER).unknown("may not", UNKNOWN_SINCE).facts();
    assertThat(of(READ, dark)).isEqualTo(Cause.NOT_ALLOWED);
  }

  @Test
  void theFollowersOwnTroubleIsTold() {
    ClusterFacts well = facts(WaitingInputs.NONE, MEMBER);
    LedgerReading away = reading(null, "nobody answers", NOW - 12_000, true, 0);
    says(
        away,
        well,
        Cause.NOT_READ,
        "bots partition 2: the ledger cannot be read for 12 s: nobody answers");
    says(
        reading("turn 7 is forged", null, 0, true, 0),
        well,
        Cause.NOT_PROVED,
        "bots partition 2: not verified: turn 7 is forged");
    assertThat(of(reading(null, null, 0, false, 9), well)).isEqualTo(Cause.CATCHES_UP);
    assertThat(of(reading(null, null, 0, false, 9), facts(THREE, NOBODY)))
        .isEqualTo(Cause.NOT_DECIDED);
  }

  @Test
  void aFollowerIsBehindOnceMoreThanAMomentPassesAndNothingButSilenceHidesIt() {
    ClusterFacts well = facts(WaitingInputs.NONE, MEMBER);
    assertThat(of(behind(NOW - 1_000, RecentLetters.NONE), well))
        .as("it is whenever something comes")
        .isEqualTo(Cause.WELL);
    says(
        behind(NOW - 1_001, RecentLetters.NONE),
        well,
        Cause.BEHIND,
        "bots partition 2: 9 records of the ledger are not read");
    assertThat(of(behind(NOW + 3_600_000, RecentLetters.NONE), well))
        .as("a clock that was set back hides nothing")
        .isEqualTo(Cause.BEHIND);

    LedgerReading read = behind(NOW - 9_000, RecentLetters.NONE);
    RecentLetters letters = RecentLetters.NONE.plus("BAD_KEY", "bot-heartbeats/2/6", NOW);
    assertThat(causes(PartitionHealth.of(2, behind(NOW - 9_000, letters), well, NOW)))
        .containsExactly(Cause.DEAD_LETTERS, Cause.BEHIND);
    assertThat(causes(PartitionHealth.of(2, read, facts(THREE, NOBODY), NOW)))
        .containsExactly(Cause.NOT_DECIDED, Cause.BEHIND);
    ClusterFacts dark = new Said(null, MEMBER).unknown("may not", UNKNOWN_SINCE).facts();
    assertThat(causes(PartitionHealth.of(2, read, dark, NOW)))
        .containsExactly(Cause.NOT_ALLOWED, Cause.BEHIND);
    assertThat(causes(PartitionHealth.of(2, read, at(NOW - 4_001), NOW)))
        .as("of a cluster that says nothing the end is not known")
        .containsExactly(Cause.NOT_HEARD);
    LedgerReading away = reading(null, "nobody answers", NOW - 12_000, true, 9);
    assertThat(causes(PartitionHealth.of(2, away, well, NOW))).containsExactly(Cause.NOT_READ);
    LedgerReading forged = reading("turn 7 is forged", null, 0, true, 9);
    assertThat(causes(PartitionHealth.of(2, forged, well, NOW)))
        .as("it may read no further")
        .containsExactly(Cause.NOT_PROVED);
  }

  private static LedgerReading behind(long since, RecentLetters letters) {
    return new LedgerReading(
        new LedgerReading.Progress(HealthTrouble.NONE, HealthTrouble.NONE, true, 9, since),
        List.of(),
        letters);
  }

  @Test
  void equalCausesAreOneSentenceAndTheWorstIsFirst() {
    List<PartitionHealth> all =
        List.of(
            PartitionHealth.of(0, READ, facts(WaitingInputs.NONE, MEMBER), NOW),
            PartitionHealth.of(1, READ, facts(WaitingInputs.NONE, NOBODY), NOW),
            PartitionHealth.of(2, READ, facts(THREE, NOBODY), NOW),
            PartitionHealth.of(3, READ, facts(THREE, NOBODY), NOW),
            PartitionHealth.of(
                4, READ, facts(new WaitingInputs(1, NOW - 90_000, false), NOBODY), NOW));
    List<PartitionFinding> findings = PartitionFinding.of("bots", all, NOW);
    assertThat(findings)
        .extracting(PartitionFinding::cause)
        .containsExactly(Cause.NOT_DECIDED, Cause.NO_ENGINE);
    assertThat(findings.get(0).text())
        .startsWith("7 inputs wait, the oldest 90 s; no engine decides bots partitions 2-4: ");
    assertThat(findings.get(0).sinceMillis()).isEqualTo(NOW - 90_000);
    assertThat(PartitionFinding.worst(all)).isEqualTo(Level.WRONG);
    assertThat(PartitionFinding.worst(List.of())).isEqualTo(Level.WELL);
  }

  @Test
  void deadLettersAreToldUntilNoneHasComeForTenMinutes() {
    RecentLetters letters =
        RecentLetters.NONE
            .plus("BAD_KEY", "bot-heartbeats/2/6, key b:uilds", NOW - 900_000)
            .plus("WRONG_PARTITION", "bot-heartbeats/2/7, key builds", NOW - 90_000)
            .plus("UNKNOWN_SCHEMA", "bot-heartbeats/2/8, key builds", NOW - 5_000)
            .plus("WRONG_PARTITION", "bot-heartbeats/2/9, key builds", NOW - 3_000);
    LedgerReading read = new LedgerReading(LedgerReading.Progress.WHOLE, List.of(), letters);
    ClusterFacts well = facts(WaitingInputs.NONE, MEMBER);
    says(
        read,
        well,
        Cause.DEAD_LETTERS,
        "bots partition 2: 3 inputs became dead letters, the last 3 s ago: WRONG_PARTITION,"
            + " bot-heartbeats/2/9, key builds");
    PartitionHealth told = PartitionHealth.of(2, read, well, NOW);
    assertThat(told.letters().byReason())
        .as("a pause of ten minutes ends what was before")
        .containsExactlyInAnyOrderEntriesOf(Map.of("UNKNOWN_SCHEMA", 1L, "WRONG_PARTITION", 2L));
    assertThat(told.cause().isReady()).as("all else is decided").isTrue();
    assertThat(told.sinceMillis()).isEqualTo(NOW - 90_000);

    assertThat(PartitionHealth.of(2, read, at(NOW + 597_000), NOW + 597_000).cause())
        .isEqualTo(Cause.DEAD_LETTERS);
    assertThat(PartitionHealth.of(2, read, at(NOW + 597_001), NOW + 597_001))
        .matches(one -> one.cause() == Cause.WELL && one.letters().isNone());
  }

  @Test
  void theLastOfThoseOfTwoPartitionsIsTheNewest() {
    RecentLetters early = RecentLetters.NONE.plus("BAD_KEY", "jobs/0/6", NOW - 9_000);
    RecentLetters late = RecentLetters.NONE.plus("LIMIT", "jobs/1/2", NOW - 4_000);
    for (RecentLetters both : List.of(early.plus(late), late.plus(early))) {
      assertThat(both.words(NOW))
          .isEqualTo("2 inputs became dead letters, the last 4 s ago: LIMIT, jobs/1/2");
      assertThat(both.sinceMillis()).isEqualTo(NOW - 9_000);
      assertThat(both.byReason()).isEqualTo(Map.of("BAD_KEY", 1L, "LIMIT", 1L));
    }
    assertThat(early.plus(RecentLetters.NONE)).isEqualTo(early);
    assertThat(RecentLetters.NONE.plus(early)).isEqualTo(early);
  }

  @Test
  void whatIsWorseThanDeadLettersHidesThemAndTheirCountStays() {
    RecentLetters letters = RecentLetters.NONE.plus("BAD_KEY", "bot-heartbeats/2/6", NOW);
    LedgerReading read = new LedgerReading(LedgerReading.Progress.WHOLE, List.of(), letters);
    PartitionHealth one = PartitionHealth.of(2, read, facts(THREE, NOBODY), NOW);
    assertThat(one.cause()).isEqualTo(Cause.NOT_DECIDED);
    assertThat(one.letters().count()).isEqualTo(1);
    assertThat(of(read, facts(WaitingInputs.NONE, NOBODY))).isEqualTo(Cause.NO_ENGINE);
    assertThat(of(read, facts(THREE, MEMBER))).as("a backlog").isEqualTo(Cause.DEAD_LETTERS);
    ClusterFacts dark = new Said(null, MEMBER).unknown("may not", UNKNOWN_SINCE).facts();
    assertThat(of(read, dark)).as("who may not ask").isEqualTo(Cause.DEAD_LETTERS);
    assertThat(PartitionFinding.of("bots", List.of(health(1, read), health(2, read)), NOW))
        .singleElement()
        .extracting(PartitionFinding::text)
        .asString()
        .startsWith("bots partitions 1-2: 2 inputs became dead letters, the last 0 s ago: BAD_KEY");
  }

  @Test
  void whatHasItsOwnRemedyIsNotHidden() {
    LedgerReading forged = reading("turn 7 is forged", null, 0, false, 9);
    PartitionHealth both = PartitionHealth.of(2, forged, facts(THREE, NOBODY), NOW);
    assertThat(causes(both)).containsExactly(Cause.NOT_PROVED, Cause.NOT_DECIDED);
    assertThat(both.isReady()).as("answers are not those of now").isFalse();
    PartitionHealth alone = PartitionHealth.of(2, forged, facts(WaitingInputs.NONE, MEMBER), NOW);
    assertThat(causes(alone)).as("it may read no further").containsExactly(Cause.NOT_PROVED);
    assertThat(alone.isReady()).as("whoever asks for a difference must get it").isTrue();
    LedgerReading away = reading("turn 7 is forged", "nobody answers", NOW - 12_000, true, 0);
    assertThat(causes(PartitionHealth.of(2, away, facts(THREE, NOBODY), NOW)))
        .containsExactly(Cause.NOT_PROVED, Cause.NOT_READ);

    PartitionCondition full = new PartitionCondition(Cause.DISK_FULL, "the disk", NOW - 1_000);
    PartitionHealth stands =
        PartitionHealth.of(
            2,
            LedgerReading.WHOLE,
            new Said(THREE, MEMBER).standsSince(NOW - 31_000).ownerSince(0).facts(),
            List.of(full),
            NOW);
    assertThat(causes(stands)).containsExactly(Cause.DISK_FULL, Cause.STANDS);
    PartitionCondition fills = new PartitionCondition(Cause.DISK_FILLS, "the disk", NOW - 1_000);
    ClusterFacts dark = new Said(null, MEMBER).unknown("may not", NOW).facts();
    PartitionHealth unknown = PartitionHealth.of(2, LedgerReading.WHOLE, dark, List.of(fills), NOW);
    assertThat(causes(unknown)).containsExactly(Cause.NOT_ALLOWED, Cause.DISK_FILLS);
    assertThat(unknown.level()).as("the worst of both").isEqualTo(Level.UNKNOWN);
    assertThat(PartitionFinding.worst(List.of(unknown))).isEqualTo(Level.UNKNOWN);
    PartitionCondition room = new PartitionCondition(Cause.WELL, "the disk", NOW);
    assertThat(causes(PartitionHealth.of(2, LedgerReading.WHOLE, at(NOW), List.of(room), NOW)))
        .containsExactly(Cause.WELL);
  }

  @Test
  void eachFindingSaysSinceWhen() {
    ClusterFacts well = facts(WaitingInputs.NONE, MEMBER);
    since(reading("turn 7 is forged", null, 0, true, 0), well, NOW - 21_000);
    since(reading(null, "nobody answers", NOW - 12_000, true, 0), well, NOW - 12_000);
    since(reading(null, null, 0, false, 9), well, NOW - 22_000);
    since(reading(null, null, 0, true, 9), well, NOW - 22_000);
    since(READ, facts(THREE, NOBODY), NOW - 40_000);
    since(READ, facts(THREE, MEMBER), NOW - 40_000);
    since(READ, facts(WaitingInputs.NONE, NOBODY), OWNER_SINCE);
    since(READ, facts(WaitingInputs.NONE, PartitionOwner.unknown("may not")), OWNER_SINCE);
    since(READ, new Said(new WaitingInputs(3, NOW - 40_000, true), NOBODY).facts(), OWNER_SINCE);
    since(READ, new Said(null, MEMBER).unknown("may not", UNKNOWN_SINCE).facts(), UNKNOWN_SINCE);
    since(READ, new Said(null, MEMBER).asOf(0).trouble(null, NOW - 3_000).facts(), NOW - 3_000);
  }

  private static void since(LedgerReading reading, ClusterFacts facts, long since) {
    PartitionHealth one = PartitionHealth.of(2, reading, facts, NOW);
    assertThat(PartitionFinding.of("bots", List.of(one), NOW))
        .singleElement()
        .extracting(PartitionFinding::sinceMillis)
        .isEqualTo(since);
  }

  @Test
  void lanesThatAreSetAsideAreNamedWithTheirTurn() {
    assertThat(aside(new LaneSetAside("builds", 16, NOW - 5_000)))
        .matches(one -> one.sinceMillis() == NOW - 5_000)
        .extracting(PartitionFinding::text)
        .isEqualTo(
            "bots partition 2: set aside: lane builds after turn 16: its state cannot be opened,"
                + " and its inputs become dead letters");
    assertThat(
            aside(
                new LaneSetAside("a", 1, 0),
                new LaneSetAside("b", 2, NOW - 9_000),
                new LaneSetAside("c", 3, NOW - 8_000),
                new LaneSetAside("d", 4, NOW),
                new LaneSetAside("e", 5, NOW)))
        .matches(one -> one.sinceMillis() == NOW - 9_000)
        .extracting(PartitionFinding::text)
        .asString()
        .contains("lanes a after turn 1, b after turn 2, c after turn 3 and 2 more: ");
  }

  private static PartitionFinding aside(LaneSetAside... lanes) {
    LedgerReading reading =
        new LedgerReading(LedgerReading.Progress.WHOLE, List.of(lanes), RecentLetters.NONE);
    PartitionHealth one = PartitionHealth.of(2, reading, facts(WaitingInputs.NONE, MEMBER), NOW);
    assertThat(one.isReady()).as("the other lanes' answers are those of now").isTrue();
    return PartitionFinding.of("bots", List.of(one), NOW).get(0);
  }

  @Test
  void aLookThatSeesTheSameGoesOn() {
    DomainHealth.SeenSince seen = new DomainHealth.SeenSince();
    assertThat(seen.see(0, "x", 5)).isEqualTo(5);
    assertThat(seen.see(0, "x", 6)).isEqualTo(5);
    assertThat(seen.see(1, "x", 7)).as("another partition").isEqualTo(7);
    assertThat(seen.see(0, "y", 8)).isEqualTo(8);
    assertThat(seen.see(0, null, 9)).isZero();
    assertThat(seen.see(0, "y", 10)).isEqualTo(10);
    seen.keep(Set.of(0));
    assertThat(seen.see(0, "y", 11)).isEqualTo(10);
    assertThat(seen.see(1, "x", 12)).as("it had left").isEqualTo(12);
  }

  private static List<Cause> causes(PartitionHealth one) {
    return one.conditions().stream().map(PartitionCondition::cause).toList();
  }

  private static PartitionHealth health(int partition, LedgerReading reading) {
    return PartitionHealth.of(partition, reading, at(NOW), NOW);
  }

  private static ClusterFacts at(long now) {
    return new Said(WaitingInputs.NONE, MEMBER).asOf(now).facts();
  }

  /** What a cluster says of a partition, of now, and knows nothing bad of. */
  private static final class Said {
    private final WaitingInputs waiting;
    private final PartitionOwner owner;
    private HealthTrouble unknown = HealthTrouble.NONE;
    private long standsSince;
    private long ownerSince = OWNER_SINCE;
    private long heldSince;
    private long asOf = NOW;
    private HealthTrouble trouble = HealthTrouble.NONE;

    Said(WaitingInputs waiting, PartitionOwner owner) {
      this.waiting = waiting;
      this.owner = owner;
    }

    Said unknown(String why, long since) {
      unknown = new HealthTrouble(why, since);
      return this;
    }

    Said standsSince(long since) {
      standsSince = since;
      return this;
    }

    Said ownerSince(long since) {
      ownerSince = since;
      return this;
    }

    Said heldSince(long since) {
      heldSince = since;
      return this;
    }

    Said asOf(long millis) {
      asOf = millis;
      return this;
    }

    Said trouble(String what, long since) {
      trouble = new HealthTrouble(what, since);
      return this;
    }

    ClusterFacts facts() {
      return new ClusterFacts(
          waiting, unknown, standsSince, owner, ownerSince, heldSince, asOf, trouble);
    }
  }

  private static LedgerReading reading(
      String difference, String trouble, long since, boolean caughtUp, long behind) {
    return new LedgerReading(
        new LedgerReading.Progress(
            new HealthTrouble(difference, difference == null ? 0 : NOW - 21_000),
            new HealthTrouble(trouble, since),
            caughtUp,
            behind,
            behind == 0 ? 0 : NOW - 22_000),
        List.of(),
        RecentLetters.NONE);
  }

  private static ClusterFacts facts(WaitingInputs waiting, PartitionOwner owner) {
    return new Said(waiting, owner).facts();
  }

  private static Cause of(LedgerReading reading, ClusterFacts facts) {
    return PartitionHealth.of(2, reading, facts, NOW).cause();
  }

  private static void says(LedgerReading reading, ClusterFacts facts, Cause cause, String text) {
    PartitionHealth one = PartitionHealth.of(2, reading, facts, NOW);
    assertThat(one.cause()).isEqualTo(cause);
    assertThat(PartitionFinding.of("bots", List.of(one), NOW))
        .singleElement()
        .extracting(PartitionFinding::text)
        .isEqualTo(text);
  }
}
