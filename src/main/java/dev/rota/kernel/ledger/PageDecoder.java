package dev.rota.kernel.ledger;

import dev.rota.base.avro.BoundedDecoder;
import dev.rota.ledger.Digest32;
import dev.rota.ledger.LedgerPage;
import dev.rota.ledger.TurnKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;

/**
 * Reads pages field by field, as Avro reads {@link LedgerPage}: without a record for each turn,
 * which would cost more than the turn. Not thread-safe.
 */
final class PageDecoder {
  private static final TurnKind[] KINDS = TurnKind.values();

  /** Names of lanes and topics: one text for all pages, so that maps find what it is of at once. */
  private final Map<String, String> names = new HashMap<>();

  private BoundedDecoder from;

  /** {@link PageEncoder} would write what was read so far in the same bytes, as far as is known. */
  private boolean exact;

  /** As many of the topics as the sources so far have, in the order of their first ones. */
  private int topicsSeen;

  /**
   * Reads a page. Its seal is skipped.
   *
   * @throws PageWire.BadPage if the bytes are not exactly one page
   */
  PageWire.Read decode(byte[] bytes) {
    from = new BoundedDecoder(bytes, 0);
    exact = true;
    topicsSeen = 0;
    try {
      TurnPage page = page();
      fixed(Digest32.getClassSchema().getFixedSize());
      if (from.remaining() > 0) {
        throw bad("there are bytes after the end of the page");
      }
      return new PageWire.Read(page, exact && from.isCanonical());
    } catch (IOException | AvroRuntimeException e) {
      throw new PageWire.BadPage("not a ledger page: " + e.getMessage(), e);
    }
  }

  private static PageWire.BadPage bad(String what) {
    return new PageWire.BadPage(what, null);
  }

  /** A lane's next turn: its number, and the version of the rules in force. */
  private record Next(String lane, long number, int rules) {}

  private TurnPage page() throws IOException {
    long number = from.readLong();
    int partition = from.readInt();
    List<String> topics = new ArrayList<>();
    for (long some = from.readArrayStart(); some > 0; some = from.arrayNext()) {
      for (long i = 0; i < some; i++) {
        topics.add(name());
      }
    }
    List<TurnPage.Touched> lanes = lanes();
    List<Next> next = new ArrayList<>(lanes.size());
    lanes.forEach(lane -> next.add(new Next(lane.lane(), lane.first(), lane.rules())));
    List<TurnEntry> turns = new ArrayList<>();
    int seen = 0;
    for (long some = from.readArrayStart(); some > 0; some = from.arrayNext()) {
      for (long i = 0; i < some; i++) {
        int lane = from.readInt();
        if (lane > seen) {
          throw bad("its lanes are not in the order of their first turns");
        }
        seen = Math.max(seen, lane + 1);
        TurnEntry turn = turn(at(next, lane), partition, topics);
        next.set(lane, new Next(turn.lane(), turn.number() + 1, turn.rulesAfter()));
        turns.add(turn);
      }
    }
    if (turns.isEmpty() || seen < lanes.size()) {
      throw bad("it has no turns, or a lane without one");
    }
    exact &= topicsSeen == topics.size() && areDistinct(topics);
    exact &= areDistinct(lanes.stream().map(TurnPage.Touched::lane).toList());
    return new TurnPage(number, partition, lanes, turns);
  }

  private static boolean areDistinct(List<String> names) {
    return new HashSet<>(names).size() == names.size();
  }

  private static <T> T at(List<T> all, int place) {
    if (place < 0 || place >= all.size()) {
      throw bad("a turn names a lane or a topic that the page does not have");
    }
    return all.get(place);
  }

  private List<TurnPage.Touched> lanes() throws IOException {
    List<TurnPage.Touched> lanes = new ArrayList<>();
    for (long some = from.readArrayStart(); some > 0; some = from.arrayNext()) {
      for (long i = 0; i < some; i++) {
        lanes.add(
            new TurnPage.Touched(
                name(),
                from.readLong(),
                from.readInt(),
                ByteBuffer.wrap(fixed(Long.BYTES)).getLong()));
      }
    }
    return lanes;
  }

  private TurnEntry turn(Next lane, int partition, List<String> topics) throws IOException {
    TurnEntry.Kind kind = kind(from.readEnum());
    long atMillis = from.readLong();
    InputPosition source = some() ? source(partition, topics) : null;
    String reason = some() ? from.readString() : null;
    byte[] key = some() ? bytes() : null;
    byte[] input = some() ? bytes() : null;
    int outputs = from.readInt();
    boolean digested = some();
    exact &= digested == (outputs != 0);
    byte[] digest = digested ? fixed(OutputBytes.NOTHING.length) : OutputBytes.NOTHING;
    return new TurnEntry(
        lane.lane(),
        lane.number(),
        atMillis,
        kind,
        source,
        reason,
        key,
        input,
        outputs,
        digest,
        lane.rules());
  }

  private String name() throws IOException {
    String name = from.readString();
    String known = names.putIfAbsent(name, name);
    return known == null ? name : known;
  }

  private static TurnEntry.Kind kind(int symbol) {
    if (symbol < 0 || symbol >= KINDS.length) {
      throw bad("not a ledger page: a turn's kind is " + symbol);
    }
    return switch (KINDS[symbol]) {
      case UNKNOWN -> throw bad("this version does not know the kind of turn");
      case INPUT -> TurnEntry.Kind.INPUT;
      case TICK -> TurnEntry.Kind.TICK;
      case UNREADABLE -> TurnEntry.Kind.UNREADABLE;
      case ADOPT -> TurnEntry.Kind.ADOPT;
      case LEAVE -> TurnEntry.Kind.LEAVE;
      case ARRIVE -> TurnEntry.Kind.ARRIVE;
    };
  }

  private InputPosition source(int partition, List<String> topics) throws IOException {
    int topic = from.readInt();
    exact &= topic <= topicsSeen;
    topicsSeen = Math.max(topicsSeen, topic + 1);
    return new InputPosition(
        at(topics, topic),
        partition,
        from.readLong(),
        from.readLong(),
        fixed(PageWire.SOURCE_DIGEST_BYTES));
  }

  /** Returns true if an optional field has a value. */
  private boolean some() throws IOException {
    int index = from.readIndex();
    if (index != 0 && index != 1) {
      throw bad("not a ledger page: an optional field is of type " + index);
    }
    return index == 1;
  }

  private byte[] bytes() throws IOException {
    return from.readBytes(null).array();
  }

  private byte[] fixed(int count) throws IOException {
    byte[] bytes = new byte[count];
    from.readFixed(bytes);
    return bytes;
  }
}
