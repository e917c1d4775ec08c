package dev.rota.app.rollout;

import static dev.rota.app.rollout.RolloutScene.group;
import static dev.rota.app.rollout.RolloutScene.look;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.doctor.DoctorFinding;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.app.rollout.PartitionPause.Heir;
import dev.rota.app.size.SizeFigures;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.health.FindingStep;
import dev.rota.road.health.GroupMembers;
import dev.rota.road.health.PartitionFinding;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.stream.status.RestoredRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Test;

/** What follows for a rolling restart from what a cluster and its engines say. */
class RolloutPlanTest {
  private static final RolloutFacts.Settings SETTINGS =
      new RolloutFacts.Settings(0, 6.0, CheckpointSchedule.DEFAULT);
  private static final RestoreRate RATE = RestoreRate.read(0, 100, 1_000_000, 2.0);
  private static final Map<Integer, Long> CHANGELOGS = Map.of(0, 500L, 1, 50L, 2, 50L);

  private static GroupMembers.Member member(String instance, int thread, Integer... partitions) {
    return copying(instance, thread, null, partitions);
  }

  private static GroupMembers.Member copying(
      String instance, int thread, Set<Integer> standbys, Integer... partitions) {
    String client = "%s-StreamThread-%d".formatted(instance, thread);
    return RolloutScene.member(client + "-id", client, standbys, partitions);
  }

  private static RolloutFacts facts(
      GroupMembers group, List<EngineStatus> statuses, RolloutFacts.Settings settings) {
    return new RolloutFacts(
        "bots",
        "rota-bots",
        EngineInstance.of(group, statuses),
        3,
        tails("builds"),
        CHANGELOGS,
        RATE,
        null,
        settings,
        SizeFigures.all().get("bots"));
  }

  private static Map<Integer, LedgerTail> tails(String... lanes) {
    Map<Integer, LedgerTail> tails = new TreeMap<>();
    for (int i = 0; i < 3; i++) {
      LedgerTail tail = new LedgerTail();
      for (String lane : lanes) {
        tail.add(List.of(RolloutScene.turn(lane, 1_000)));
      }
      tails.put(i, tail);
    }
    return tails;
  }

  private static EngineStatus status(String url, Set<Integer> active, Set<Integer> standby) {
    return new EngineStatus(url, "0.3.0", 4, active, standby, Set.of(), List.of(), "", "");
  }

  @Test
  void whatAnEngineHasRestoredItselfIsBetterKnownThanWhatWasRead() {
    EngineStatus slow = restored(new RestoredRows(2, 200, 40_000));
    RestoreRate best = RestoreRate.best(RATE, List.of(slow), CHANGELOGS);
    assertThat(best.secondsFor(500)).isEqualTo(100);
    assertThat(best.bytesOf(500)).isEqualTo(5_000_000);
    assertThat(best.source()).contains("engine at u:1");
    assertThat(RestoreRate.best(null, List.of(slow), CHANGELOGS).bytesOf(500)).isNull();
    EngineStatus moment = restored(new RestoredRows(2, 3, 200));
    assertThat(RestoreRate.best(RATE, List.of(moment), CHANGELOGS)).isEqualTo(RATE);
    assertThat(RestoreRate.best(null, List.of(), Map.of())).isNull();
  }

  private static EngineStatus restored(RestoredRows rows) {
    return new EngineStatus("u:1", "1", 4, Set.of(), Set.of(), Set.of(), List.of(rows), "", "");
  }

  private static List<Heir> heirs(RolloutPlan plan) {
    return plan.steps().stream()
        .flatMap(step -> step.pauses().stream())
        .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
        .map(PartitionPause::heir)
        .toList();
  }

  @Test
  void whoCostsLeastIsFirstAndThreadsOfAProcessAreOneEngine() {
    RolloutFacts facts =
        facts(
            group(member("b", 1, 0), member("a", 2, 2), member("a", 1, 1), member("c", 1)),
            List.of(),
            SETTINGS);
    RolloutPlan plan = RolloutPlan.of(facts);
    assertThat(plan.steps())
        .extracting(step -> step.instance().name() + step.instance().partitions())
        .as("idle, then little to restore, then much")
        .containsExactly("c[]", "a[1, 2]", "b[0]");
    assertThat(plan.why(plan.steps().get(0))).startsWith("it decides nothing");
    PartitionPause much = plan.steps().get(2).pauses().get(0);
    assertThat(much.bytes()).isEqualTo(5_000_000);
    assertThat(much.stop().words()).as("1.8 s and 500 records at 50 a second").isEqualTo("11.8 s");
    assertThat(plan.longest().words()).isEqualTo("13.3 s");
    assertThat(plan.sum().words()).isEqualTo("21.9 s");
  }

