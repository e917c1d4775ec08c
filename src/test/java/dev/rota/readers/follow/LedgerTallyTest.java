package dev.rota.readers.follow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.kernel.ledger.TurnEntry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What the turns of a partition add up to. */
final class LedgerTallyTest {
  private static final byte[] NOTHING = {};

  private final LedgerTally tally = new LedgerTally();
  private long number;

  private TurnEntry input(String topic, int partition, long offset) {
    InputPosition source = new InputPosition(topic, partition, offset, 0, NOTHING);
    return new TestTurn("home", Kind.INPUT, ++number, 10 * number).source(source).entry();
  }

  private TurnEntry unreadable(byte[] key) {
    InputPosition source = new InputPosition("claims", 0, 7, 0, NOTHING);
    return new TurnEntry(
        "~0", ++number, 5, Kind.UNREADABLE, source, "BAD_KEY", key, NOTHING, 0, NOTHING, 1);
  }

  private void take(TurnEntry... turns) {
    tally.take(List.of(turns), true, TurnEntry::atMillis);
  }

  @Test
  void eachPartitionOfATopicIsTakenAsFarAsItsFarthestInput() {
    take(
        input("claims", 0, 4),
        input("claims", 0, 5),
        input("blocks", 0, 9),
        input("claims", 2, 1),
        new TestTurn("home", Kind.TICK, ++number, 60).entry(),
        input("claims", 0, 3));
    Map<TopicPartition, Long> expected =
        Map.of(
            new TopicPartition("claims", 0), 6L,
            new TopicPartition("claims", 2), 2L,
            new TopicPartition("blocks", 0), 10L);
    assertThat(tally.inputs()).isEqualTo(expected);
    take(input("claims", 2, 0), input("blocks", 0, 10));
    assertThat(tally.inputs())
        .containsEntry(new TopicPartition("claims", 2), 2L)
        .containsEntry(new TopicPartition("blocks", 0), 11L);
  }

  @Test
  void whatComesBehindADifferenceIsCountedAndNotProved() {
    tally.begin(100);
    assertThat(tally.provedAt()).isZero();
    take(input("claims", 0, 1), input("claims", 0, 2));
    assertThat(tally.provedAt()).as("the last turn's time").isEqualTo(20);
    tally.take(List.of(input("claims", 0, 3)), false, TurnEntry::atMillis);
    tally.take(List.of(), true, TurnEntry::atMillis);
    assertThat(tally.provedAt()).isEqualTo(20);
    assertThat(tally.turns()).isEqualTo(103);
  }

  @Test
  void aDeadLetterIsToldByItsPlaceAndItsKeyIfThatIsShort() {
    List<String> told = new ArrayList<>();
    for (byte[] key : new byte[][] {"home".getBytes(UTF_8), new byte[128], new byte[129], null}) {
      take(unreadable(key));
      told.add(tally.letters().last());
    }
    String place = "BAD_KEY, claims/0/7";
    String longest = ", key " + "\0".repeat(128);
    assertThat(told).containsExactly(place + ", key home", place + longest, place, place);
    assertThat(tally.letters().count()).isEqualTo(4);
    assertThat(tally.letters().lastMillis()).as("when they were heard of").isEqualTo(5);
  }
}
