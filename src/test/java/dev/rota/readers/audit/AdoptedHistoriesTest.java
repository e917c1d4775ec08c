package dev.rota.readers.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.model.AlarmFact;
import dev.rota.alarms.model.AlarmInput;
import dev.rota.alarms.model.AlarmState;
import dev.rota.cores.CoresDomain;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresInput;
import dev.rota.cores.model.CoresState;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.readers.audit.Forger.Step;
import dev.rota.registry.MockRegistry;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.kept.CheckpointKeeping;
import dev.rota.testing.OlderWords;
import dev.rota.testing.TestAlarms;
import dev.rota.testing.laws.Later;
import dev.rota.testing.laws.Mutant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ledgers whose lanes have adopted later rules, audited by the program of then and of now. */
final class AdoptedHistoriesTest {
  private static final String SCOPE = "adopted-histories";
  private static final int EVENTS = 60;
  private static final int PARTITIONS = 2;
  private static final int TURNS = 7;

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
    MockRegistry.drop(KeptCheckpointsTest.SCOPE);
  }

  @ParameterizedTest
  @MethodSource(World.DOMAINS)
  void eachTurnIsProvedByTheRulesThatDecidedIt(Domain domain) throws Exception {
    proved(domain);
  }

  private static void proved(Domain domain) throws Exception {
    Later<State, Object, Fact<State>> later = Later.of(domain.card(), fact -> fact);
    World world = world(domain, later);

    AuditReport now = audit(later, world);
    assertThat(now.findings()).isEmpty();
    assertThat(now.proved()).isTrue();
    assertThat(now.total(AuditCount.ADOPTIONS)).isEqualTo(PARTITIONS);

    AuditReport then = audit(domain, world);
    assertThat(then.findings()).as("the program before cannot say").isEmpty();
    assertThat(then.proved()).isFalse();
    assertThat(then.total(AuditCount.UNKNOWN_TURNS)).isPositive();
    assertThat(then.turns() + then.total(AuditCount.UNKNOWN_TURNS)).isEqualTo(now.turns());
    assertThat(then.otherRules().unknown()).containsExactly(domain.card().engine().rules() + 1);
  }

  @Test
  void aCheckpointOfLaterRulesIsPassedByByTheProgramBefore() throws Exception {
    CoresDomain cores = new CoresDomain();
    Later<CoresState, CoresInput, CoresFact> later = Later.of(cores, fact -> fact);
    World world = world(cores, later);
    world.addTopic("cores-checkpoints", PARTITIONS);
    CheckpointKeeping.Sink to = KeptCheckpointsTest.keeping(world, "cores-checkpoints", null).to();
    CheckpointKeeping keeping = new CheckpointKeeping(to, 20, Long.MAX_VALUE, null, () -> 0);
    AuditReport now = audit(later, world, CheckpointChoice.BEGINNING, keeping);
    assertThat(now.total(AuditCount.KEPT)).isGreaterThan(2 * PARTITIONS);
    assertThat(audit(later, world, CheckpointChoice.BEGINNING, null).proved()).isTrue();

    for (CheckpointChoice since :
        List.of(CheckpointChoice.BEGINNING, new CheckpointChoice(Long.MAX_VALUE, null))) {
      AuditReport then = audit(cores, world, since, null);
      assertThat(then.findings()).isEmpty();
      assertThat(then.proved()).isFalse();
      assertThat(then.total(AuditCount.UNKNOWN_TURNS)).isPositive();
      assertThat(then.unprovedTurns()).isZero();
      assertThat(then.warnings())
          .anySatisfy(one -> assertThat(one).contains("cores-checkpoints/", "not known here"));
    }
  }

  private static AuditReport audit(
      Domain program, World world, CheckpointChoice since, CheckpointKeeping keeping)
      throws Exception {
    Witnesses witnesses =
        new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null, since, keeping, 2 * EVENTS);
    return world.audit(program, witnesses);
  }

  @Test
  void whatOlderRulesDecidedIsSealedAndNotDecidedAgainWhereTheyCannotRun() throws Exception {
    World world = world(new TestAlarms(), mended());

    AuditReport report = audit(mended(), world);

    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isFalse();
    assertThat(report.turns()).as("what no rules decided").isPositive();
    assertThat(report.total(AuditCount.SEALED_TURNS)).isPositive();
    assertThat(report.otherRules().sealed())
        .isEqualTo(Map.of(1, report.total(AuditCount.SEALED_TURNS)));
    assertThat(report.total(AuditCount.TURNS_AFTER_SEALED)).isPositive();
    assertThat(report.unprovedTurns()).isZero();
    assertThat(report.total(AuditCount.ADOPTIONS)).as("behind unknown states").isZero();
  }

  @Test
  void recordsOfOlderRulesAreProvedByTheSchemasThatTheyHave() throws Exception {
    World world = world(OlderWords.first(), OlderWords.second());

    assertThat(audit(OlderWords.second(), world).proved()).isTrue();
    AuditReport alone = audit(OlderWords.second(), world, Witnesses.NONE);
    assertThat(alone.findings()).as("without a registry").isEmpty();
    assertThat(audit(new TestAlarms(2), world).differences()).isPositive();
  }

  @Test
  void anEditedTurnOfOlderRulesIsFoundByItsSeal() throws Exception {
    World world = world(new TestAlarms(), mended());
    world.edit("alarms-ledger", 0, 3, AdoptedHistoriesTest::flipped);

    AuditReport report = audit(mended(), world);

    assertThat(report.differences()).isPositive();
    assertThat(report.findings()).anyMatch(finding -> finding.where().equals("alarms-ledger/0/3"));
  }

  private static ConsumerRecord<byte[], byte[]> flipped(ConsumerRecord<byte[], byte[]> line) {
    byte[] value = line.value().clone();
    value[value.length - 1] ^= 1; // of the seal
    return World.record(
        line.topic(),
        line.partition(),
        line.offset(),
        line.timestamp(),
        line.key(),
        value,
        line.headers());
  }

  /** Rules 2 alone. */
  private static DomainCard<AlarmState, AlarmInput, AlarmFact> mended() {
    Later<AlarmState, AlarmInput, AlarmFact> later =
        Later.of(
            new TestAlarms(),
            fact ->
                fact instanceof AlarmFact.AlarmSet set && set.id().length() % 2 == 0
                    ? new AlarmFact.Refused(set.id(), AlarmFact.Because.IN_THE_PAST)
                    : fact);
    return new Mutant<>(later) {
      @Override
      public List<DomainCard<AlarmState, AlarmInput, AlarmFact>> versions() {
        return List.of(later);
      }
    };
  }

  /** One program writes half of the events, and then another one the rest. */
  private static World world(Domain before, Domain after) {
    Forger forger = new Forger(before, PARTITIONS, SCOPE, Map.of(), TURNS);
    List<Step> steps = Forger.traffic(before, PARTITIONS, lanes(), 7, 2 * EVENTS);
    forger.write(steps.subList(0, steps.size() / 2));
    return forger.upgraded(after).write(steps.subList(steps.size() / 2, steps.size()));
  }

  private static List<String> lanes() {
    return List.of(Sealed.home("lane-", 0, PARTITIONS), Sealed.home("lane-", 1, PARTITIONS));
  }

  private static AuditReport audit(Domain program, World world) throws Exception {
    return audit(program, world, new Witnesses(World.GROUP, MockRegistry.scope(SCOPE), null));
  }

  private static AuditReport audit(Domain program, World world, Witnesses witnesses)
      throws Exception {
    return world.audit(program, witnesses);
  }
}
