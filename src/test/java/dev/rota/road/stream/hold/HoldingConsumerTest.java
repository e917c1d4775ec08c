package dev.rota.road.stream.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.road.topics.UnfitCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which partitions of a consumer are paused, as holds and Kafka Streams come and go. */
class HoldingConsumerTest {
  private static final TopicPartition CLAIMS = new TopicPartition("claims", 0);
  private static final TopicPartition TIME = new TopicPartition("cores-time", 0);
  private static final TopicPartition OTHER = new TopicPartition("claims", 1);
  private static final Set<TopicPartition> ALL = Set.of(CLAIMS, TIME, OTHER);

  private final HeldPartitions holds = new HeldPartitions();
  private final HoldingConsumer consumer = new HoldingConsumer(holds, () -> 0);

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

  /** So a member that joined behind a growth writes nothing. */
  @Test
  void theTopicsAreLookedAtBeforeAnythingIsEnded() {
    List<String> done = new ArrayList<>();
    consumer.polled(ALL, opening(done, () -> {}));
    done.clear();
    consumer.open(Set.of(0), opening(done, () -> {}));
    consumer.open(Set.of(1), opening(done, () -> {}));
    assertThat(done).as("once for both").containsExactly("joined", "owned [0, 1]");

    done.clear();
    consumer.polled(Set.of(OTHER), opening(done, () -> {}));
    assertThat(done).as("nothing has come").isEmpty();
    Runnable grown =
        () -> {
          throw new UnfitCluster("the topics have grown");
        };
    assertThatThrownBy(() -> consumer.polled(ALL, opening(done, grown)))
        .isInstanceOf(UnfitCluster.class);
    assertThatThrownBy(() -> consumer.open(Set.of(0), opening(done, grown)))
        .isInstanceOf(UnfitCluster.class);
    assertThat(done).containsExactly("joined", "joined");
  }

  /** Before its rows are restored, which waits for what is open in their changelog. */
  @Test
  void whatAFormerOwnerLeftOpenIsEndedAsSoonAsAPartitionComes() {
    List<String> done = new ArrayList<>();
    consumer.polled(Set.of(OTHER), opening(done, () -> {}));
    assertThat(done).containsExactly("joined", "owned [1]");
    done.clear();
    consumer.polled(Set.of(OTHER), opening(done, () -> {}));
    assertThat(done).isEmpty();
    consumer.polled(ALL, opening(done, () -> {}));
    assertThat(done).as("what it had stays its own").containsExactly("joined", "owned [0]");
  }

  /** It cannot know whether it still owns what opens. */
  @Test
  void whoHasNotPolledEndsNothingAndLooksAllTheSame() {
    List<String> done = new ArrayList<>();
    consumer.open(Set.of(0), opening(done, () -> {}));
    assertThat(done).containsExactly("joined");
  }

  /** Of a topic that nobody has read yet. Else the first task would end what the next has begun. */
  @Test
  void aPollThatFindsNoOffsetIsAPollAllTheSame() {
    List<String> done = new ArrayList<>();
    try (var whole = new MockConsumer<byte[], byte[]>("none")) {
      Consumer<byte[], byte[]> front =
          HoldingConsumer.of(whole, holds, opening(done, () -> {}), () -> 0);
      whole.assign(ALL);
      whole.setPollException(new NoOffsetForPartitionException(TIME));
      assertThatThrownBy(() -> front.poll(Duration.ZERO))
          .isInstanceOf(NoOffsetForPartitionException.class);
      front.committed(Set.of(OTHER));
      front.committed(Set.of(CLAIMS));
    }
    assertThat(done)
        .as("as they come, and before the first opens")
        .containsExactly("joined", "owned [0, 1]", "joined", "owned [0, 1]");
  }

  private static HoldingConsumer.Opening opening(List<String> done, Runnable look) {
    return new HoldingConsumer.Opening() {
      @Override
      public void joined() {
        done.add("joined");
        look.run();
      }

      @Override
      public void owned(Set<Integer> partitions) {
        done.add("owned " + partitions);
      }
    };
  }

  @Test
  void whatMovedAwayAndCameBackIsPausedAnew() {
    holds.set(List.of(0));
    assertThat(consumer.held(ALL)).hasSize(2);

    assertThat(consumer.held(Set.of(OTHER))).isEmpty();
    assertThat(consumer.held(ALL)).containsExactlyInAnyOrder(CLAIMS, TIME);
  }
}
