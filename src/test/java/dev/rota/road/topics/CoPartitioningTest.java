package dev.rota.road.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class CoPartitioningTest {
  @Test
  void equalCountsAreTheCount() {
    assertThat(
            CoPartitioning.verdict(
                "alarms", "here:9092", Map.of("alarm-cancels", 6, "alarm-settings", 6), List.of()))
        .isEqualTo(6);
  }

  @Test
  void aMissingTopicIsNamedWithTheCommandThatMakesIt() {
    assertThatThrownBy(
            () ->
                CoPartitioning.verdict(
                    "alarms", "here:9092", Map.of("alarm-settings", 6), List.of("alarm-cancels")))
        .isInstanceOf(UnfitCluster.class)
        .hasMessage(
            """
            the domain alarms lacks the topic alarm-cancels. Create missing topics:
              rota topics create --domains alarms -b here:9092 --partitions 6\
            """);
  }

  @Test
  void onAnEmptyClusterNoCountIsSuggested() {
    assertThatThrownBy(
            () -> CoPartitioning.verdict("alarms", "here:9092", Map.of(), List.of("a", "b")))
        .isInstanceOf(UnfitCluster.class)
        .hasMessageContaining("lacks the topics a, b.")
        .hasMessageEndingWith("-b here:9092");
  }

  @Test
  void topicsWithFewerPartitionsAreNamedWithTheCommandThatWidensThem() {
    var counts = new TreeMap<>(Map.of("alarm-cancels", 3, "alarm-settings", 6, "alarms-ledger", 1));

    assertThatThrownBy(() -> CoPartitioning.verdict("alarms", "here:9092", counts, List.of()))
        .isInstanceOf(UnfitCluster.class)
        .hasMessage(
            """
            the topics of alarms are not co-partitioned, so a lane's records would reach different \
            tasks: {alarm-cancels=3, alarm-settings=6, alarms-ledger=1}. A domain with records grows, and continues a growth, by
              rota ledger grow alarms --partitions 6 --yes -b here:9092
            If no topic has records, give all of them 6 partitions:
              kafka-topics.sh --bootstrap-server here:9092 --alter --topic alarm-cancels --partitions 6
              kafka-topics.sh --bootstrap-server here:9092 --alter --topic alarms-ledger --partitions 6\
            """);
  }
}
