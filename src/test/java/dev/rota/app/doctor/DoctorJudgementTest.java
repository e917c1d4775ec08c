package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.road.health.GroupMembers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from what a cluster and a machine say. */
class DoctorJudgementTest {
  /** A second for a transaction, 10 for a session, 16 MiB for a request. */
  private static final BrokerLimitsCheck.EngineClients ENGINE =
      new BrokerLimitsCheck.EngineClients(1_000, 10_000, 16 << 20);

  @Test
  void eachBrokerThatIsUnfitIsNamed() {
    BrokerSettings brokers =
        new BrokerSettings(
            Map.of(
                "1", Map.of("group.max.session.timeout.ms", "5000"),
                "2", Map.of("group.max.session.timeout.ms", "1800000"),
                "3", Map.of("group.max.session.timeout.ms", "5000")));
    assertThat(BrokerLimitsCheck.GROUPS.judge(brokers, ENGINE, 1_000, false))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.FAIL);
              assertThat(one.what())
                  .startsWith("group.max.session.timeout.ms=5000 on broker 1, 3, but the engine");
            });
    BrokerLimitsCheck.EngineClients shorter =
        new BrokerLimitsCheck.EngineClients(1_000, 5_000, 16 << 20);
    assertThat(BrokerLimitsCheck.GROUPS.judge(brokers, shorter, 1_000, false).get(0).verdict())
        .isEqualTo(Verdict.OK);
    assertThat(brokers.values("group.max.session.timeout.ms")).isEqualTo("1800000 or 5000");
    assertThat(brokers.values("another")).isEqualTo("unknown");
    assertThat(brokers.where("another", _ -> true)).isEmpty();
  }

  @Test
  void aBrokerWithoutTheStreamsProtocolLetsNoEngineJoinByIt() {
    BrokerSettings brokers =
        new BrokerSettings(
            Map.of("1", Map.of("group.coordinator.rebalance.protocols", "classic,consumer")));
    assertThat(BrokerLimitsCheck.GROUPS.judge(brokers, ENGINE, 1_000, true).get(0).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(BrokerLimitsCheck.GROUPS.judge(brokers, ENGINE, 1_000, false).get(0).verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void aRequestThatABrokerDoesNotTakeStopsAPartition() {
    BrokerLimitsCheck sizes = BrokerLimitsCheck.SIZES;
    BrokerSettings small = new BrokerSettings(Map.of("1", Map.of("socket.request.max.bytes", "9")));
    assertThat(sizes.judge(small, ENGINE, 1_000, false))
        .extracting(DoctorFinding::toString)
        .containsExactly(
            "DoctorFinding[verdict=FAIL, what=socket.request.max.bytes=9 on broker 1, but a request"
                + " of the engine may have 16777216 bytes: its partition would stand still,"
                + " mend=[set socket.request.max.bytes=16842752 or more in server.properties of"
                + " each broker, and restart it]]");
    BrokerSettings usual =
        new BrokerSettings(Map.of("1", Map.of("socket.request.max.bytes", "104857600")));
    assertThat(sizes.judge(usual, ENGINE, 1_000, false).get(0).verdict()).isEqualTo(Verdict.OK);
    BrokerLimitsCheck.EngineClients little =
        new BrokerLimitsCheck.EngineClients(1_000, 10_000, 1 << 20);
    assertThat(sizes.judge(usual, little, 1_000, false))
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.what())
                    .isEqualTo(
                        "producer.max.request.size=1048576, but a record of the domain may have"
                            + " 16777216 bytes"));
    assertThat(sizes.judge(small, little, 1_000, false)).as("brokers come first").hasSize(1);
  }

  @Test
  void aTransactionIsAsLongAsItsTurnAndAsBrokersTakeIt() {
    BrokerLimitsCheck limits = BrokerLimitsCheck.TRANSACTIONS;
    BrokerSettings brokers =
        new BrokerSettings(Map.of("1", Map.of("transaction.max.timeout.ms", "2000")));
    assertThat(limits.judge(brokers, ENGINE, 1_000, false))
        .containsExactly(
            DoctorFinding.ok(
                "the engine's transactions may take 1000 ms; transaction.max.timeout.ms=2000"));
    assertThat(limits.judge(brokers, ENGINE, 3_000, false))
        .containsExactly(
            DoctorFinding.warn(
                "producer.transaction.timeout.ms=1000, but a turn may take 3000 ms: a longer one"
                    + " would be aborted and repeated",
                "set producer.transaction.timeout.ms=3000"));
    BrokerLimitsCheck.EngineClients longer =
        new BrokerLimitsCheck.EngineClients(2_001, 10_000, 16 << 20);
    assertThat(limits.judge(brokers, longer, 3_000, false))
        .containsExactly(
            DoctorFinding.fail(
                "transaction.max.timeout.ms=2000 on broker 1, but the engine asks for"
                    + " producer.transaction.timeout.ms=2001: it could not begin",
                "set transaction.max.timeout.ms=3000 in server.properties of each broker, and"
                    + " restart it"));
  }

  @Test
  void asManyReplicasAsBrokersCanHaveAreWantedUpToThree() {
    String topic = "__transaction_state";
    assertThat(InternalTopicsCheck.few(topic, 1, 1)).isEmpty();
    assertThat(InternalTopicsCheck.few(topic, 3, 5)).isEmpty();
    assertThat(InternalTopicsCheck.few(topic, 2, 2)).isEmpty();
    assertThat(InternalTopicsCheck.few(topic, 1, 5))
        .hasValueSatisfying(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.WARN);
              assertThat(one.what())
                  .isEqualTo(
                      "of 3 replicas that 5 brokers could have, __transaction_state has 1: the loss"
                          + " of a broker stops all decisions");
              assertThat(one.mend().get(0)).contains("3 replicas");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 99990, 100010, OK, agrees",
    "100000, 102000, 102010, OK, ahead of the cluster's by 2000 ms",
    "100000, 97000, 97010, OK, behind the cluster's by 2990 ms",
    "100000, 103001, 103010, WARN, ahead of the cluster's by 3001 ms: engines do not",
    "100000, 96000, 96010, WARN, behind the cluster's by 3990 ms: engines do not",
    "100000, 160000, 160010, WARN, ahead of the cluster's by 60000 ms: engines do not",
    "100000, 160001, 160010, FAIL, by 60001 ms: brokers refuse",
    "100000, 1000, 1010, WARN, behind the cluster's by 98990 ms: engines do not"
  })
  void aClockIsComparedWithinTheTimeOfTheAnswer(
      long said, long asked, long answered, Verdict verdict, String told) {
    DoctorFinding found = ClockCheck.judge(said, asked, answered);
    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(found.what()).contains(told);
  }

  @Test
  void aMachineWithoutSandboxLacksNothingThatAnEngineNeeds() {
    assertThat(SandboxCheck.judge(null).what()).startsWith("bots of this machine can");
    assertThat(SandboxCheck.judge("no bwrap").verdict()).isEqualTo(Verdict.OK);
    assertThat(SandboxCheck.judge("no bwrap").what()).endsWith("no bwrap");
    assertThat(SandboxCheck.judge("no bwrap").mend().get(0)).contains("install bubblewrap");
  }

  @Test
  void aPartitionThatNoMemberHasIsToldUnlessItIsOnItsWay() {
    assertThat(MembersCheck.judge("rota-bots", Optional.empty(), 4).get(0).verdict())
        .isEqualTo(Verdict.WARN);
    var member = new GroupMembers.Member("a", "h", List.of(0, 2));
    var stable = new GroupMembers(GroupState.STABLE, "Classic", List.of(member));
    assertThat(MembersCheck.judge("rota-bots", Optional.of(stable), 3))
        .extracting(one -> one.verdict() + " " + one.what())
        .containsExactly(
            "OK the group rota-bots is Stable, by the protocol Classic: a at h has [0, 2]",
            "FAIL no member has the partitions [1]: their inputs wait");
    var moving = new GroupMembers(GroupState.PREPARING_REBALANCE, "Classic", List.of(member));
    assertThat(MembersCheck.judge("rota-bots", Optional.of(moving), 3).get(1).verdict())
        .isEqualTo(Verdict.WARN);
    var all = new GroupMembers.Member("b", "h", List.of(1));
    var whole = new GroupMembers(GroupState.STABLE, "Classic", List.of(member, all));
    assertThat(MembersCheck.judge("rota-bots", Optional.of(whole), 3))
        .extracting(DoctorFinding::verdict)
        .containsExactly(Verdict.OK);
  }

  @Test
  void whatIsHeldWaitsSinceTheFirstHold() {
    Map<Integer, Instant> held =
        new TreeMap<>(
            Map.of(
                3,
                Instant.parse("2026-01-31T12:00:00Z"),
                1,
                Instant.parse("2026-01-31T12:00:05Z")));
    assertThat(HoldsCheck.judge(held, "bots", "b:1").what())
        .isEqualTo(
            "the partitions [1, 3] are held, the first since 2026-01-31T12:00:00Z: their inputs"
                + " wait");
    assertThat(HoldsCheck.judge(Map.of(), "bots", "b:1").verdict()).isEqualTo(Verdict.OK);
  }
}
