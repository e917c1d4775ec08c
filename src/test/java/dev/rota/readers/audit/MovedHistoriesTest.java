package dev.rota.readers.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.bots.BotsDomain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.moves.LaneArrival;
import dev.rota.kernel.ledger.moves.LanePieces;
import dev.rota.kernel.ledger.moves.MovedState;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Departed;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.AuditStart;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.road.topics.LaneKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ledgers of a domain that has got more partitions, true and forged. */
final class MovedHistoriesTest {
  private static final String SCOPE = "moved-histories";
  private static final int EVENTS = 12;
  private static final int[] COUNTS = {2, 5};
  private static final String CHECKPOINTS = "alarms-checkpoints";
  private static final String SOMETHING_ELSE =
      "a lane arrives with something else than it left with";
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
    growth.write(name(Map.of(2, 0, 5, 1)), 1);
    AuditReport before = audit(growth.domain, growth.world());
    assertThat(before.proved()).as("%s", before.findings()).isTrue();

    growth.growTo(5);
    growth.write(1, 2);

    AuditReport report = audit(growth.domain, growth.world());
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.deadLetters()).isPositive();
  }

  /** A name with these homes, by the number of partitions. */
  private static String name(Map<Integer, Integer> homes) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "other-" + i)
        .filter(
            name ->
                homes.entrySet().stream().allMatch(at -> home(name, at.getKey()) == at.getValue()))
        .findFirst()
        .orElseThrow();
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
    assertThat(keep(growth, 3)).isGreaterThan(5);
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

  /** Keeps a checkpoint every so many turns. Returns how many. */
  private static long keep(Growth growth, int turns) throws Exception {
    World world = growth.world();
    world.addTopic(CHECKPOINTS, world.layout().partitions("alarms-ledger"));
    CheckpointKeeping.Sink to = KeptCheckpointsTest.keeping(world, CHECKPOINTS, null).to();
    CheckpointKeeping keeping = new CheckpointKeeping(to, turns, Long.MAX_VALUE, null, () -> 0);
    return audit(growth.domain, world, witnesses(CheckpointChoice.BEGINNING, keeping))
        .total(AuditCount.KEPT);
  }

  @Test
  void anArrivalOfALaneThatHasNotLeftIsFound() throws Exception {
    assertThat(
            found(
                (forger, lane, from, to) -> {
                  Departed left = forger.stay(lane, from, to, COUNTS);
                  forger.arrive(left, to, left.pieces().get(0));
                }))
        .contains("an arrival of a lane that has not left", "a lane is on two partitions");
  }

  @Test
  void aDepartureWithoutAnArrivalIsFound() throws Exception {
    assertThat(found((forger, lane, from, to) -> forger.leave(lane, from, to, COUNTS)))
        .containsOnly("a lane has left and not arrived");
  }

  @Test
  void aPieceThatIsChangedWithItsDigestIsFound() throws Exception {
    assertThat(arrives(MovedHistoriesTest::changed)).containsOnly(SOMETHING_ELSE);
  }

  private static LaneArrival changed(LaneArrival piece) {
    TreeRows rows = new TreeRows();
    for (Row row : LanePieces.rows(piece.rows())) {
      rows.put(row.key(), row.value());
    }
    rows.put(new byte[] {(byte) 200}, new byte[] {1});
    List<byte[]> cut = new ArrayList<>();
    LanePieces.Sum sum = LanePieces.cut(rows, cut::add);
    MovedState lie = MovedState.of(sum, piece.state().nextMillis(), false);
    return new LaneArrival(piece.from(), piece.turn(), 1, lie, cut.get(0));
  }

  @Test
  void anArrivalFromAnotherPartitionOrTurnIsFound() throws Exception {
    assertThat(arrives(one -> new LaneArrival(4, one.turn(), one.piece(), one.state(), one.rows())))
        .containsExactlyInAnyOrder("an arrival of a lane that has not left");
    assertThat(
            arrives(
                one ->
                    new LaneArrival(
                        one.from(), one.turn() + 1, one.piece(), one.state(), one.rows())))
        .containsExactlyInAnyOrder(
            "an arrival of a lane that has not left", "a lane has left and not arrived");
  }

  @Test
  void anArrivalAtAnotherTimeIsFound() throws Exception {
    assertThat(arrives(new AlarmDomain(), 0, 1)).containsOnly(SOMETHING_ELSE);
  }

  @Test
  void anArrivalWithOtherRulesIsFound() throws Exception {
    assertThat(arrives(new BotsDomain(), -1, 0)).containsOnly(SOMETHING_ELSE);
  }

  /** One lane arrives with other rules and at another time than it left, by so much. */
  private static List<String> arrives(Domain domain, int rules, long millis) throws Exception {
    return found(
        domain,
        (forger, lane, from, to) -> {
          Departed left = forger.leave(lane, from, to, COUNTS);
          TurnEntry entry = left.entry();
          LaneArrival piece = left.pieces().get(0);
          forger.arrive(left, to, piece, entry.rules() + rules, entry.atMillis() + millis);
        });
  }

  @Test
  void anArrivalOnAnotherPartitionThanTheDepartureNamesIsFound() throws Exception {
    assertThat(
            found(
                (forger, lane, from, to) -> {
                  Departed left = forger.leave(lane, from, to, COUNTS);
                  forger.arrive(left, (to + 1) % COUNTS[1], left.pieces().get(0));
                }))
        .contains("a lane arrives on another partition than it left for");
  }

  @Test
  void aLaneThatArrivesOnTwoPartitionsIsFound() throws Exception {
    assertThat(
            found(
                (forger, lane, from, to) -> {
                  Departed left = forger.leave(lane, from, to, COUNTS);
                  forger.arrive(left, to, left.pieces().get(0));
                  forger.arrive(left, (to + 1) % COUNTS[1], left.pieces().get(0));
                }))
        .contains("a lane has arrived twice");
  }

  @Test
  void aLaneThatGoesWhereItDoesNotBelongIsFound() throws Exception {
    String what = "a lane leaves though its partition is another";
    assertThat(
            found(
                (forger, lane, from, to) -> forger.move(lane, from, (to + 1) % COUNTS[1], COUNTS)))
        .contains(what);
    int[][] others = {{0, 5}, {2, 0}, {2, 4}};
    for (int[] counts : others) {
      assertThat(found((forger, lane, from, to) -> forger.move(lane, from, to, counts)))
          .as("from %d to %d", counts[0], counts[1])
          .contains(what);
    }
  }

  @Test
  void aLaneThatLeavesWhereItWasNotAtHomeIsFound() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    String lane = name(Map.of(2, 0, 3, 1, 5, 2));
    growth.write(lane, 0);
    growth.forger.grown(5);
    growth.forger.move(lane, 0, 2, 3, 5);

    assertThat(whats(audit(growth.domain, growth.world())))
        .containsOnly("a lane leaves though its partition is another");
  }

  @Test
  void aLaneThatLeavesTwoPartitionsWithOneTurnIsFound() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    String lane = name(Map.of(2, 0, 3, 1, 5, 2));
    growth.write(lane, 0);
    growth.forger.counting(3);
    growth.write(lane, 1);
    growth.forger.grown(5);
    growth.forger.leave(lane, 1, 2, 3, 5);
    growth.forger.move(lane, 0, 2, COUNTS);

    assertThat(whats(audit(growth.domain, growth.world())))
        .contains("a lane has left twice with one turn");
  }

  @Test
  void aLaneThatComesBackIsWhereItWas() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    String lane = name(Map.of(2, 0, 5, 2, 8, 0));
    growth.write(lane, 0);
    growth.forger.grown(5).move(lane, 0, 2, COUNTS);
    growth.write(lane, 2);
    growth.forger.grown(8).move(lane, 2, 0, 5, 8);
    growth.write(lane, 0);
    keep(growth, 1);

    AuditReport cut =
        audit(growth.domain, growth.world(), witnesses(CheckpointChoice.BEGINNING, null));
    assertThat(cut.findings()).isEmpty();
    assertThat(cut.proved()).isTrue();
    assertThat(cut.ends().get(lane).partition()).isZero();
  }

  @Test
  void aRecordIsRefusedOnlyWhereItsLaneWasElsewhere() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    String lane = name(Map.of(2, 0, 3, 1, 5, 0));
    growth.forger.counting(3);
    growth.write(lane, 0); // refused, though it is at home
    growth.forger.counting(2);
    growth.growTo(5);

    assertThat(whats(audit(growth.domain, growth.world())))
        .containsOnly("a good input is marked unreadable");
  }

  @Test
  void aDepartureBeforeWhatIsAuditedIsBelieved() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    String lane = name(Map.of(2, 0, 5, 2));
    growth.write(lane, 0);
    growth.forger.grown(5).move(lane, 0, 2, COUNTS);
    keep(growth, 1);
    growth.world().trim(CHECKPOINTS, 2, growth.world().next(CHECKPOINTS, 2));

    assertThat(foundBehindTheCheckpointOfTheFirst(growth)).isEmpty();
  }

  @Test
  void aDepartureThatIsNotBehindWhatWasKeptIsMissed() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    String lane = name(Map.of(2, 0, 5, 2));
    growth.write(lane, 0);
    keep(growth, 1);
    Forger forger = growth.forger.grown(5);
    Departed left = forger.stay(lane, 0, 2, COUNTS);
    forger.arrive(left, 2, left.pieces().get(0));

    assertThat(foundBehindTheCheckpointOfTheFirst(growth))
        .contains("an arrival of a lane that has not left");
  }

  /** Only on the lane's first partition is a checkpoint kept, with which the audit begins. */
  private static List<String> foundBehindTheCheckpointOfTheFirst(Growth growth) throws Exception {
    CheckpointChoice newest = new CheckpointChoice(Long.MAX_VALUE, null);
    AuditReport report = audit(growth.domain, growth.world(), witnesses(newest, null));
    assertThat(report.begun()).extracting(AuditStart::partition).containsExactly(0);
    return whats(report);
  }

  @Test
  void aDepartureThatIsNoLongerRetainedIsNoDifference() throws Exception {
    Growth growth = new Growth(new AlarmDomain());
    growth.write(0, 1);
    growth.growTo(5);
    for (int partition = 0; partition < 2; partition++) {
      String ledger = "alarms-ledger";
      growth.world().trim(ledger, partition, growth.world().next(ledger, partition));
    }

    AuditReport report = audit(growth.domain, growth.world());
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isFalse();
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

  /** What is written of a lane that moves. */
  private interface Forgery {
    void write(Forger forger, String lane, int from, int to);
  }

  /** One lane leaves, and this arrives instead of its only piece. */
  private static List<String> arrives(UnaryOperator<LaneArrival> instead) throws Exception {
    return found(
        (forger, lane, from, to) -> {
          Departed left = forger.leave(lane, from, to, COUNTS);
          forger.arrive(left, to, instead.apply(left.pieces().get(0)));
        });
  }

  private static List<String> found(Forgery forgery) throws Exception {
    return found(new AlarmDomain(), forgery);
  }

  /** One lane moves so; the others as they must. */
  private static List<String> found(Domain domain, Forgery forgery) throws Exception {
    Growth growth = new Growth(domain);
    growth.write(0, 1);
    List<String> moving = growth.moving(5);
    growth.forger.grown(5);
    for (String lane : moving.subList(1, moving.size())) {
      growth.forger.move(lane, home(lane, 2), home(lane, 5), COUNTS);
    }
    String lane = moving.get(0);
    forgery.write(growth.forger, lane, home(lane, 2), home(lane, 5));
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

    /** The domain's first event of the lane, on this partition. */
    void write(String lane, int partition) {
      forger.write(List.of(on(Forger.traffic(domain, 2, List.of(lane), 9, 1).get(0), partition)));
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
        forger.move(lane, home(lane, partitions), home(lane, after), counts);
      }
      partitions = after;
      return moving.size();
    }
  }
}