  @Test
  void whoTellsOfCopiesDecidesWhetherAPartitionIsTakenOverWarm() {
    GroupMembers classic = group(member("a", 1, 0, 1), member("b", 1, 2));
    assertThat(heirs(RolloutPlan.of(facts(classic, List.of(), SETTINGS))))
        .containsOnly(Heir.COLD_BY_SETTINGS);
    var copies = new RolloutFacts.Settings(1, 6.0, CheckpointSchedule.DEFAULT);
    RolloutPlan assumed = RolloutPlan.of(facts(classic, List.of(), copies));
    assertThat(heirs(assumed)).containsOnly(Heir.WARM_BY_SETTINGS);
    assertThat(assumed.longest().words()).as("the copy may be away").isEqualTo("3.3 to 13.3 s");
    List<EngineStatus> told =
        List.of(status("u:1", Set.of(0, 1), Set.of()), status("u:2", Set.of(2), Set.of(0)));
    assertThat(heirs(RolloutPlan.of(facts(classic, told, copies))))
        .as("what engines say counts before the settings")
        .containsExactly(Heir.WARM, Heir.COLD, Heir.COLD);
    GroupMembers streams = group(copying("a", 1, Set.of(), 0, 1), copying("b", 1, Set.of(1), 2));
    assertThat(heirs(RolloutPlan.of(facts(streams, List.of(), SETTINGS))))
        .containsExactly(Heir.COLD, Heir.WARM, Heir.COLD);
  }

  @Test
  void whatIsNotKnownIsSaidAsSuch() {
    RolloutPlan alone = RolloutPlan.of(facts(group(member("a", 1, 0, 1, 2)), List.of(), SETTINGS));
    assertThat(heirs(alone)).containsOnly(Heir.NOBODY);
    assertThat(alone.longest().words()).isEqualTo("at least 3.3 s");
    assertThat(alone.longestKilled().most()).isNull();
    RolloutFacts dark =
        new RolloutFacts(
            "alarms",
            "rota-alarms",
            EngineInstance.of(group(member("a", 1, 0), member("b", 1, 1)), List.of()),
            2,
            Map.of(),
            Map.of(),
            null,
            "there is no changelog yet",
            new RolloutFacts.Settings(0, null, CheckpointSchedule.DEFAULT),
            null);
    RolloutPlan unknown = RolloutPlan.of(dark);
    assertThat(unknown.longest().words()).isEqualTo("at least 3.3 s");
    assertThat(unknown.steps().get(0).pauses().get(0).rows()).contains("nobody knows how much");
    String text = String.join("\n", new RolloutReport(dark, unknown, List.of()).report().text());
    assertThat(text).contains("nobody knows which", "there is no changelog yet", "nothing was");
  }

  @Test
  void tenThousandLanesAreCountedAndAFewAreNamed() throws IOException {
    String[] names = IntStream.range(0, 10_000).mapToObj(i -> "lane-" + i).toArray(String[]::new);
    GroupMembers group = group(member("a", 1, 0, 1), member("b", 1, 2));
    RolloutFacts few = facts(group, List.of(), SETTINGS);
    RolloutFacts facts =
        new RolloutFacts(
            "bots",
            "rota-bots",
            few.instances(),
            3,
            tails(names),
            CHANGELOGS,
            RATE,
            null,
            SETTINGS,
            null);
    var report = new RolloutReport(facts, RolloutPlan.of(facts), List.of()).report();
    assertThat(report.text())
        .filteredOn(line -> line.contains("  lanes"))
        .hasSize(3)
        .allMatch(line -> line.contains("10000 in its last 10000 turns, such as lane-0, "))
        .allMatch(line -> line.length() < 200);
    assertThat(report.json()).contains("\"lanes\":10000").hasSizeLessThan(20_000);
  }

