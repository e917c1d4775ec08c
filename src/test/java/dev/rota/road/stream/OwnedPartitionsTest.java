package dev.rota.road.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.stream.damage.PartitionDoubts;
import dev.rota.road.stream.status.TaskStatuses;
import dev.rota.testing.LoggedLines;
import java.util.List;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnedPartitionsTest {
  private static final TopicPartition CHANGELOG = new TopicPartition("rows", 2);

  private final LoggedLines log = LoggedLines.of(OwnedPartitions.class.getName());
  private final PartitionDoubts doubts = new PartitionDoubts();
  private final OwnedPartitions owned =
      new OwnedPartitions("cores", new TaskStatuses(System::nanoTime), doubts);

  @AfterEach
  void listenNoMore() {
    log.close();
  }

  @Test
  void whatIsGainedAndLostIsToldAndNothingElse() {
    hold(0, 1, 2, 3, 7);
    hold(0, 1, 2, 3, 7);
    hold(2, 3, 4);
    hold();
    assertThat(lines())
        .containsExactly(
            "cores: partitions gained: 0-3, 7",
            "cores: partitions lost: 0-1, 7",
            "cores: partitions gained: 4",
            "cores: partitions lost: 2-4");
  }

  @Test
  void aStateThatIsRestoredIsToldAndAnEmptyOneIsNot() {
    owned.onRestoreStart(CHANGELOG, "rows", 5, 5);
    owned.onRestoreEnd(CHANGELOG, "rows", 0);
    assertThat(lines()).isEmpty();
    owned.onRestoreStart(CHANGELOG, "rows", 5, 1205);
    owned.onBatchRestored(CHANGELOG, "rows", 600, 600);
    owned.onRestoreEnd(CHANGELOG, "rows", 1200);
    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0))
        .isEqualTo("cores: partition 2: restoring its rows, 1200 records of their changelog");
    assertThat(lines().get(1))
        .startsWith("cores: partition 2: its rows are restored, 1200 records in 0.");
  }

  @Test
  void rowsAheadOfTheirChangelogAreDoubtedUntilTheyAreRestoredAgain() {
    owned.onRestoreStart(CHANGELOG, "rows", 5, 5);
    assertThat(doubts.ofChangelog(CHANGELOG.partition())).isFalse();
    owned.onRestoreStart(CHANGELOG, "rows", 5, 0);
    assertThat(doubts.ofChangelog(CHANGELOG.partition())).isTrue();
    assertThat(doubts.ofChangelog(CHANGELOG.partition() + 1)).isFalse();
    owned.onRestoreStart(CHANGELOG, "rows", 0, 0); // Kafka Streams noticed, and removed the rows
    assertThat(doubts.ofChangelog(CHANGELOG.partition())).isFalse();
  }

  private void hold(Integer... partitions) {
    owned.hold(new TreeSet<>(List.of(partitions)));
  }

  private List<String> lines() {
    return log.texts();
  }
}
