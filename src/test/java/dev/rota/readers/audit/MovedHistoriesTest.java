package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.kernel.ledger.moves.MovedState;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.topics.LaneKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ledgers of a domain that has got more partitions, true and forged. */
final class MovedHistoriesTest {
  private static final String SCOPE = "moved-histories";
  private static final int EVENTS = 12;
  private static final int[] COUNTS = {2, 5};
  private static final List<String> LANES =
      List.of("lane-a", "lane-b", "lane-c", "lane-d", "lane-e", "lane-f");

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void aHistoryThatGrewTwiceIsProved(Domain domain) throws Exception {
    proved(domain);
  }

  private static void proved(Domain domain) throws Exception {
    Growth growth = new Growth(domain);
    growth.write(0, 1);
    int first = growth.growTo(5);
    growth.write(1, 2);
    int second = growth.growTo(8);
    growth.write(2, 3);

    AuditReport report = audit(domain, growth.world());
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.total(AuditCount.MOVES)).isEqualTo(first + second).isPositive();
    assertThat(report.ends().keySet()).containsAll(LANES);
    assertThat(report.warnings()).isEmpty();
    for (String lane : LANES) {
      assertThat(report.ends().get(lane).partition()).isEqualTo(home(lane, 8));
    }
    AuditReport alone = audit(domain, growth.world(), Witnesses.NONE);
    assertThat(alone.findings()).as("without a registry").isEmpty();
  }

  @Test
  void aRecordThatWasOnTheWrongPartitionThenIsADeadLetterForEver() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    String lane =
        LANES.stream()
            .filter(one -> home(one, 2) != home(one, 5))
            .filter(one -> home(one, 5) < 2)
            .findFirst()
            .orElse(null);
    List<Step> astray = new ArrayList<>();
    String other = lane == null ? name(0, 1) : lane;
    Step some = Forger.traffic(new AlarmDomain(), 2, List.of(other), 9, 1).get(0);
    astray.add(on(some, home(other, 5)));
    growth.forger.write(astray);
    AuditReport before = audit(growth.domain, growth.world());
    assertThat(before.proved()).as("%s", before.findings()).isTrue();

    growth.growTo(5);
    growth.write(1, 2);

    AuditReport report = audit(growth.domain, growth.world());
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.deadLetters()).isPositive();
  }

  /** A name whose homes among two and among five partitions are these. */
  private static String name(int ofTwo, int ofFive) {
    for (int i = 0; ; i++) {
      String name = "other-" + i;
      if (home(name, 2) == ofTwo && home(name, 5) == ofFive) {
        return name;
      }
    }
  }

  @Test
  void aLaneThatIsStillToMoveIsNoDifferenceWhileTheInputsHaveNotGrown() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    growth.world().addPartitions("alarms-ledger", 5);

    AuditReport report = audit(growth.domain, growth.world());

    assertThat(report.findings()).isEmpty();
    assertThat(report.warnings()).anyMatch(one -> one.contains("until they are equal"));
  }

  @Test
  void anAuditMayBeginBehindAMoveOrBetweenItsHalves() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    growth.growTo(5);
    growth.write(1, 2);
    World world = growth.world();
    world.addTopic("alarms-checkpoints", 5);
    CheckpointKeeping.Sink to = KeptCheckpointsTest.keeping(world, "alarms-checkpoints", null).to();
    CheckpointKeeping keeping = new CheckpointKeeping(to, 3, Long.MAX_VALUE, null, () -> 0);
    AuditReport kept = audit(growth.domain, world, witnesses(CheckpointChoice.BEGINNING, keeping));
    assertThat(kept.total(AuditCount.KEPT)).isGreaterThan(5);
    growth.growTo(8);
    growth.write(2, 3);

    for (long since : new long[] {Long.MAX_VALUE, Forger.START_MILLIS + 60_000}) {
      AuditReport later =
          audit(growth.domain, world, witnesses(new CheckpointChoice(since, null), null));
      assertThat(later.findings()).isEmpty();
      assertThat(later.proved()).isTrue();
      assertThat(later.begun()).isNotEmpty();
    }
    AuditReport cut = audit(growth.domain, world, witnesses(CheckpointChoice.BEGINNING, null));
    assertThat(cut.findings()).as("its parts side by side").isEmpty();
    assertThat(cut.proved()).isTrue();
  }

  @Test
  void anArrivalOfALaneThatHasNotLeftIsFound() throws Exception {
    assertThat(found(false, piece -> piece))
        .contains("an arrival of a lane that has not left", "a lane is on two partitions");
  }

  @Test
  void aDepartureWithoutAnArrivalIsFound() throws Exception {
    assertThat(found(true, null)).containsOnly("a lane has left and not arrived");
  }

  @Test
  void aPieceThatIsChangedWithItsDigestIsFound() throws Exception {
    assertThat(
            found(
                true,
                piece -> {
                  TreeRows rows = new TreeRows();
                  for (Row row : LanePieces.rows(piece.rows())) {
                    rows.put(row.key(), row.value());
                  }
                  rows.put(new byte[] {(byte) 200}, new byte[] {1});
                  List<byte[]> cut = new ArrayList<>();
                  LanePieces.Sum sum = LanePieces.cut(rows, cut::add);
                  MovedState lie = MovedState.of(sum, piece.state().nextMillis(), false);
                  return new LaneArrival(piece.from(), piece.turn(), 1, lie, cut.get(0));
                }))
        .containsOnly("a lane arrives with something else than it left with");
  }

  @Test
  void anArrivalFromAnotherPartitionOrTurnIsFound() throws Exception {
    assertThat(
            found(
                true, one -> new LaneArrival(4, one.turn(), one.piece(), one.state(), one.rows())))
        .containsExactlyInAnyOrder("an arrival of a lane that has not left");
    assertThat(
            found(
                true,
                one ->
                    new LaneArrival(
                        one.from(), one.turn() + 1, one.piece(), one.state(), one.rows())))
        .containsExactlyInAnyOrder(
            "an arrival of a lane that has not left", "a lane has left and not arrived");
  }

  @Test
  void aLaneThatGoesWhereItDoesNotBelongIsFound() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    String lane = growth.moving(5).get(0);
    growth.forger.grown(5);
    int wrong = (home(lane, 5) + 1) % 5;
    growth.forger.move(lane, home(lane, 2), wrong, COUNTS, true, piece -> piece);

    assertThat(whats(audit(growth.domain, growth.world())))
        .contains("a lane leaves though its partition is another");
  }

  @Test
  void aLaneThatStaysAndBeginsAnewElsewhereIsFound() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    growth.forger.grown(5);
    growth.write(1, 2);
    int moving = growth.moving(5, 2).size();

    AuditReport report = audit(growth.domain, growth.world());
    assertThat(whats(report)).contains("a lane is on two partitions");
    assertThat(whats(report))
        .filteredOn(what -> what.startsWith("the lane belongs on partition"))
        .hasSize(moving);
  }

  /** One lane moves so; the others as they must. */
  private static List<String> found(boolean leaves, UnaryOperator<LaneArrival> arrival)
      throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    List<String> moving = growth.moving(5);
    growth.forger.grown(5);
    for (String lane : moving.subList(1, moving.size())) {
      growth.forger.move(lane, home(lane, 2), home(lane, 5), COUNTS, true, piece -> piece);
    }
    String lane = moving.get(0);
    growth.forger.move(lane, home(lane, 2), home(lane, 5), COUNTS, leaves, arrival);
    try {
      return whats(audit(growth.domain, growth.world()));
    } finally {
      MockRegistry.drop(SCOPE);
    }
  }

  private static List<String> whats(AuditReport report) {
    return report.findings().stream().map(AuditFinding::what).toList();
  }

  private static int home(String lane, int partitions) {
    return LaneKey.partition(lane.getBytes(UTF_8), partitions);
  }

  private static Step on(Step step, int partition) {
    return new Step(
        step.topic(),
        partition,
        step.millis(),
        step.key(),
        step.value(),
        step.headers(),
        Step.honest());
  }

  private static AuditReport audit(Domain domain, World world) throws Exception {
    return audit(domain, world, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null));
  }

  private static Witnesses witnesses(CheckpointChoice since, CheckpointKeeping keeping) {
    return new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null, since, keeping, 50);
  }

  private static AuditReport audit(Domain domain, World world, Witnesses witnesses)
      throws Exception {
    return world.audit(domain, witnesses);
  }

  /** A history in three parts, each of which may have more partitions. */
  private static final class Growth {
    private final Domain domain;
    private final Forger forger;
    private final List<Step> steps;
    private int partitions = 2;

    Growth(Domain domain) {
      this.domain = domain;
      this.forger = new Forger(domain, 2, SCOPE, Map.of(), 3);
      this.steps = Forger.traffic(domain, 2, LANES, 7, 3 * EVENTS);
      forger.world().addPartitions(domain.name() + "-ledger", 2);
    }

    World world() {
      return forger.world();
    }

    /** The parts from one to another, each record on its lane's partition of now. */
    void write(int from, int to) {
      int part = steps.size() / 3;
      forger.write(
          steps.subList(part * from, part * to).stream()
              .map(step -> on(step, LaneKey.partition(step.key(), count())))
              .toList());
    }

    private int count() {
      return world().layout().partitions(domain.name() + "-ledger");
    }

    /** The lanes that move. */
    List<String> moving(int after) {
      return moving(after, partitions);
    }

    List<String> moving(int after, int before) {
      Set<String> moving = new HashSet<>(LANES);
      moving.removeIf(lane -> home(lane, before) == home(lane, after));
      return moving.stream().sorted().toList();
    }

    /** All lanes move that must. Returns how many. */
    int growTo(int after) {
      List<String> moving = moving(after);
      int[] counts = {partitions, after};
      forger.grown(after);
      for (String lane : moving) {
        forger.move(lane, home(lane, partitions), home(lane, after), counts, true, piece -> piece);
      }
      partitions = after;
      return moving.size();
    }
  }
}
