package dev.rota.readers.audit;

import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import dev.rota.road.topics.TurnReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the group's offsets, the starts of logs and an anchor say about a history. */
final class WitnessesTest {
  private static final String SCOPE = "witnesses";
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String LEDGER = "alarms-ledger";
  private static final String OUTCOMES = "alarms-outcomes";
  private static final List<String> OUTPUTS =
      List.of("alarms-assignments", OUTCOMES, "alarms-dead-letters");
  private static final String LANE = "home";
  private static final int SETTINGS = 100;

  private final World world = write(SETTINGS, "tea");

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  /** One lane on one partition, one input topic. */
  private static World write(int settings, String id) {
    return write(settings, id, _ -> true);
  }

  /**
   * The same, as if some inputs had not been there.
   *
   * @param isTaken by their offsets
   */
  private static World write(int settings, String id, IntPredicate isTaken) {
    Forger forger = new Forger(ALARMS, 1, SCOPE, Map.of());
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < settings; i++) {
      steps.add(
          new Step(
              AlarmWire.SETTINGS,
              0,
              Forger.START_MILLIS + 1_000L * i,
              LANE.getBytes(UTF_8),
              set(LANE, id + i, 500),
              new RecordHeaders(),
              isTaken.test(i) ? Step.honest() : null));
    }
    return forger.write(steps);
  }

  @Test
  void inputsBehindTheGroupsOffsetWait() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> log = world.on(AlarmWire.SETTINGS, 0);
    ConsumerRecord<byte[], byte[]> last = log.get(SETTINGS - 1);
    world.append(AlarmWire.SETTINGS, 0, last.timestamp(), last.key(), last.value(), last.headers());

    AuditReport report = audit();
    assertThat(report.proved()).isTrue();
    assertThat(report.waitingInputs()).isOne();
  }

  @Test
  void aHistoryThatWasCutIsFoundByTheGroupsOffset() throws Exception {
    keep(LEDGER, 60);
    OUTPUTS.forEach(topic -> keepTurns(topic, 60));

    assertThat(told())
        .containsExactly("an input that the group has committed and no turn has taken");
  }

  @Test
  void aLedgerThatWasMadeAnewIsFoundByTheGroupsOffset() throws Exception {
    keep(LEDGER, 0);
    OUTPUTS.forEach(topic -> keep(topic, 0));

    AuditReport report = audit();
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.where()).isEqualTo(AlarmWire.SETTINGS + "/0/0");
              assertThat(finding.records()).isEqualTo(SETTINGS);
            });
  }

  @Test
  void inputsThatWereMadeAnewAreFoundByTheGroupsOffset() throws Exception {
    keep(LEDGER, 0);
    OUTPUTS.forEach(topic -> keep(topic, 0));
    keep(AlarmWire.SETTINGS, 0);

    assertThat(told())
        .containsExactly("the topic ends before the group's offset: it was cut or recreated");
  }

  @Test
  void aCutBesideTrimmedInputsIsUnprovedAndNeverAPass() throws Exception {
    keep(LEDGER, 60);
    OUTPUTS.forEach(topic -> keepTurns(topic, 60));
    world.trim(AlarmWire.SETTINGS, 0, SETTINGS);
    world.append(AlarmWire.SETTINGS, 0, 1, LANE.getBytes(UTF_8), new byte[1], new RecordHeaders());

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.unproved()).singleElement().asString().contains("the group has committed");
    assertThat(report.proved()).isFalse();
  }

  @Test
  void trimmedInputsThatTheLedgerHasAreNoProblem() throws Exception {
    world.trim(AlarmWire.SETTINGS, 0, 40);

    AuditReport report = audit();
    assertThat(report.proved()).isTrue();
    assertThat(report.goneInputs()).isEqualTo(40);
  }

  @Test
  void inputsNeitherInTheLedgerNorRetainedAreUnproved() throws Exception {
    for (int lost : List.of(1, 10)) {
      World anew = write(20, "egg", offset -> offset >= lost);
      anew.trim(AlarmWire.SETTINGS, 0, lost);

      AuditReport report = audit(anew, new Witnesses(World.GROUP, null, null));
      assertThat(report.findings()).isEmpty();
      assertThat(report.unproved()).singleElement().asString().contains("before offset " + lost);
      assertThat(report.proved()).isFalse();
      MockRegistry.drop(SCOPE);
    }
  }

  @Test
  void ofInputsThatNoTurnHasTakenTheRetainedOnesAreFound() throws Exception {
    World anew = write(20, "egg", offset -> offset >= 10);
    anew.trim(AlarmWire.SETTINGS, 0, 4);

    AuditReport report = audit(anew, new Witnesses(World.GROUP, null, null));
    assertThat(report.unproved()).singleElement().asString().contains("before offset 4");
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.what()).isEqualTo("an input that no turn has taken");
              assertThat(finding.records()).isEqualTo(6);
            });
  }

  @Test
  void theLastInputIsUnprovedIfItIsCommittedAndNeitherTakenNorRetained() throws Exception {
    World anew = write(20, "egg", offset -> offset < 19);
    anew.trim(AlarmWire.SETTINGS, 0, 20);

    AuditReport report = audit(anew, new Witnesses(World.GROUP, null, null));
    assertThat(report.unproved()).singleElement().asString().contains("from offset 19 to 20");
    assertThat(report.proved()).isFalse();
  }

  @Test
  void aTopicThatEndsOneInputBeforeTheGroupsOffsetIsFound() throws Exception {
    world.commit(AlarmWire.SETTINGS, 0, SETTINGS + 1);

    assertThat(told())
        .containsExactly("the topic ends before the group's offset: it was cut or recreated");
  }

  @Test
  void inputsThatAreLostApartAreFoundApartWithTheirNumbers() throws Exception {
    World anew = write(20, "egg", offset -> offset < 4 || offset > 6 && offset != 10);

    assertThat(audit(anew, new Witnesses(World.GROUP, null, null)).findings())
        .extracting(AuditFinding::where, AuditFinding::records)
        .containsExactly(
            tuple(AlarmWire.SETTINGS + "/0/4", 3L), tuple(AlarmWire.SETTINGS + "/0/10", 1L));
  }

  @Test
  void neighboursThatDifferInAnotherWayAreFoundForThemselves() throws Exception {
    World anew = write(20, "egg", offset -> offset != 4);
    anew.edit(AlarmWire.SETTINGS, 0, 5, one -> Edited.value(one, new byte[] {1}));

    assertThat(audit(anew, new Witnesses(World.GROUP, null, null)).findings())
        .extracting(AuditFinding::what, AuditFinding::records)
        .containsExactly(
            tuple("an input that no turn has taken", 1L),
            tuple("an input differs from the ledger", 1L));
  }

  @Test
  void inputsBeforeTheFirstRetainedTurnAreUnprovedAndNoDifference() throws Exception {
    world.trim(LEDGER, 0, 40);
    long first = firstTaken(world, 40);

    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.unprovedInputs()).isEqualTo(first);
    assertThat(report.inputs()).isEqualTo(SETTINGS - first);
  }

  /** The offset of the first input of the ledger from this page on. */
  private static long firstTaken(World world, long page) {
    return world.on(LEDGER, 0).stream()
        .filter(record -> record.offset() >= page)
        .flatMap(record -> new TurnReader().of(record).stream())
        .filter(turn -> turn.source() != null)
        .mapToLong(turn -> turn.source().offset())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anInputThatNoRetainedTurnHasTakenIsFoundBehindTheFirst() throws Exception {
    World anew = write(SETTINGS, "egg", offset -> offset != 80);
    anew.trim(LEDGER, 0, 40);

    assertThat(audit(anew, new Witnesses(World.GROUP, null, null)).findings())
        .extracting(AuditFinding::where)
        .containsExactly(AlarmWire.SETTINGS + "/0/80");
  }

  @Test
  void whereNoTurnIsRetainedNothingMoreIsSaidOfItsInputs() throws Exception {
    world.trim(LEDGER, 0, world.next(LEDGER, 0));
    world.trim(AlarmWire.SETTINGS, 0, SETTINGS);

    AuditReport report = audit();
    assertThat(report.beginningGone()).isTrue();
    assertThat(report.unproved()).isEmpty();
    assertThat(report.findings()).isEmpty();
  }

  /** A transaction becomes visible on one partition after another. */
  @Test
  void whatTheLedgerShowsLaterThanOtherTopicsIsNoDifference() throws Exception {
    for (boolean isRetained : List.of(true, false)) {
      World anew = write(SETTINGS, "egg");
      List<ConsumerRecord<byte[], byte[]>> pages = anew.on(LEDGER, 0);
      List<ConsumerRecord<byte[], byte[]>> late = pages.subList(90, pages.size());
      List<ConsumerRecord<byte[], byte[]>> seen = List.copyOf(late);
      long taken = firstTaken(anew, 90);
      if (!isRetained) {
        anew.trim(AlarmWire.SETTINGS, 0, SETTINGS);
      }
      late.clear();
      try (var audit = new DomainAudit(ALARMS, anew, new Witnesses(World.GROUP, null, null))) {
        pages.addAll(seen);
        AuditReport report = audit.run(1);
        assertThat(report.findings()).isEmpty();
        assertThat(report.proved()).isTrue();
        assertThat(report.waitingInputs()).isEqualTo(isRetained ? SETTINGS - taken : 0);
      }
      MockRegistry.drop(SCOPE);
    }
  }

  @Test
  void aRepeatedRecordIsFoundThoughTheLedgerShowsLaterTurns() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> outcomes = world.on(OUTCOMES, 0);
    ConsumerRecord<byte[], byte[]> one = outcomes.get(outcomes.size() - 10);
    List<ConsumerRecord<byte[], byte[]>> pages = world.on(LEDGER, 0);
    int last = (int) TurnId.of(one).number();
    List<ConsumerRecord<byte[], byte[]>> late = pages.subList(last, pages.size());
    List<ConsumerRecord<byte[], byte[]>> seen = List.copyOf(late);
    late.clear();
    world.append(OUTCOMES, 0, one.timestamp(), one.key(), one.value(), one.headers());
    try (var audit = new DomainAudit(ALARMS, world, new Witnesses(World.GROUP, null, null))) {
      pages.addAll(seen);
      assertThat(audit.run(1).findings())
          .extracting(AuditFinding::what, AuditFinding::turn)
          .containsExactly(tuple("a record that no turn published", (long) last));
    }
  }

  @Test
  void outputsThatChangedPlacesAreOutOfOrderAndNotMissingAsWell() throws Exception {
    List<ConsumerRecord<byte[], byte[]>> outcomes = world.on(OUTCOMES, 0);
    ConsumerRecord<byte[], byte[]> first = outcomes.get(20);
    ConsumerRecord<byte[], byte[]> second = outcomes.get(21);
    outcomes.set(20, at(first.offset(), second));
    outcomes.set(21, at(second.offset(), first));

    assertThat(told()).containsExactly("a record that is repeated, added or out of order");
  }

  private static ConsumerRecord<byte[], byte[]> at(
      long offset, ConsumerRecord<byte[], byte[]> one) {
    return World.record(
        one.topic(), 0, offset, one.timestamp(), one.key(), one.value(), one.headers());
  }

  @Test
  void outputsBeforeTheFirstRetainedOneAreUnprovedAndThoseBehindItAreMissed() throws Exception {
    world.trim(OUTCOMES, 0, 10);
    AuditReport trimmed = audit();
    assertThat(trimmed.findings()).isEmpty();
    assertThat(trimmed.unprovedOutputs()).isEqualTo(10);
    assertThat(trimmed.starts()).hasSize(1);

    world.on(OUTCOMES, 0).remove(30);
    assertThat(told()).containsExactly("a record is missing");
  }

  @Test
  void aLaneThatBeginsBehindTheTrimIsProved() throws Exception {
    Forger forger = new Forger(ALARMS, 1, SCOPE, Map.of());
    forger.write(legible("old"));
    World both = forger.world();
    long pages = both.next(LEDGER, 0);
    long former = OUTPUTS.stream().mapToLong(topic -> both.next(topic, 0)).sum();
    forger.write(legible("new"));
    both.trim(LEDGER, 0, pages);

    AuditReport report = audit(both, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null));
    assertThat(report.findings()).isEmpty();
    assertThat(report.unprovedOutputs()).isEqualTo(former);
    assertThat(report.outputs()).isPositive();
    assertThat(report.ends()).containsOnlyKeys("new");
  }

  /** Unreadable records are of a lane of their own. */
  private static List<Step> legible(String lane) {
    return Forger.traffic(ALARMS, 1, List.of(lane), 3, 20).stream()
        .filter(step -> !(step.value() instanceof byte[]))
        .toList();
  }

  @Test
  void anAnchorHoldsAsTheHistoryGoesOn() throws Exception {
    AuditAnchor anchor = anchor(world);
    World longer = write(SETTINGS + 20, "tea");

    AuditReport report = audit(longer, new Witnesses(World.GROUP, null, anchor));
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.turns()).isGreaterThan(SETTINGS + 20);
  }

  @Test
  void aHistoryOverOtherInputsIsFoundByTheAnchorAlone() throws Exception {
    AuditAnchor anchor = anchor(world);
    World other = write(SETTINGS, "egg");

    assertThat(audit(other, new Witnesses(World.GROUP, null, null)).proved()).isTrue();
    AuditReport report = audit(other, new Witnesses(World.GROUP, null, anchor));
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.what()).contains("the seal differs");
              assertThat(finding.where()).startsWith(LEDGER + "/0/");
              assertThat(finding.expected()).contains("page " + anchor.pages().get(0).number());
            });
  }

  @Test
  void aShorterHistoryIsFoundByTheAnchorAlone() throws Exception {
    AuditAnchor anchor = anchor(world);
    World cut = write(60, "tea");

    assertThat(audit(cut, new Witnesses(World.GROUP, null, null)).proved()).isTrue();
    AuditReport report = audit(cut, new Witnesses(World.GROUP, null, anchor));
    assertThat(report.findings().get(0).what())
        .isEqualTo("the history ends before the anchored page: it was cut or recreated");
    assertThat(report.findings())
        .anyMatch(finding -> finding.what().contains("ends before the anchored offset"));
  }

  @Test
  void topicsThatWereMadeAnewAreFoundByTheAnchor() throws Exception {
    AuditAnchor anchor = anchor(world);
    world.makeAnew(LEDGER);

    AuditReport report = audit(world, new Witnesses(World.GROUP, null, anchor));
    assertThat(report.findings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.what())
                    .isEqualTo("the topic is not the anchored one: it was deleted and recreated"));
  }

  @Test
  void anAnchorOfAnotherDomainOrClusterIsRefused() throws Exception {
    AuditAnchor anchor = anchor(world);
    AuditAnchor other =
        new AuditAnchor(
            "cores",
            anchor.clusterId(),
            0,
            anchor.digest(),
            anchor.topics(),
            anchor.lanes(),
            anchor.pages());

    assertThatThrownBy(() -> audit(world, new Witnesses(null, null, other)))
        .isInstanceOf(AuditAnchor.Foreign.class)
        .hasMessageContaining("of the domain cores");
    world.move("cluster-2");
    assertThatThrownBy(() -> audit(world, new Witnesses(null, null, anchor)))
        .isInstanceOf(AuditAnchor.Foreign.class)
        .hasMessageContaining("of the cluster cluster-1");
  }

  private static AuditAnchor anchor(World world) throws Exception {
    try (var audit = new DomainAudit(ALARMS, world, new Witnesses(World.GROUP, null, null))) {
      AuditReport report = audit.run(1);
      assertThat(report.proved()).isTrue();
      return audit.anchor(report, 1);
    }
  }

  private void keep(String topic, int count) {
    List<ConsumerRecord<byte[], byte[]>> log = world.on(topic, 0);
    log.subList(Math.min(count, log.size()), log.size()).clear();
  }

  /** Turns are inputs and ticks; those of the first so many entries. */
  private void keepTurns(String topic, int count) {
    world.on(topic, 0).removeIf(record -> TurnId.of(record).number() > count);
  }

  private List<String> told() throws Exception {
    return audit().findings().stream().map(AuditFinding::what).toList();
  }

  private AuditReport audit() throws Exception {
    return audit(world, new Witnesses(World.GROUP, null, null));
  }

  private static AuditReport audit(World world, Witnesses witnesses) throws Exception {
    return ForgedHistoriesTest.audit(ALARMS, world, witnesses);
  }

  @Test
  void withoutTheGroupACutIsNoMoreThanInputsThatWait() throws Exception {
    keep(LEDGER, 60);
    OUTPUTS.forEach(topic -> keepTurns(topic, 60));

    AuditReport report = audit(world, Witnesses.NONE);
    assertThat(report.proved()).isTrue();
    assertThat(report.waitingInputs()).isPositive();
  }
}
