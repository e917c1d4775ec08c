package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.domain.Output;
import dev.rota.ledger.Decided;
import dev.rota.ledger.EntryWire;
import dev.rota.topics.TurnHeaders;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * An output or a ledger entry, addressed to a sink.
 *
 * @param sink the channel's name, or {@link DomainTopology#LEDGER}
 * @param partition the task's own, so that a lane's records stay together whatever the key
 * @param schema null for a dead letter, whose bytes are unchanged, and for a null value
 * @param record the value for serializers that need a record, or null
 * @param payload the value in Avro binary
 */
record Outgoing(
    String sink,
    int partition,
    byte[] key,
    Schema schema,
    SpecificRecord record,
    byte[] payload,
    Headers headers) {
  /**
   * The input record, which may become a dead letter.
   *
   * @param cause why it is unreadable; null if it was read
   */
  record Origin(byte[] key, byte[] value, Headers headers, Exception cause) {
    /** The origin of a tick's outputs. */
    static Origin none(String lane) {
      return new Origin(lane.getBytes(UTF_8), null, new RecordHeaders(), null);
    }
  }

  /** The ledger entry, then the outputs in order. */
  static List<Outgoing> of(Decided decided, Origin origin, int partition) {
    byte[] lane = decided.entry().lane().getBytes(UTF_8);
    TurnHeaders headers = new TurnHeaders(decided);
    List<Outgoing> all = new ArrayList<>(1 + decided.published().size());
    all.add(
        new Outgoing(
            DomainTopology.LEDGER,
            partition,
            lane,
            EntryWire.SCHEMA,
            null,
            decided.entryBytes(),
            headers.ofEntry()));
    for (int index = 0; index < decided.published().size(); index++) {
      Output output = decided.published().get(index);
      String sink = output.channel().name();
      if (output.isStub()) {
        Headers own = headers.ofStub(index, origin.cause());
        byte[] key = TurnHeaders.stubKey(decided.entry());
        all.add(new Outgoing(sink, partition, key, null, null, output.payload(), own));
      } else if (output.isInput()) {
        Throwable cause = origin.cause() == null ? decided.fault(index) : origin.cause();
        Headers own = headers.ofDeadLetter(origin.headers(), index, cause);
        all.add(new Outgoing(sink, partition, origin.key(), null, null, origin.value(), own));
      } else if (output.isDeadline()) {
        Headers own = headers.ofDeadline(index);
        all.add(new Outgoing(sink, partition, lane, null, null, output.payload(), own));
      } else {
        byte[] key =
            output.key() == null ? lane : output.keyIn(decided.entry().lane()).getBytes(UTF_8);
        SpecificRecord record = output.record();
        Schema schema = record == null ? null : record.getSchema();
        all.add(
            new Outgoing(
                sink, partition, key, schema, record, output.payload(), headers.of(index)));
      }
    }
    return all;
  }
}
