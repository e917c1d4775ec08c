package dev.rota.kernel.ledger;

import static dev.rota.testing.AlarmRecords.adrift;
import static dev.rota.testing.AlarmRecords.cancel;
import static dev.rota.testing.AlarmRecords.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.testing.AlarmRecords;
import dev.rota.testing.FragileAlarms;
import dev.rota.testing.Pages;
import dev.rota.testing.TestAlarms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Lanes are closed when idle, and opened for an input or a deadline. No decision shows it. */
final class DueLanesTest {
  private static final String SETTINGS = "alarm-settings";
  private static final String CANCELS = "alarm-cancels";
  private static final LaneLimits LIMITS = new LaneLimits(3, Duration.ofSeconds(60));

  private final TreeRows rows = new TreeRows();
  private final List<DecidedTurn> turns = new ArrayList<>();
  private FragileAlarms fragile = new FragileAlarms();
  private DomainCard<AlarmState, AlarmInput, AlarmFact> domain;
  private long nanos;
  private long offset;
  private LaneStore store = start();

  private LaneStore start() {
    domain = fragile.domain();
    var started =
        new LaneStore(
            new DomainVersions(domain, RulesAdoption.NEWEST),
            rows,
            LIMITS,
            LaneStore.Listener.NONE,
            () -> nanos);
    started.closeIdle(0);
    return started;
  }

  private List<String> inMemory() {
    return store.open().stream().map(Lane::name).sorted().toList();
  }

  @Test
  void aLaneWithoutADeadlineIsNotOpenedAtTheStart() {
    alarm("home", 100);
    take(CANCELS, "home", 0, cancel("home", "tea"));
    alarm("work", 300);
    restart();

    assertThat(store.due().nextMillis()).isEqualTo(300);
    assertThat(store.due().at(299)).isEmpty();
    assertThat(fragile.opened()).isZero();

    assertThat(store.due().at(300)).extracting(Lane::name).containsExactly("work");
    assertThat(fragile.opened()).isOne();
  }

  @Test
  void theEarliestDeadlineComesFirstWhateverItsLaneIsCalled() {
    alarm("a", 3_000);
    alarm("b", 1_000);
    alarm("c", 2_000);
    restart();
    store.lane("c");

    assertThat(store.due().at(3_000)).extracting(Lane::name).containsExactly("b", "c", "a");
  }

  @Test
  void aLaneThatIsIdleIsClosedAndOpenedForItsDeadline() {
    alarm("home", 100_000);
    store.closeIdle(59_999);
    assertThat(inMemory()).containsExactly("home");

    store.closeIdle(60_000);
    assertThat(inMemory()).isEmpty();
    assertThat(store.due().nextMillis()).isEqualTo(100_000);

    assertThat(tick(100_000)).containsExactly("home");
    assertThat(store.due().nextMillis()).isEqualTo(Engine.NEVER);
    proves();
  }

  @Test
  void anInputOpensAClosedLaneAndItsDeadlineIsNotForgotten() {
    alarm("home", 100_000);
    store.closeIdle(60_000);
    take(SETTINGS, "home", 70_000, set("home", "egg", 1_000));

    assertThat(store.due().nextMillis()).isEqualTo(71_000);
    assertThat(tick(71_000)).containsExactly("home");
    store.closeIdle(200_000);
    assertThat(tick(200_000)).containsExactly("home");
    proves();
  }

  @Test
  void withTooManyLanesInMemoryThoseAreClosedThatWereNotUsedForTheLongestTime() {
    for (String lane : List.of("a", "b", "c", "d", "e")) {
      alarm(lane, 1_000);
    }
    store.lane("a");

    store.closeIdle(1);

    assertThat(inMemory()).containsExactly("a", "d", "e");
    assertThat(store.due().nextMillis()).isEqualTo(1_000);
    assertThat(tick(1_000)).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    proves();
  }

  @Test
  void aLaneThatIsCostlyToOpenStaysWhileItIsUsed() {
    alarm("costly", 1_000_000);
    restart();
    fragile.opening(() -> nanos += 50_000_000);
    store.lane("costly").state();
    fragile.opening(() -> {});
    for (String lane : List.of("b", "c", "d", "e")) {
      alarm(lane, 1_000);
    }

    store.closeIdle(4_999);
    assertThat(inMemory()).containsExactly("costly", "d", "e");

    store.lane("b");
    store.closeIdle(5_000);
    assertThat(inMemory()).as("a hundred times its 50 ms").doesNotContain("costly");
  }

  @Test
  void rulesThatFailOverTheQuestionWhatIsDueAreTickedOnceEvenAfterARestart() {
    take(SETTINGS, "home", 100, adrift("home", "boat", 50));

    assertThat(tick(200)).containsExactly("home");
    assertThat(tick(300)).isEmpty();
    restart();
    assertThat(tick(400)).isEmpty();
    take(SETTINGS, "home", 500, set("home", "tea", 50));
    assertThat(tick(600)).containsExactly("home");
    proves();
  }

