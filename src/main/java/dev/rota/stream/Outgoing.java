package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.ahead.Ahead;
import dev.rota.domain.Output;
import dev.rota.ledger.Decided;
import dev.rota.ledger.PageWire;
import dev.rota.ledger.PageWriter;
import dev.rota.topics.PageHeaders;
import dev.rota.topics.TurnHeaders;
import java.util.Iterator;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * An output or a page of the ledger, addressed to a sink.
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

  /** A page of the ledger. */
  static Outgoing of(PageWriter.Closed closed) {
    int partition = closed.page().partition();
    return new Outgoing(
        DomainTopology.LEDGER,
        partition,
        PageHeaders.key(partition),
        PageWire.SCHEMA,
        null,
        closed.bytes(),
        PageHeaders.of(closed.page()));
  }

  /**
   * The outputs of a turn in order. Each is made when it is reached, or while one before it is
   * sent: a turn may write gigabytes.
   */
  static Iterator<Outgoing> of(Decided decided, Origin origin, int partition) {
    TurnHeaders headers = new TurnHeaders(decided);
    return new Ahead<>(
        decided.published().size(),
        index -> output(decided, index, origin, partition, headers),
        Outgoing::isLarge);
  }

  private boolean isLarge() {
    return payload != null && payload.length >= Output.LARGE_BYTES;
  }

  private static Outgoing output(
      Decided decided, int index, Origin origin, int partition, TurnHeaders headers) {
    Output output = decided.published().get(index);
    String lane = decided.entry().lane();
    String sink = output.channel().name();
    if (output.isStub()) {
      Headers own = headers.ofStub(index, origin.cause());
      byte[] key = TurnHeaders.stubKey(decided.entry());
      return new Outgoing(sink, partition, key, null, null, output.payload(), own);
    }
    if (output.isInput()) {
      Throwable cause = origin.cause() == null ? decided.fault(index) : origin.cause();
      Headers own = headers.ofDeadLetter(origin.headers(), index, cause);
      return new Outgoing(sink, partition, origin.key(), null, null, origin.value(), own);
    }
    byte[] key = output.keyIn(lane).getBytes(UTF_8);
    if (output.isDeadline()) {
      Headers own = headers.ofDeadline(index);
      return new Outgoing(sink, partition, key, null, null, output.payload(), own);
    }
    SpecificRecord record = output.record();
    Schema schema = record == null ? null : record.getSchema();
    Headers own = headers.of(index);
    return new Outgoing(sink, partition, key, schema, record, output.payload(), own);
  }
}
