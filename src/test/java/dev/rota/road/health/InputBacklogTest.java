package dev.rota.road.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.health.InputBacklog.Content;
import dev.rota.road.health.InputBacklog.Unseen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Inputs that wait, and what is taken meanwhile. */
class InputBacklogTest {
  private static final TopicPartition A0 = new TopicPartition("a", 0);
  private static final TopicPartition B0 = new TopicPartition("b", 0);
  private static final TopicPartition A3 = new TopicPartition("a", 3);
  private static final Set<Integer> BOTH = Set.of(0, 3);

  private long seconds = 1_000;
  private final InputBacklog backlog =
      new InputBacklog(Duration.ofSeconds(30), () -> Duration.ofSeconds(seconds).toMillis());

  @Test
  void whatIsTakenToTheEndIsNoTrouble() {
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    pass(31);
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    assertThat(backlog.trouble(BOTH)).isEmpty();
    assertThat(backlog.of(0)).hasValue(WaitingInputs.NONE);
  }

  @Test
  void inputsThatWaitWhileNothingIsTakenAreTroubleAfterAWhile() {
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 7L, A3, 5L));
    pass(30);
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 7L, A3, 9L));
    assertThat(backlog.trouble(BOTH)).isEmpty();
    assertThat(backlog.waiting()).isEqualTo(Map.of(3, 7L));
    pass(1);
    assertThat(backlog.trouble(BOTH))
        .hasValue("partition 3: 7 inputs wait, and nothing was committed for 31 s");
    assertThat(backlog.trouble(Set.of(0))).as("partition 3 is held").isEmpty();
    assertThat(backlog.waiting()).as("and yet they wait").isEqualTo(Map.of(3, 7L));
    assertThat(backlog.standsSince(3)).hasValue(1_000_000L);
  }

  @Test
  void whatNobodyCouldTakeDidNotStand() {
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 9L, A3, 5L));
    pass(600);
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 9L, A3, 5L));
    backlog.excuse(Set.of(0));
    assertThat(backlog.standsSince(0)).as("it was held until now").isEmpty();
    assertThat(backlog.standsSince(3)).hasValue(1_000_000L);
    pass(31);
    see(Map.of(A0, 7L, A3, 2L), Map.of(A0, 9L, A3, 5L));
    assertThat(backlog.standsSince(0)).hasValue(1_600_000L);
    assertThat(backlog.of(0).orElseThrow().sinceMillis()).as("waits since").isEqualTo(1_000_000L);
  }

  @Test
  void aLongBacklogThatShrinksIsNoTrouble() {
    for (long at = 0; at < 100; at++) {
      see(Map.of(A0, at), Map.of(A0, 1_000_000L));
      pass(10);
      assertThat(backlog.trouble(BOTH)).isEmpty();
    }
  }

  @Test
  void aTopicThatWaitsForAnotherOfItsPartitionIsNoTrouble() {
    for (long at = 0; at < 100; at++) {
      see(Map.of(A0, at, B0, 3L), Map.of(A0, 200L, B0, 4L));
      pass(10);
      assertThat(backlog.trouble(BOTH)).isEmpty();
    }
  }

  @Test
  void aPartitionThatMovedAwayIsForgotten() {
    see(Map.of(A0, 7L), Map.of(A0, 8L));
    pass(31);
    see(Map.of(A3, 1L), Map.of(A3, 1L));
    assertThat(backlog.trouble(BOTH)).isEmpty();
    assertThat(backlog.of(0)).isEmpty();
  }

  @Test
  void aClusterThatDoesNotAnswerIsTrouble() {
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    pass(31);
    assertThat(backlog.trouble(BOTH)).hasValue("Kafka has not answered for 31 s");
    see(Map.of(A0, 7L), Map.of(A0, 7L));
    assertThat(backlog.trouble(BOTH)).isEmpty();
  }

  @Test
  void whatIsNotKnownIsNotNothing() {
    assertThat(backlog.of(0)).as("nobody has looked").isEmpty();
    backlog.see(List.of(A0, B0), Map.of(A0, 7L), Map.of(A0, 7L, B0, 2L));
    assertThat(backlog.of(0)).as("what is taken of b is not known").isEmpty();
    backlog.see(List.of(A0, B0), Map.of(A0, 7L, B0, 2L), Map.of(A0, 7L));
    assertThat(backlog.of(0)).as("the end of b is not known").isEmpty();
    backlog.see(List.of(A0, B0), Map.of(A0, 7L, B0, 2L), Map.of(A0, 7L, B0, 2L));
    assertThat(backlog.of(0)).hasValue(WaitingInputs.NONE);
  }

  @Test
  void markersAndAbortedRecordsDoNotWait() {
    assertThat(see(Map.of(A0, 7L), Map.of(A0, 9L))).isEqualTo(Map.of(A0, new Unseen(7, 9)));
    backlog.found(A0, new Content(9, 0, 0, 0));
    assertThat(backlog.of(0)).hasValue(WaitingInputs.NONE);
    assertThat(see(Map.of(A0, 7L), Map.of(A0, 9L))).as("it is known").isEmpty();
    pass(60);
    assertThat(see(Map.of(A0, 7L), Map.of(A0, 12L)))
        .as("only what is new is looked into")
        .isEqualTo(Map.of(A0, new Unseen(9, 12)));
    backlog.found(A0, new Content(12, 2, 9, 1));
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(2, 1_060_000, false));
    assertThat(backlog.trouble(BOTH)).as("they have come just now").isEmpty();
    pass(31);
    see(Map.of(A0, 7L), Map.of(A0, 12L));
    assertThat(backlog.trouble(BOTH))
        .hasValue("partition 0: 2 inputs wait, and nothing was committed for 31 s");
    assertThat(see(Map.of(A0, 10L), Map.of(A0, 12L))).as("it moves").isEmpty();
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(2, 1_060_000, false));
    assertThat(see(Map.of(A0, 11L), Map.of(A0, 11L))).isEmpty();
    assertThat(backlog.of(0)).hasValue(WaitingInputs.NONE);
  }

  @Test
  void anInputWaitsSinceItWasFirstSeenOrAsItsRecordSaysIfItWasThereBefore() {
    see(Map.of(A0, 0L), Map.of(A0, 3L));
    backlog.found(A0, new Content(3, 3, 0, 960_000));
    assertThat(backlog.of(0))
        .as("before anybody looked")
        .hasValue(new WaitingInputs(3, 960_000, false));
    pass(10);
    see(Map.of(A0, 0L), Map.of(A0, 5L));
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(5, 960_000, false));
    pass(10);
    see(Map.of(A0, 3L), Map.of(A0, 5L));
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(2, 1_010_000, false));
    pass(10);
    see(Map.of(A0, 3L), Map.of(A0, 5L));
    backlog.found(A0, new Content(5, 2, 3, 7));
    assertThat(backlog.of(0))
        .as("an old timestamp does not make it older")
        .hasValue(new WaitingInputs(2, 1_010_000, false));
  }

  /** What was looked into lies behind the group, as soon as its first record is taken. */
  @Test
  void whatWasTakenIsNotTheOldestThatWaits() {
    see(Map.of(A0, 5L), Map.of(A0, 6L));
    backlog.found(A0, new Content(6, 1, 5, 960_000));
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(1, 960_000, false));
    pass(10);
    see(Map.of(A0, 6L), Map.of(A0, 9L));
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(3, 1_010_000, false));
    assertThat(see(Map.of(A0, 6L), Map.of(A0, 9L))).isEqualTo(Map.of(A0, new Unseen(6, 9)));
  }

  @Test
  void whatMayNotBeReadIsAtMostWhatWaits() {
    see(Map.of(A0, 0L), Map.of(A0, 3L));
    backlog.hidden(A0);
    assertThat(backlog.of(0)).hasValue(new WaitingInputs(3, 1_000_000, true));
  }

  @Test
  void alwaysFewStepsAreRemembered() {
    for (long at = 0; at < 10_000; at++) {
      see(Map.of(A0, 0L), Map.of(A0, 10 + at));
      pass(1);
    }
    see(Map.of(A0, 5_010L), Map.of(A0, 10_010L));
    WaitingInputs half = backlog.of(0).orElseThrow();
    assertThat(half.count()).isEqualTo(5_000);
    assertThat(half.sinceMillis()).isBetween(1_000_000L, 6_001_000L);
  }

  private void pass(long more) {
    seconds += more;
  }

  private Map<TopicPartition, Unseen> see(
      Map<TopicPartition, Long> taken, Map<TopicPartition, Long> ends) {
    return backlog.see(ends.keySet(), taken, ends);
  }
}