  @Test
  void aLaneOfOlderRulesKeepsItsDeadlineAndIsNotOpenedBefore() {
    alarm("home", 300);
    fragile = new FragileAlarms(TestAlarms.MENDED);
    restart();

    assertThat(store.due().nextMillis()).isEqualTo(300);
    assertThat(store.due().at(299)).isEmpty();
    assertThat(fragile.opened()).isZero();
    assertThat(tick(300)).containsExactly("home");
    assertThat(store.lane("home").cursor().rules()).isEqualTo(TestAlarms.MENDED);
  }

  @Test
  void aLaneThatOnlyLaterRulesCanHelpAdoptsThemAtOnce() {
    take(SETTINGS, "home", 100, adrift("home", "boat", 50));
    assertThat(tick(200)).containsExactly("home");
    assertThat(tick(300)).as("the rules cannot say what is due").isEmpty();
    fragile = new FragileAlarms(TestAlarms.MENDED);
    restart();

    assertThat(store.due().at(300)).extracting(Lane::name).containsExactly("home");
    store.lane("home").take(new TurnArrival.Tick(300), 300, _ -> {});
    assertThat(store.lane("home").cursor().rules()).isEqualTo(TestAlarms.MENDED);
  }

  @Test
  void ofManyLanesThatAreDueEachComesOnce() {
    int count = 2 * DueLanes.AT_ONCE + 7;
    for (int i = 0; i < count; i++) {
      alarm("site-" + i, 300);
    }
    restart();

    assertThat(tick(300)).hasSize(DueLanes.AT_ONCE);
    store.closeIdle(300);
    assertThat(tick(300)).hasSize(DueLanes.AT_ONCE);
    assertThat(tick(300)).hasSize(7);
    assertThat(tick(300)).isEmpty();
  }

  @Test
  void aLaneThatIsSetAsideIsNotOpenedOverAndOver() {
    alarm("home", 300);
    take(SETTINGS, "home", 0, set("home", FragileAlarms.POISON, 300));
    restart();
    assertThat(tick(300)).isEmpty();
    store.closeIdle(100_000);
    assertThat(inMemory()).isEmpty();

    assertThat(tick(200_000)).isEmpty();
    assertThat(fragile.opened()).isOne();
  }

  @Test
  void howLanesAreClosedShowsInNoEntry() {
    for (int seed = 1; seed <= 20; seed++) {
      List<byte[]> undisturbed = played(seed, false);
      assertThat(played(seed, true)).as("seed %s", seed).containsExactlyElementsOf(undisturbed);
    }
  }

  /** Five lanes' traffic and ticks. Lanes are closed after each turn, or never. */
  private static List<byte[]> played(int seed, boolean closing) {
    var test = new DueLanesTest();
    var random = new SplittableRandom(seed);
    var traffic = new ArrayList<Iterator<Traffic.Event>>();
    for (int i = 0; i < 5; i++) {
      traffic.add(DomainTraffic.of(test.domain).start("lane-" + i, seed + i));
    }
    long now = 0;
    for (int turn = 0; turn < 300; turn++) {
      int lane = random.nextInt(5);
      var event = traffic.get(lane).next();
      now = Math.max(now, event.atMillis());
      test.tick(now);
      test.take(event.topic(), "lane-" + lane, event.atMillis(), event.record());
      if (closing) {
        test.store.closeIdle(now + turn * 100_000L);
      }
    }
    return test.turns.stream().map(DecidedTurn::toBytes).toList();
  }

  private void restart() {
    fragile = fragile.fresh();
    store = start();
  }

  private void alarm(String lane, long inMillis) {
    take(SETTINGS, lane, 0, AlarmRecords.set(lane, "tea", inMillis));
  }

  private void take(String topic, String lane, long atMillis, SpecificRecord record) {
    var source =
        new InputPosition(topic, 0, offset, atMillis, new Sha256().number((int) offset++).finish());
    turns.add(store.lane(lane).take(new InputCodec(domain).take(source, record)));
  }

  /** Ticks as the metronome does. */
  private List<String> tick(long atMillis) {
    List<String> names = new ArrayList<>();
    for (var lane : store.due().at(atMillis)) {
      turns.add(lane.take(new TurnArrival.Tick(atMillis)));
      names.add(lane.name());
    }
    return names;
  }

  private void proves() {
    var replay = new PartitionReplay(domain);
    List<ReplayVerdict> verdicts = new ArrayList<>();
    Pages.of(1, turns).forEach(page -> replay.page(page, verdicts::add));
    assertThat(verdicts).hasSameSizeAs(turns).allMatch(ReplayVerdict.Same.class::isInstance);
  }
}
