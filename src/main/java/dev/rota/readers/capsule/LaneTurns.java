package dev.rota.readers.capsule;

import dev.rota.kernel.ledger.Entry;
import dev.rota.readers.follow.Moment;
import dev.rota.road.topics.TurnReader;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The turns of one lane in a record of the ledger, in order. */
record LaneTurns(List<Entry> turns) {
  /** One that cannot be read has none: who decides it again says so. */
  static LaneTurns of(ConsumerRecord<byte[], byte[]> record, String lane) {
    return new LaneTurns(
        new TurnReader().of(record).stream().filter(turn -> turn.lane().equals(lane)).toList());
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** Returns true if the lane has taken all of them at the moment. */
  boolean allTaken(Moment moment) {
    return turns.stream().noneMatch(moment::isBefore);
  }

  /** Returns true if there are some, and the lane has taken none of them at the moment. */
  boolean noneTaken(Moment moment) {
    return !isEmpty() && turns.stream().allMatch(moment::isBefore);
  }
}
