package dev.rota.stream.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Inputs that wait, and what is committed meanwhile. */
class BacklogTest {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TopicPartition B0 = new TopicPartition("b", 0);
  private static final TopicPartition A3 = new TopicPartition("a", 3);

  private long seconds;
  private final Backlog backlog =
      new Backlog(Duration.ofSeconds(30), () -> Duration.ofSeconds(seconds).toNanos());

  @Test
  void whatIsDecidedToTheEndIsNoTrouble() {
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    pass(31);
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    assertThat(backlog.trouble()).isEmpty();
  }

  @Test
  void inputsThatWaitWhileNothingIsCommittedAreTroubleAfterAWhile() {
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 7L, A3, 5L));
    pass(30);
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 7L, A3, 9L));
    assertThat(backlog.trouble()).isEmpty();
    pass(1);
    assertThat(backlog.trouble())
        .hasValue("partition 3: 7 inputs wait, and nothing was committed for 31 s");
  }

  @Test
  void aLongBacklogThatShrinksIsNoTrouble() {
    for (long at = 0; at < 100; at++) {
      see(Map.of(A0, at), Map.of(A0, 1_000_000L));
      pass(10);
      assertThat(backlog.trouble()).isEmpty();
    }
  }

  @Test
  void aTopicThatWaitsForAnotherOfItsPartitionIsNoTrouble() {
    for (long at = 0; at < 100; at++) {
      see(Map.of(A0, at, B0, 3L), Map.of(A0, 200L, B0, 4L));
      pass(10);
      assertThat(backlog.trouble()).isEmpty();
    }
  }

  @Test
  void aPartitionThatMovedAwayIsNoTrouble() {
    see(Map.of(A0, 7L), Map.of(A0, 8L));
    pass(31);
    backlog.see(Set.of(3), Map.of(A3, 1L), Map.of(A3, 1L));
    assertThat(backlog.trouble()).isEmpty();
  }

  @Test
  void aClusterThatDoesNotAnswerIsTrouble() {
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    pass(31);
    assertThat(backlog.trouble()).hasValue("Kafka has not answered for 31 s");
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    assertThat(backlog.trouble()).isEmpty();
  }

  private void pass(long more) {
    seconds += more;
  }

  private void see(Map<TopicPartition, Long> committed, Map<TopicPartition, Long> ends) {
    backlog.see(Set.of(0, 3), committed, ends);
  }
}
