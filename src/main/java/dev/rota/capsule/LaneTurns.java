package dev.rota.capsule;

import dev.rota.follow.Moment;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.PageWire;
import dev.rota.topics.PageHeaders;
import dev.rota.topics.WireFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The turns of one lane in a record of the ledger, in order. */
record LaneTurns(List<Entry> turns) {
  /** One that cannot be read has none: who decides it again says so. */
  static LaneTurns of(ConsumerRecord<byte[], byte[]> record, String lane) {
    return new LaneTurns(all(record).stream().filter(turn -> turn.lane().equals(lane)).toList());
  }

  private static List<Entry> all(ConsumerRecord<byte[], byte[]> record) {
    byte[] payload = WireFormat.payload(record);
    try {
      if (payload == null) {
        return List.of();
      }
      return PageHeaders.isPage(record.headers())
          ? new PageWire().decode(payload).turns()
          : List.of(new EntryWire().decode(payload).turn());
    } catch (PageWire.BadPage | EntryWire.BadEntry e) {
      return List.of();
    }
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
