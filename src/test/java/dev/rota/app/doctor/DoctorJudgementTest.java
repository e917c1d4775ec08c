package dev.rota.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.road.health.GroupMembers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows from what a cluster and a machine say. */
class DoctorJudgementTest {
  private static final TopicPartition LEDGER = new TopicPartition("bots-ledger", 0);

  @ParameterizedTest
  @CsvSource({
    "2, 1, 1, classic, OK, transaction.version=2",
    "1, 1, 1, classic, WARN, upgrade --feature transaction.version=2",
    "0, 0, 0, classic, WARN, upgrade --feature transaction.version=2",
    "2, 0, 0, classic, OK, needs none",
    "2, 1, 0, streams, FAIL, upgrade --feature streams.version=1",
    "2, 0, 1, streams, OK, needs streams.version=1"
  })
  void featuresThatEnginesUseMustBeSwitchedOn(
      int transactions, int groups, int streams, String protocol, Verdict verdict, String told) {
    List<DoctorFinding> found = FeaturesCheck.judge(transactions, groups, streams, protocol, "b:1");
    assertThat(found).extracting(DoctorFinding::verdict).containsExactly(verdict);
    assertThat(found.get(0).what() + found.get(0).mend()).contains(told);
  }

  @Test
  void eachBrokerThatIsUnfitIsNamed() {
    BrokerSettings brokers =
        new BrokerSettings(
            Map.of(
                "1", Map.of("group.max.session.timeout.ms", "5000"),
                "2", Map.of("group.max.session.timeout.ms", "1800000"),
                "3", Map.of("group.max.session.timeout.ms", "5000")));
    assertThat(GroupLimitsCheck.judge(brokers, 10_000, false))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.FAIL);
              assertThat(one.what())
                  .startsWith("group.max.session.timeout.ms=5000 on broker 1, 3, but the engine");
            });
    assertThat(GroupLimitsCheck.judge(brokers, 5_000, false).get(0).verdict())
        .isEqualTo(Verdict.OK);
    assertThat(brokers.values("group.max.session.timeout.ms")).isEqualTo("1800000 or 5000");
    assertThat(brokers.values("another")).isEqualTo("unknown");
    assertThat(brokers.where("another", value -> true)).isEmpty();
  }

  @Test
  void aBrokerWithoutTheStreamsProtocolLetsNoEngineJoinByIt() {
    BrokerSettings brokers =
        new BrokerSettings(
            Map.of("1", Map.of("group.coordinator.rebalance.protocols", "classic,consumer")));
    assertThat(GroupLimitsCheck.judge(brokers, 10_000, true).get(0).verdict())
        .isEqualTo(Verdict.FAIL);
    assertThat(GroupLimitsCheck.judge(brokers, 10_000, false).get(0).verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void aRequestThatABrokerDoesNotTakeStopsAPartition() {
    BrokerSettings small = new BrokerSettings(Map.of("1", Map.of("socket.request.max.bytes", "9")));
    assertThat(MessageSizeCheck.judge(small, 16 << 20).get(0).verdict()).isEqualTo(Verdict.FAIL);
    BrokerSettings usual =
        new BrokerSettings(Map.of("1", Map.of("socket.request.max.bytes", "104857600")));
    assertThat(MessageSizeCheck.judge(usual, 16 << 20).get(0).verdict()).isEqualTo(Verdict.OK);
    assertThat(MessageSizeCheck.judge(usual, 1 << 20).get(0).what())
        .startsWith("producer.max.request.size=1048576, but");
  }

  @Test
  void whatHasNoLeaderOrTooFewReplicasIsTold() {
    List<DoctorFinding> found =
        ReplicasCheck.judge(
            topic(partition(0, 1, 2, 3), partition(1, 1), partition(2), partition(3, 1, 2)),
            2,
            "b:1");
    assertThat(found)
        .extracting(one -> one.verdict() + " " + one.what())
        .containsExactly(
            "FAIL jobs/2 has no leader: it is neither read nor written",
            "FAIL jobs/1 has fewer than 2 replicas in sync: it is not written",
            "WARN jobs/3 has replicas that are not in sync");
    assertThat(ReplicasCheck.judge(topic(partition(0, 1, 2, 3)), 2, "b:1")).isEmpty();
    assertThat(ReplicasCheck.judge(topic(partition(0), partition(1)), 2, "b:1").get(0).what())
        .startsWith("each of jobs/[0, 1] has no leader");
  }

  @Test
  void asManyReplicasAsBrokersCanHaveAreWantedUpToThree() {
    assertThat(ReplicasCheck.few(Map.of("jobs", 1), 1)).isEmpty();
    assertThat(ReplicasCheck.few(Map.of("jobs", 3), 5)).isEmpty();
    assertThat(ReplicasCheck.few(new TreeMap<>(Map.of("jobs", 1, "bots-time", 2, "a", 3)), 5))
        .hasValueSatisfying(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.WARN);
              assertThat(one.what()).contains("bots-time has 2, jobs has 1:");
              assertThat(one.mend().get(0)).contains("3 replicas");
            });
  }

  private static TopicDescription topic(TopicPartitionInfo... partitions) {
    return new TopicDescription("jobs", false, List.of(partitions));
  }

  /** Three replicas, of which these are in sync. Without one there is no leader. */
  private static TopicPartitionInfo partition(int number, int... inSync) {
    List<Node> all = IntStream.of(1, 2, 3).mapToObj(id -> new Node(id, "b", 1)).toList();
    List<Node> isr = IntStream.of(inSync).mapToObj(id -> new Node(id, "b", 1)).toList();
    return new TopicPartitionInfo(number, isr.isEmpty() ? null : isr.get(0), all, isr);
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
  void aDiskHasRoomForAllStoresOrIsTold() {
    Path dir = Path.of("/state");
    assertThat(DiskCheck.judge(10L << 30, 0, 4L << 30, dir).verdict()).isEqualTo(Verdict.OK);
    DoctorFinding small = DiskCheck.judge(1L << 30, 0, 4L << 30, dir);
    assertThat(small.verdict()).isEqualTo(Verdict.WARN);
    assertThat(small.what()).contains("1024 MiB are free at /state", "may need 8192 MiB more");
    assertThat(DiskCheck.judge(1L << 30, 1L << 30, 4L << 30, dir).what())
        .as("a part of the stores is there")
        .contains("may need 7168 MiB more");
    assertThat(DiskCheck.judge(7L << 30, 1L << 30, 4L << 30, dir).verdict()).isEqualTo(Verdict.OK);
    assertThat(DiskCheck.judge(1L << 30, 8L << 30, 4L << 30, dir).verdict())
        .as("the stores are there already")
        .isEqualTo(Verdict.OK);
  }

  @Test
  void theLimitOfOpenFilesGrowsWithPartitionsAndThreads() {
    long few = OpenFilesCheck.needed(1, 4, 1);
    assertThat(OpenFilesCheck.needed(1, 64, 1)).isGreaterThan(few);
    assertThat(OpenFilesCheck.needed(1, 4, 8)).isGreaterThan(few);
    assertThat(OpenFilesCheck.judge(1024, few).verdict()).isEqualTo(Verdict.WARN);
    assertThat(OpenFilesCheck.judge(1024, few).mend().get(0)).contains("LimitNOFILE=" + few);
    assertThat(OpenFilesCheck.judge(few, few).verdict()).isEqualTo(Verdict.OK);
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

  @Test
  void aTransactionIsLateAfterItsTimeOutAndAMargin() {
    long late = 10_000 + TransactionsCheck.MARGIN.toMillis();
    assertThat(judged(LEDGER, late)).isEmpty();
    assertThat(judged(LEDGER, late + 1))
        .hasValueSatisfying(
            one -> {
              assertThat(one.verdict()).isEqualTo(Verdict.FAIL);
              assertThat(one.mend().get(0))
                  .isEqualTo(
                      "kafka-transactions.sh --bootstrap-server b:1 forceTerminateTransaction"
                          + " --transactionalId rota-bots-1");
            });
    assertThat(judged(new TopicPartition("another", 0), late + 1)).isEmpty();
  }

  private static Optional<DoctorFinding> judged(TopicPartition on, long age) {
    var one =
        new TransactionDescription(
            1, TransactionState.ONGOING, 7, 0, 10_000, OptionalLong.of(5_000), Set.of(on));
    return TransactionsCheck.late("rota-bots-1", one, Set.of(LEDGER), 5_000 + age, "b:1");
  }
}
