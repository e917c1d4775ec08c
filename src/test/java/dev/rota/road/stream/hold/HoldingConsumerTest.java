package dev.rota.road.stream.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which partitions of a consumer are paused, as holds and Kafka Streams come and go. */
class HoldingConsumerTest {
  private static final TopicPartition CLAIMS = new TopicPartition("claims", 0);
  private static final TopicPartition TIME = new TopicPartition("cores-time", 0);
  private static final TopicPartition OTHER = new TopicPartition("claims", 1);
  private static final Set<TopicPartition> ALL = Set.of(CLAIMS, TIME, OTHER);

  private final HeldPartitions holds = new HeldPartitions();
  private final HoldingConsumer consumer = new HoldingConsumer(holds);

  @Test
  void whereNothingIsHeldKafkaStreamsHasItsWay() {
    consumer.paused(ALL);

    assertThat(consumer.held(ALL)).isEmpty();
    assertThat(consumer.resumable(ALL)).containsExactlyInAnyOrderElementsOf(ALL);
    assertThat(consumer.released()).isEmpty();
  }

  @Test
  void whatKafkaStreamsResumesStaysPausedWhileItIsHeldWithTheTimeOfItsTask() {
    holds.set(List.of(0));
    consumer.paused(ALL);

    assertThat(consumer.resumable(ALL)).containsExactly(OTHER);
    assertThat(consumer.held(ALL)).as("they are paused already").isEmpty();
    assertThat(consumer.released()).isEmpty();

    holds.set(List.of());
    assertThat(consumer.released()).containsExactlyInAnyOrder(CLAIMS, TIME);
    assertThat(consumer.released()).as("once").isEmpty();
  }

  @Test
  void whatRunsIsPausedBeforeTheNextPollOnce() {
    holds.set(List.of(1));

    assertThat(consumer.held(ALL)).containsExactly(OTHER);
    assertThat(consumer.held(ALL)).isEmpty();
  }

  @Test
  void whatIsReleasedWhileItsStateIsRestoredIsResumedByKafkaStreamsAlone() {
    holds.set(List.of(0));
    assertThat(consumer.held(ALL)).containsExactlyInAnyOrder(CLAIMS, TIME);
    consumer.paused(Set.of(CLAIMS));

    holds.set(List.of());
    assertThat(consumer.released()).containsExactly(TIME);
    assertThat(consumer.resumable(Set.of(CLAIMS))).containsExactly(CLAIMS);
  }

  @Test
  void whatMovedAwayAndCameBackIsPausedAnew() {
    holds.set(List.of(0));
    assertThat(consumer.held(ALL)).hasSize(2);

    assertThat(consumer.held(Set.of(OTHER))).isEmpty();
    assertThat(consumer.held(ALL)).containsExactlyInAnyOrder(CLAIMS, TIME);
  }
}
