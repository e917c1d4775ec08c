package dev.rota.readers.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.ReplayVerdict.Differs;
import dev.rota.kernel.ledger.ReplayVerdict.Divergence;
import dev.rota.kernel.ledger.ReplayVerdict.Reason;
import dev.rota.kernel.ledger.ReplayVerdict.Unproved;
import dev.rota.kernel.ledger.TestTurn;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.partitions.OfflineRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

/** Of each lane, and of all, the first difference is told. */
final class LaneDifferencesTest {
  private static final TopicPartition LEDGER = new TopicPartition("alarms-ledger", 0);

  private final LaneDifferences differences = new LaneDifferences();

  private static ConsumerRecord<byte[], byte[]> record(long atMillis) {
    return OfflineRecord.of(LEDGER, 4, atMillis, null, null, new RecordHeaders());
  }

  private static Differs differs(String lane, long turn, boolean repeated) {
    return new Differs(new Divergence(lane, turn, "outputs", "1", "2"), null, repeated);
  }

  private static Unproved unproved(String lane, Reason reason) {
    TurnEntry entry = new TestTurn(lane, TurnEntry.Kind.TICK, 4, 0).entry();
    return new Unproved(entry, reason);
  }

  @Test
  void theFirstDifferenceOfALaneStaysAndTheFirstOfAllHasItsTime() {
    differences.add(record(500), differs("home", 3, false));
    differences.add(record(900), differs("home", 4, false));
    differences.add(record(900), differs("work", 1, false));
    String first = "turn 3, outputs: 1 by the rules, 2 in the ledger";
    assertThat(differences.of("home")).isEqualTo(first);
    assertThat(differences.of("work")).startsWith("turn 1, ");
    assertThat(differences.of("other")).isNull();
    assertThat(differences.first()).isEqualTo("home: " + first);
    assertThat(differences.writtenMillis()).isEqualTo(500);

    differences.add(null, "its end was cut");
    assertThat(differences.of("home")).isEqualTo("its end was cut");
    assertThat(differences.of("other")).isEqualTo("its end was cut");
    assertThat(differences.first()).isEqualTo("home: " + first);
  }

  @Test
  void whatComesAgainIsToldAndIsNoLanes() {
    differences.add(record(500), differs("home", 3, true));
    differences.add(record(900), differs("home", 4, true));
    assertThat(differences.first()).startsWith("turn 3, ");
    assertThat(differences.all()).isEmpty();
    assertThat(differences.of("home")).isNull();
    assertThat(differences.writtenMillis()).isEqualTo(500);
  }

  @Test
  void aTurnThatNobodyAskedForIsNoDifference() {
    differences.add(record(500), unproved("home", Reason.LEFT_OUT));
    assertThat(differences.first()).isNull();
    differences.add(record(900), unproved("home", Reason.LOST));
    assertThat(differences.of("home")).isEqualTo("turns before turn 4 are missing");
    assertThat(differences.writtenMillis()).isEqualTo(900);
  }
}
