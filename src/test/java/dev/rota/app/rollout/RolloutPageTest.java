package dev.rota.app.rollout;

import static dev.rota.app.rollout.RolloutScene.group;
import static dev.rota.app.rollout.RolloutScene.look;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.doctor.CheckResult;
import dev.rota.app.size.SizeFigures;
import dev.rota.base.book.DocBlock;
import dev.rota.base.book.ShownOutput;
import dev.rota.road.health.GroupMembers;
import dev.rota.road.stream.CheckpointSchedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code docs/rolling-restart.md} shows of an estimate and of a restart. */
final class RolloutPageTest {
  private static final Path PAGE = Path.of("docs/rolling-restart.md");
  private static final String FIRST = "rota-bots-5b0e2a1c-7d0f-4a1e-9a53-5a0f2a7cf0b1";
  private static final String SECOND = "rota-bots-9f11a0c3-1d2e-4b5f-8a6b-7c8d9e0f1a2b";
  private static final int PARTITIONS = 4;
  private static final int PAGES = 400;
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** The rows of two partitions take long. */
  private static final Map<Integer, Long> CHANGELOGS = Map.of(0, 9_000L, 1, 310L, 2, 8_000L, 3, 9L);

  private static GroupMembers.Member member(String id, String engine, Integer... partitions) {
    return RolloutScene.member(id, engine + "-StreamThread-1", Set.of(), partitions);
  }

  private static RolloutFacts facts() {
    Map<Integer, LedgerTail> tails = new TreeMap<>();
    for (int i = 0; i < PARTITIONS; i++) {
      LedgerTail tail = new LedgerTail();
      for (int page = 0; page < PAGES; page++) {
        long atMillis = page * 1_000L;
        tail.add(
            Stream.of("builds", "nightly").map(lane -> RolloutScene.turn(lane, atMillis)).toList());
      }
      tails.put(i, tail);
    }
    return new RolloutFacts(
        "bots",
        "rota-bots",
        EngineInstance.of(group(member("a", FIRST, 1, 3), member("b", SECOND, 0, 2)), List.of()),
        PARTITIONS,
        tails,
        CHANGELOGS,
        RestoreRate.read(0, 1_000, 4_000_000, 1.0),
        null,
        new RolloutFacts.Settings(0, 6.0, CheckpointSchedule.DEFAULT),
        SizeFigures.all().get("bots"));
  }

  private static void isAsShown(String part, List<String> printed) {
    DocBlock shown = DocBlock.having(PAGE, part);
    assertThat(new ShownOutput(shown.text()).isLike(String.join("\n", printed)))
        .as("%s shows:%n%s%nprinted:%n%s", shown, shown.text(), String.join("\n", printed))
        .isTrue();
  }

  @Test
  void anEstimatePrintsWhatThePageShows() {
    RolloutFacts facts = facts();
    RolloutPlan plan = RolloutPlan.of(facts);
    RolloutChecks checks = new RolloutChecks(facts, plan, "b:1");
    List<CheckResult> found =
        List.of(new CheckResult("rollout.standbys", "bots", checks.standbys()));
    List<String> printed = new RolloutReport(facts, plan, found).report().text();
    isAsShown("all of these are", printed);
    ShownOutput shown = new ShownOutput(DocBlock.having(PAGE, "all of these are").text());
    assertThat(shown.isExactly(String.join("\n", printed))).as("%s", printed).isTrue();
  }

  @Test
  void aRestartPrintsWhatThePageShows() {
    GroupMembers.Member heir = member("b", SECOND, 0, 2);
    RestartTracker tracker = new RestartTracker(RolloutPlan.of(facts()));
    look(tracker, group(member("a", FIRST, 1, 3), heir));
    List<RestartTracker.Event> events = new ArrayList<>();
    tracker.page(1, SECOND_NANOS);
    events.addAll(look(tracker, group(member("b", SECOND, 0, 1, 2))));
    events.addAll(tracker.page(1, 3 * SECOND_NANOS));
    look(tracker, group(member("c", FIRST, 1), heir));
    events.addAll(tracker.page(1, 4 * SECOND_NANOS));
    List<String> printed = new ArrayList<>();
    for (RestartTracker.Event one : events) {
      printed.add(
          one instanceof RestartTracker.Moved moved
              ? moved.words()
              : ((RestartTracker.Restarted) one).words());
    }
    printed.add(RolloutWatch.summary(8, 2.1, List.of()));
    isAsShown("has left", printed);
  }
}
