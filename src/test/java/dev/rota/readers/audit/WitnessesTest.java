package dev.rota.readers.audit;

import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.alarms.AlarmDomain;
import dev.rota.alarms.wire.AlarmWire;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the group's offsets, the starts of logs and an anchor say about a history. */
final class WitnessesTest {
  private static final String SCOPE = "witnesses";
  private static final AlarmDomain ALARMS = new AlarmDomain();
  private static final String LEDGER = "alarms-ledger";
  private static final List<String> OUTPUTS =
      List.of("alarms-assignments", "alarms-outcomes", "alarms-dead-letters");
  private static final String LANE = "home";
  private static final int SETTINGS = 100;

  private final World world = write(SETTINGS, "tea");

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  /** One lane on one partition, one input topic. */
  private static World write(int settings, String id) {
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
              Step.honest()));
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
    // The history as it would be, had it begun with the eleventh input.
    Forger forger = new Forger(ALARMS, 1, SCOPE, Map.of());
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      steps.add(
          new Step(
              AlarmWire.SETTINGS,
              0,
              Forger.START_MILLIS + i,
              LANE.getBytes(UTF_8),
              set(LANE, "egg" + i, 5_000),
              new RecordHeaders(),
              i < 10 ? null : Step.honest()));
    }
    World anew = forger.write(steps);
    anew.trim(AlarmWire.SETTINGS, 0, 10);

    AuditReport report = audit(anew, new Witnesses(World.GROUP, null, null));
    assertThat(report.findings()).isEmpty();
    assertThat(report.unproved()).singleElement().asString().contains("before offset 10");
    assertThat(report.proved()).isFalse();
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
