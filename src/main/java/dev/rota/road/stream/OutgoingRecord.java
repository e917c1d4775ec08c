package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.ahead.ReadAheadIterator;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.ledger.DecidedTurn;
import dev.rota.kernel.ledger.PageWire;
import dev.rota.kernel.ledger.PageWriter;
import dev.rota.registry.EncodedValue;
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
record OutgoingRecord(
    String sink,
    int partition,
    byte[] key,
    EncodedValue encoded,
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
  static OutgoingRecord of(PageWriter.Closed closed) {
    int partition = closed.page().partition();
    return new OutgoingRecord(
        DomainTopology.LEDGER,
        partition,
        PageHeaders.key(partition),
        new EncodedValue(PageWire.schema(closed.page()), closed.bytes()),
        null,
        null,
        PageHeaders.of(closed.page()));
  }

  /**
   * The outputs of a turn in order. Each is made when it is reached, or while one before it is
   * sent: a turn may write gigabytes.
   */
  static Iterator<OutgoingRecord> of(DecidedTurn decided, Origin origin, int partition) {
    TurnHeaders headers = new TurnHeaders(decided);
    return new ReadAheadIterator<>(
        decided.published().size(),
        index -> output(decided, index, origin, partition, headers),
        OutgoingRecord::isLarge);
  }

  private boolean isLarge() {
    byte[] bytes = encoded == null ? raw : encoded.bytes();
    return bytes != null && bytes.length >= Output.LARGE_BYTES;
  }

  /** The value without its schema's id, or null. */
  byte[] payload() {
    return encoded == null ? raw : encoded.payload();
  }

  /** A dead letter. */
  private static OutgoingRecord unchanged(
      String sink, int partition, byte[] key, byte[] raw, Headers headers) {
    return new OutgoingRecord(sink, partition, key, null, null, raw, headers);
  }

  private static OutgoingRecord output(
      DecidedTurn decided, int index, Origin origin, int partition, TurnHeaders headers) {
    Output output = decided.published().get(index);
    String lane = decided.entry().lane();
    String sink = output.channel().name();
    if (output.isStub()) {
      Headers own = headers.ofStub(index, origin.cause());
      byte[] key = TurnHeaders.stubKey(decided.entry());
      return unchanged(sink, partition, key, output.payload(), own);
    }
    if (output.isInput()) {
      Throwable cause = origin.cause() == null ? decided.fault(index) : origin.cause();
      Headers own = headers.ofDeadLetter(origin.headers(), index, cause);
      return unchanged(sink, partition, origin.key(), origin.value(), own);
    }
    byte[] key = output.keyIn(lane).getBytes(UTF_8);
    if (output.isDeadline()) {
      Headers own = headers.ofDeadline(index);
      return unchanged(sink, partition, key, output.payload(), own);
    }
    SpecificRecord record = output.record();
    EncodedValue encoded =
        record == null
            ? null
            : new EncodedValue(
                output.schema(), output.payload(EncodedValue.ROOM), EncodedValue.ROOM);
    return new OutgoingRecord(sink, partition, key, encoded, record, null, headers.of(index));
  }
}
