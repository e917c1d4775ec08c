package dev.rota.kernel.ledger;

import dev.rota.base.avro.ArrayEncoder;
import dev.rota.ledger.LedgerPage;
import dev.rota.ledger.TurnKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes pages field by field, as Avro writes {@link LedgerPage}: without a record for each turn,
 * which would cost more than the turn. Not thread-safe.
 */
final class PageEncoder {
  private static final Map<TurnEntry.Kind, Integer> KINDS = kinds();

  private final ArrayEncoder to = new ArrayEncoder();
  private final byte[] eight = new byte[Long.BYTES];

  private static Map<TurnEntry.Kind, Integer> kinds() {
    Map<TurnEntry.Kind, Integer> places = new EnumMap<>(TurnEntry.Kind.class);
    for (TurnEntry.Kind kind : TurnEntry.Kind.values()) {
      places.put(kind, TurnKind.getClassSchema().getEnumOrdinal(kind.name()));
    }
    return places;
  }

  /** The page in Avro binary. */
  byte[] encode(TurnPage page, byte[] seal) {
    to.begin();
    try {
      write(page);
      to.writeFixed(seal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return to.written();
  }

  private void write(TurnPage page) throws IOException {
    Map<String, Integer> topics = topics(page.turns());
    to.writeLong(page.number());
    to.writeInt(page.partition());
    begin(topics.size());
    for (String topic : topics.keySet()) {
      to.startItem();
      to.writeString(topic);
    }
    to.writeArrayEnd();
    begin(page.lanes().size());
    Map<String, Integer> lanes = new HashMap<>();
    for (TurnPage.Touched lane : page.lanes()) {
      lanes.putIfAbsent(lane.lane(), lanes.size());
      write(lane);
    }
    to.writeArrayEnd();
    begin(page.turns().size());
    for (TurnEntry turn : page.turns()) {
      to.startItem();
      to.writeInt(lanes.get(turn.lane()));
      write(turn, topics);
    }
    to.writeArrayEnd();
  }

  /** The topics of the sources, each with its place. */
  private static Map<String, Integer> topics(List<TurnEntry> turns) {
    Map<String, Integer> topics = new LinkedHashMap<>();
    for (TurnEntry turn : turns) {
      if (turn.source() != null) {
        topics.putIfAbsent(turn.source().topic(), topics.size());
      }
    }
    return topics;
  }

  private void begin(int items) throws IOException {
    to.writeArrayStart();
    to.setItemCount(items);
  }

  private void write(TurnPage.Touched lane) throws IOException {
    to.startItem();
    to.writeString(lane.lane());
    to.writeLong(lane.first());
    to.writeInt(lane.rules());
    ByteBuffer.wrap(eight).putLong(lane.stateDigest());
    to.writeFixed(eight);
  }

  private void write(TurnEntry turn, Map<String, Integer> topics) throws IOException {
    to.writeEnum(KINDS.get(turn.kind()));
    to.writeLong(turn.atMillis());
    if (some(turn.source() != null)) {
      InputPosition source = turn.source();
      to.writeInt(topics.get(source.topic()));
      to.writeLong(source.offset());
      to.writeLong(source.timestampMillis());
      to.writeFixed(source.digest(), 0, PageWire.SOURCE_DIGEST_BYTES);
    }
    if (some(turn.reason() != null)) {
      to.writeString(turn.reason());
    }
    if (some(turn.key() != null)) {
      to.writeBytes(turn.key());
    }
    if (some(turn.input() != null)) {
      to.writeBytes(turn.input());
    }
    to.writeInt(turn.outputs());
    if (some(turn.outputs() != 0)) {
      to.writeFixed(turn.outputsDigest());
    }
  }

  /** Writes which of null and its type an optional field has. Returns true: its value follows. */
  private boolean some(boolean there) throws IOException {
    to.writeIndex(there ? 1 : 0);
    return there;
  }
}
