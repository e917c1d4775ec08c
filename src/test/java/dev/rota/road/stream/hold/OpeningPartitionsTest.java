package dev.rota.road.stream.hold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a former owner left open is asked for once in a rebalance, and never what runs here. */
class OpeningPartitionsTest {
  private final OpeningPartitions opening = new OpeningPartitions();

  private void polled(Integer... partitions) {
    opening.polled(
        Stream.of(partitions)
            .flatMap(
                one -> Stream.of(new TopicPartition("jobs", one), new TopicPartition("time", one)))
            .collect(Collectors.toSet()));
  }

  private Set<Integer> next(int partition) {
    return opening.next(Set.of(partition), true);
  }

  @Test
  void theFirstTaskAsksForAllThatCameWithIt() {
    polled(0, 1, 2);
    assertThat(next(1)).containsExactly(0, 1, 2);
    polled(0, 1, 2);
    assertThat(next(0)).isEmpty();
    assertThat(next(2)).isEmpty();
  }

  /** Its transactions are this process's own. */
  @Test
  void whatRunsIsNotAskedForAgain() {
    polled(0);
    assertThat(next(0)).containsExactly(0);
    polled(0, 1);
    assertThat(next(1)).containsExactly(1);
  }

  /** A poll that fails tells of nothing, and tasks open after it. */
  @Test
  void whatOpenedBeforeAPollToldOfItIsNotAskedForByTheNextOne() {
    assertThat(opening.next(Set.of(1), false)).containsExactly(1);
    polled(0, 1);
    assertThat(next(0)).containsExactly(0);
  }

  @Test
  void whatOpenedWithoutAQuestionIsNotAskedForByTheNextOne() {
    polled(0, 1);
    assertThat(opening.next(Set.of(0), false)).containsExactly(0);
    assertThat(next(1)).containsExactly(1);
  }

  /** As after a fault. */
  @Test
  void aTaskThatOpensOnceMoreAsksOnceMore() {
    polled(0, 1);
    assertThat(next(0)).hasSize(2);
    assertThat(next(1)).isEmpty();
    assertThat(next(1)).containsExactly(1);
  }

  @Test
  void whatWentAwayAndCameBackIsAskedForAnew() {
    polled(0, 1);
    assertThat(next(0)).hasSize(2);
    polled(0);
    polled(0, 1);
    assertThat(next(1)).containsExactly(1);
  }

  @Test
  void whatWentAwayBeforeItOpenedIsNotAskedFor() {
    polled(0, 1);
    polled(0);
    assertThat(next(0)).containsExactly(0);
  }
}
