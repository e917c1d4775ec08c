package dev.rota.road.stream.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which partitions of a consumer are paused, as holds and Kafka Streams come and go. */
class PausedPartitionsTest {
  private static final TopicPartition CLAIMS = new TopicPartition("claims", 0);
  private static final TopicPartition TIME = new TopicPartition("cores-time", 0);
  private static final TopicPartition OTHER = new TopicPartition("claims", 1);
  private static final Set<TopicPartition> ALL = Set.of(CLAIMS, TIME, OTHER);

  private final HeldPartitions holds = new HeldPartitions();
  private final PausedPartitions withheld = new PausedPartitions(holds);

  @Test
  void whereNothingIsHeldKafkaStreamsHasItsWay() {
    withheld.paused(ALL);

    assertThat(withheld.held(ALL)).isEmpty();
    assertThat(withheld.resumable(ALL)).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(withheld.released()).isEmpty();
  }

  @Test
  void whatKafkaStreamsResumesStaysPausedWhileItIsHeldWithTheTimeOfItsTask() {
    holds.set(List.of(0));
    withheld.paused(ALL);

    assertThat(withheld.resumable(ALL)).containsExactly(OTHER);
    assertThat(withheld.held(ALL)).as("they are paused already").isEmpty();
    assertThat(withheld.released()).isEmpty();

    holds.set(List.of());
    assertThat(withheld.released()).containsExactlyInAnyOrder(CLAIMS, TIME);
    assertThat(withheld.released()).as("once").isEmpty();
  }

  @Test
  void whatRunsIsPausedBeforeTheNextPollOnce() {
    holds.set(List.of(1));

    assertThat(withheld.held(ALL)).containsExactly(OTHER);
    assertThat(withheld.held(ALL)).isEmpty();
  }

  @Test
  void whatIsReleasedWhileItsStateIsRestoredIsResumedByKafkaStreamsAlone() {
    holds.set(List.of(0));
    assertThat(withheld.held(ALL)).containsExactlyInAnyOrder(CLAIMS, TIME);
    withheld.paused(Set.of(CLAIMS));

    holds.set(List.of());
    assertThat(withheld.released()).containsExactly(TIME);
    assertThat(withheld.resumable(Set.of(CLAIMS))).containsExactly(CLAIMS);
  }

  @Test
  void whatMovedAwayAndCameBackIsPausedAnew() {
    holds.set(List.of(0));
    assertThat(withheld.held(ALL)).hasSize(2);

    assertThat(withheld.held(Set.of(OTHER))).isEmpty();
    assertThat(withheld.held(ALL)).containsExactlyInAnyOrder(CLAIMS, TIME);
  }
}
