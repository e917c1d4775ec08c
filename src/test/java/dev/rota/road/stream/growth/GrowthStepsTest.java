package dev.rota.road.stream.growth;

import static dev.rota.alarms.wire.AlarmWire.SETTINGS;
import static dev.rota.testing.AlarmRecords.set;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.alarms.AlarmDomain;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.road.topics.LaneKey;
import dev.rota.testing.Book;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a growth does next follows from what there is: it may have been ended anywhere. */
class GrowthStepsTest {
  private static final int PARTITIONS = 5;

  private static boolean isBegun(int inputs, int ledger, int changelog) {
    return new GrowingTopics(
            null,
            Map.of("alarm-settings", inputs),
            Map.of("alarms-ledger", ledger, "rows-changelog", changelog),
            2,
            PARTITIONS)
        .isBegun();
  }

  /** The inputs grow last. */
  @Test
  void aGrowthHasBegunOnceOneOfItsTopicsHasGrown() {
    assertThat(isBegun(2, 2, 2)).isFalse();
    assertThat(isBegun(2, 5, 2)).isTrue();
    assertThat(isBegun(2, 2, 5)).isTrue();
    assertThat(isBegun(2, 5, 5)).isTrue();
    assertThat(isBegun(5, 5, 5)).isTrue();
  }

  private final Book book = new Book(new AlarmDomain());

  private List<MovingLane> moving(int partition) {
    return new ReplayedPartition(partition, PageEnd.START, book.store(), Map.of())
        .moving(PARTITIONS);
  }

  @Test
  void whatHasLeftOrIsAtHomeDoesNotMove() {
    List<String> lanes = IntStream.range(0, 20).mapToObj(i -> "home" + i).toList();
    for (String lane : lanes) {
      book.take(SETTINGS, lane, 0, set(lane, "tea", 300));
    }
    List<String> others =
        lanes.stream()
            .filter(lane -> LaneKey.partition(lane.getBytes(UTF_8), PARTITIONS) != 0)
            .sorted()
            .toList();
    assertThat(others).hasSizeBetween(1, 19);
    List<MovingLane> moving = moving(0);
    assertThat(moving).extracting(MovingLane::lane).containsExactlyElementsOf(others);
    assertThat(moving)
        .allSatisfy(
            one -> {
              assertThat(one.from()).isZero();
              assertThat(one.to())
                  .isEqualTo(LaneKey.partition(one.lane().getBytes(UTF_8), PARTITIONS));
              assertThat(one.turns()).isEqualTo(1);
              assertThat(one.bytes()).isPositive();
            });

    MovingLane first = moving.get(0);
    List<byte[]> pieces = new ArrayList<>();
    var _ = book.add(book.lane(first.lane()).leave(first.to(), 2, PARTITIONS, pieces::add));
    assertThat(pieces).isNotEmpty();
    assertThat(moving(0)).isEqualTo(moving.subList(1, moving.size()));
  }
}
