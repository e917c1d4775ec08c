package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ledger.Decided;
import dev.rota.ledger.Entry;
import dev.rota.ledger.EntryWire;
import dev.rota.ledger.Published;
import dev.rota.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A record on its way out of a turn.
 *
 * @param sink the channel's name, or {@link DomainTopology#LEDGER}
 */
record Outbound(String sink, byte[] key, Outgoing value, Headers headers) {
  /**
   * What came in and could not be read: what a dead letter is made of.
   *
   * @param cause null when the record was good and the rules failed over it
   */
  record Origin(byte[] key, byte[] value, Headers headers, Exception cause) {
    /** A tick has nothing to return. */
    static Origin none(String lane) {
      return new Origin(lane.getBytes(UTF_8), null, new RecordHeaders(), null);
    }
  }

  /** The ledger's line first, then what was published, in its order. */
  static List<Outbound> of(Decided decided, Origin origin, int partition) {
    Entry entry = decided.entry();
    byte[] lane = entry.lane().getBytes(UTF_8);
    TurnHeaders headers = new TurnHeaders(decided);
    List<Outbound> records = new ArrayList<>(1 + decided.published().size());
    Outgoing line = new Outgoing(partition, EntryWire.SCHEMA, null, decided.entryBytes());
    records.add(new Outbound(DomainTopology.LEDGER, lane, line, headers.ofEntry()));
    for (int index = 0; index < decided.published().size(); index++) {
      Published output = decided.published().get(index);
      String sink = output.channel().name();
      if (output.isInput()) {
        Outgoing value = new Outgoing(partition, null, null, origin.value());
        Exception cause = origin.cause() == null ? decided.fault(index) : origin.cause();
        records.add(
            new Outbound(
                sink, origin.key(), value, headers.ofDeadLetter(origin.headers(), index, cause)));
      } else if (output.isDeadline()) {
        Outgoing value = new Outgoing(partition, null, null, output.payload());
        records.add(new Outbound(sink, lane, value, headers.ofDeadline(index)));
      } else {
        byte[] key = output.key() == null ? lane : output.keyIn(entry.lane()).getBytes(UTF_8);
        records.add(new Outbound(sink, key, value(output, partition), headers.of(index)));
      }
    }
    return records;
  }

  /** Where nothing is said of a key any more, there is none. */
  private static Outgoing value(Published output, int partition) {
    return output.record() == null
        ? new Outgoing(partition, null, null, null)
        : new Outgoing(partition, output.record().getSchema(), output.record(), output.payload());
  }
}
