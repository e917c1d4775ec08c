package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.ahead.Ahead;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.Decided;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.registry.Encoded;
import dev.rota.road.topics.PageHeaders;
import dev.rota.road.topics.TurnHeaders;
import java.util.Iterator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * An output or a page of the ledger, addressed to a sink.
 *
 * @param sink the channel's name, or {@link DomainTopology#LEDGER}
 * @param partition the task's own, so that a lane's records stay together whatever the key
 * @param encoded the value in Avro binary; null for a dead letter, and for no value
 * @param record the value for serializers that need a record, or null
 * @param raw a dead letter's unchanged bytes, or null
 */
record Outgoing(
    String sink,
    int partition,
    byte[] key,
    Encoded encoded,
    SpecificRecord record,
    byte[] raw,
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
        new Encoded(PageWire.SCHEMA, closed.bytes()),
        null,
        null,
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
    byte[] bytes = encoded == null ? raw : encoded.bytes();
    return bytes != null && bytes.length >= Output.LARGE_BYTES;
  }

  /** The value without its schema's id, or null. */
  byte[] payload() {
    return encoded == null ? raw : encoded.payload();
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
    Encoded encoded =
        record == null
            ? null
            : new Encoded(record.getSchema(), output.payload(Encoded.ROOM), Encoded.ROOM);
    return new Outgoing(sink, partition, key, encoded, record, null, headers.of(index));
  }
}