  @Test
  void whatSpeaksAgainstItIsToldWithWhatMendsIt() {
    GroupMembers two = group(member("a", 1, 0, 1), member("b", 1, 2));
    RolloutChecks checks = checks(facts(two, List.of(), SETTINGS));
    assertThat(checks.engines(Optional.of(two)).verdict()).isEqualTo(Verdict.OK);
    var moving = new GroupMembers(GroupState.PREPARING_REBALANCE, "Classic", two.members());
    assertThat(checks.engines(Optional.of(moving)).verdict()).isEqualTo(Verdict.FAIL);
    RolloutFacts between = facts(group(member("a", 1), member("b", 1)), List.of(), SETTINGS);
    RolloutPlan unowned = RolloutPlan.of(between);
    assertThat(unowned.why(unowned.steps().get(0))).contains("only 0 of 3 partitions");
    RolloutChecks none = checks(facts(group(), List.of(), SETTINGS));
    assertThat(none.engines(Optional.empty()).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(none.plan().longest().words()).isEqualTo("0.0 s");
    RolloutChecks alone = checks(facts(group(member("a", 1, 0, 1, 2)), List.of(), SETTINGS));
    assertThat(alone.engines(Optional.of(two)).mend().get(0)).contains("start a second one");
    assertThat(alone.standbys().verdict()).isEqualTo(Verdict.OK);

    assertThat(checks.standbys().what())
        .as("ten seconds of a restore; the others take one")
        .startsWith("no other engine has the rows of the partitions [0]: ");
    assertThat(checks.standbys().mend().get(0)).contains("standbys=1");
    var byBrokers = new RolloutFacts.Settings(0, null, CheckpointSchedule.DEFAULT);
    assertThat(checks(facts(two, List.of(), byBrokers)).standbys().mend().get(0))
        .contains("--entity-name rota-bots --add-config streams.num.standby.replicas=1");

    FindingStep start = FindingStep.of(Cause.NOT_DECIDED, "bots");
    FindingStep wait = FindingStep.of(Cause.BACKLOG, "bots");
    var waits = new PartitionFinding(Cause.NOT_DECIDED, List.of(1), "3 inputs wait", 1, start);
    var slow = new PartitionFinding(Cause.BACKLOG, List.of(2), "9 inputs wait", 1, wait);
    assertThat(checks.health(List.of(waits, slow)))
        .extracting(one -> one.verdict() + " " + one.mend().get(0))
        .containsExactly(
            "FAIL start an engine: rota run --domains bots -b b:1",
            "WARN wait until they are taken, or start another engine: rota top bots");
    assertThat(checks.health(List.of()))
        .extracting(DoctorFinding::verdict)
        .containsOnly(Verdict.OK);
  }

  private static RolloutChecks checks(RolloutFacts facts) {
    return new RolloutChecks(facts, RolloutPlan.of(facts), "b:1");
  }

  @Test
  void newerRulesAreHeldUntilEachEngineKnowsThem() {
    GroupMembers two = group(member("a", 1, 0, 1), member("b", 1, 2));
    RolloutChecks checks = checks(facts(two, List.of(), SETTINGS)); // the ledger has rules 3
    assertThat(checks.rules(2, RulesAdoption.NEWEST).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(checks.rules(3, RulesAdoption.NEWEST).verdict()).isEqualTo(Verdict.OK);
    assertThat(checks.rules(4, RulesAdoption.HOLD).verdict()).isEqualTo(Verdict.OK);
    assertThat(checks.rules(4, RulesAdoption.NEWEST).mend().get(0)).contains("rules.adopt=hold");
    List<EngineStatus> all =
        List.of(status("u:1", Set.of(0, 1), Set.of()), status("u:2", Set.of(2), Set.of()));
    assertThat(checks(facts(two, all, SETTINGS)).rules(4, RulesAdoption.NEWEST).verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void enginesThatAreUnlikeStrangeOrNotReadyAreNamed() {
    GroupMembers two = group(member("a", 1, 0, 1), member("b", 1, 2));
    EngineStatus well = status("u:1", Set.of(0, 1), Set.of());
    EngineStatus older =
        new EngineStatus("u:2", "0.2.0", 3, Set.of(2), Set.of(), Set.of(), List.of(), "", "");
    EngineStatus another =
        new EngineStatus("u:3", "0.3.0", 0, Set.of(), Set.of(), Set.of(), List.of(), "", "");
    EngineStatus opens =
        new EngineStatus("u:4", "0.3.0", 4, Set.of(2), Set.of(), Set.of(2), List.of(), "", "");
    EngineStatus ill =
        new EngineStatus("u:5", "0.3.0", 4, Set.of(2), Set.of(), Set.of(), List.of(), "full", "");
    EngineStatus stray = status("u:6", Set.of(7), Set.of());
    List<EngineStatus> all = List.of(well, older);
    RolloutChecks checks = checks(facts(two, all, SETTINGS));
    assertThat(told(checks, well)).containsExactly("OK");
    assertThat(checks.statuses(all).get(0).what())
        .contains("unlike versions: 0.2.0 rules 3, 0.3.0 rules 4");
    assertThat(told(checks, well, another)).contains("WARN");
    assertThat(checks(facts(two, List.of(opens), SETTINGS)).statuses(List.of(opens)).get(0).what())
        .contains("opens the partitions [2]");
    assertThat(told(checks, ill)).containsExactly("FAIL");
    assertThat(checks.statuses(List.of(stray)).get(0).what()).contains("no member of the group");
    assertThat(told(checks)).containsExactly("UNKNOWN");
  }

  private static List<String> told(RolloutChecks checks, EngineStatus... asked) {
    return checks.statuses(List.of(asked)).stream().map(one -> one.verdict().name()).toList();
  }

  @Test
  void theFiguresAreThoseOfThePage() throws IOException {
    List<String> rows = Files.readAllLines(Path.of("docs/faults.md"));
    assertThat(rows)
        .anyMatch(row -> row.startsWith("| engine SIGTERM (F2) | " + RestartFigures.STOP + " s |"))
        .anyMatch(
            row ->
                row.startsWith(
                    "| engine joins one that has everything | " + RestartFigures.JOIN + " s |"))
        .anyMatch(
            row ->
                row.matches(
                    "\\| engine kill -9, transaction open .* \\| "
                        + RestartFigures.KILL
                        + " s \\|.*"))
        .anyMatch(
            row ->
                row.contains(
                    "noticed after its session time-out, "
                        + (int) RestartFigures.KILL_SESSION
                        + " s"));
  }

  @Test
  void aRestartIsFollowedFromMemberToMember() {
    GroupMembers.Member a = member("a", 1, 0, 1);
    GroupMembers.Member b = member("b", 1, 2);
    RestartTracker tracker =
        new RestartTracker(RolloutPlan.of(facts(group(a, b), List.of(), SETTINGS)));
    assertThat(look(tracker, group(a, b))).isEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(tracker.page(i, seconds(1))).isEmpty();
      assertThat(tracker.page(i, seconds(2))).isEmpty();
    }
    assertThat(look(tracker, group(a, b))).as("all is as it was").isEmpty();
    var moving = new GroupMembers(GroupState.PREPARING_REBALANCE, "Classic", List.of(b));
    assertThat(look(tracker, moving)).containsExactly(new RestartTracker.Restarted("a", 1, 2));
    GroupMembers.Member all = member("b", 1, 0, 1, 2);
    assertThat(tracker.page(0, seconds(5))).as("the group has not said who decides it").isEmpty();
    assertThat(look(tracker, group(all))).isEmpty();
    assertThat(moved(tracker.page(0, seconds(6)))).containsExactly("0 a b 3.0 11.8 s");
    assertThat(tracker.silent()).containsExactly(1);
    assertThat(moved(tracker.page(1, seconds(9)))).containsExactly("1 a b 7.0 2.8 s");
    assertThat(tracker.isDone()).isFalse();

    GroupMembers.Member again =
        new GroupMembers.Member("new", "a-StreamThread-1", "h", List.of(0, 1), null);
    assertThat(look(tracker, group(again, b))).isEmpty();
    assertThat(moved(tracker.page(0, seconds(10)))).containsExactly("0 b a 4.0 1.5 s");
    assertThat(moved(tracker.page(1, seconds(10)))).containsExactly("1 b a 1.0 1.5 s");
    var other = new GroupMembers.Member("other", "b-StreamThread-1", "h", List.of(2), null);
    assertThat(look(tracker, group(again, other)))
        .as("so quick that it was not seen to be away")
        .containsExactly(new RestartTracker.Restarted("b", 2, 2));
    assertThat(tracker.isDone()).isTrue();
    assertThat(tracker.silent()).containsExactly(2);
    assertThat(moved(tracker.page(2, seconds(12)))).containsExactly("2 b b 10.0 2.8 s");
  }

  /** The brokers end a session under load, and the group's names alone say the same of both. */
  @Test
  void anEngineThatJoinsAgainWasNotRestartedIfItsProcessIsTheSame() {
    GroupMembers.Member a = member("a", 1, 0, 1);
    GroupMembers.Member b = member("b", 1, 2);
    List<EngineStatus> told = List.of(started("u:1", "10:00Z", 0, 1), started("u:2", "11:00Z", 2));
    RestartTracker tracker = new RestartTracker(RolloutPlan.of(facts(group(a, b), told, SETTINGS)));
    assertThat(tracker.away(group(a, b))).as("nothing is to be asked").isEmpty();
    assertThat(away(tracker, group(b))).containsExactly("a");
    assertThat(tracker.group(group(b), Map.of("a", "10:00Z"))).as("it runs").isEmpty();
    assertThat(tracker.group(group(b), Map.of("a", "")))
        .as("it does not answer")
        .containsExactly(new RestartTracker.Restarted("a", 1, 2));
    GroupMembers.Member again =
        new GroupMembers.Member("new", "a-StreamThread-1", "h", List.of(0, 1), null);
    assertThat(away(tracker, group(again, b))).as("until it answers").containsExactly("a");
    assertThat(tracker.group(group(again, b), Map.of("a", ""))).isEmpty();
    assertThat(tracker.group(group(again, b), Map.of("a", "10:00Z")))
        .containsExactly(new RestartTracker.Rejoined("a"));
    assertThat(away(tracker, group(again, b))).isEmpty();

    assertThat(tracker.group(group(b), Map.of("a", "")))
        .as("now it is restarted")
        .containsExactly(new RestartTracker.Restarted("a", 1, 2));
    GroupMembers.Member next =
        new GroupMembers.Member("next", "a-StreamThread-1", "h", List.of(0, 1), null);
    assertThat(tracker.group(group(next, b), Map.of("a", "12:00Z"))).isEmpty();
    assertThat(away(tracker, group(next, b))).as("it is known").isEmpty();
    GroupMembers.Member quick =
        new GroupMembers.Member("quick", "b-StreamThread-1", "h", List.of(2), null);
    assertThat(tracker.isDone()).isFalse();
    assertThat(tracker.group(group(next, quick), Map.of("b", "12:01Z")))
        .containsExactly(new RestartTracker.Restarted("b", 2, 2));
    assertThat(tracker.isDone()).isTrue();
  }

  private static EngineStatus started(String url, String at, Integer... active) {
    Set<Integer> partitions = new TreeSet<>(List.of(active));
    return new EngineStatus(url, "0.3.0", 4, partitions, Set.of(), Set.of(), List.of(), "", at);
  }

  private static List<String> away(RestartTracker tracker, GroupMembers said) {
    return tracker.away(said).stream().map(EngineInstance::name).toList();
  }

  /** The heir's thread may be replaced while it restores the rows. */
  @Test
  void aPartitionThatMovesOnBeforeAPageHasComeIsToldOnce() {
    GroupMembers.Member a = member("a", 1, 0);
    GroupMembers.Member b = member("b", 1, 1);
    RestartTracker tracker =
        new RestartTracker(RolloutPlan.of(facts(group(a, b), List.of(), SETTINGS)));
    assertThat(look(tracker, group(a, b))).isEmpty();
    assertThat(tracker.page(0, seconds(1))).isEmpty();
    assertThat(look(tracker, group(member("b", 1, 0, 1))))
        .containsExactly(new RestartTracker.Restarted("a", 1, 2));
    var next = new GroupMembers.Member("next", "b-StreamThread-2", "h", List.of(0, 1), null);
    assertThat(look(tracker, group(next))).containsExactly(new RestartTracker.Restarted("b", 2, 2));
    assertThat(moved(tracker.page(0, seconds(4)))).containsExactly("0 a b 3.0 11.8 s");
    assertThat(tracker.page(0, seconds(5))).isEmpty();
  }

  private static long seconds(int count) {
    return count * 1_000_000_000L;
  }

  private static List<String> moved(List<RestartTracker.Event> events) {
    List<String> words = new ArrayList<>();
    for (RestartTracker.Event one : events) {
      RestartTracker.Moved moved = (RestartTracker.Moved) one;
      words.add(
          "%d %s %s %.1f %s"
              .formatted(
                  moved.partition(),
                  moved.from(),
                  moved.to(),
                  moved.silentSeconds(),
                  moved.estimate().words()));
    }
    return words;
  }

  @Test
  void anEngineIsReadAsItSpeaksOfItself() throws IOException {
    var said =
        (ObjectNode)
            new ObjectMapper()
                .readTree(
                    """
                    {"domains":[{"domain":"cores","rules":2,"active":[9]},
                    {"domain":"bots","rules":4,"active":[1,0],"standby":[2],
                    "opening":[{"partition":0,"what":"ROWS_RESTORED"}],
                    "restored":[{"partition":1,"records":200,"millis":40000}],"trouble":"it starts"}],
                    "version":"0.3.0","started":"2026-11-27T10:00:00Z"}
                    """);
    assertThat(EngineStatus.of("u", said, "bots"))
        .isEqualTo(
            new EngineStatus(
                "u",
                "0.3.0",
                4,
                new TreeSet<>(Set.of(0, 1)),
                Set.of(2),
                Set.of(0),
                List.of(new RestoredRows(1, 200, 40_000)),
                "it starts",
                "2026-11-27T10:00:00Z"));
    assertThat(EngineStatus.of("u", said, "shards").runsDomain()).isFalse();
  }
}
