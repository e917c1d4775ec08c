package dev.rota.kept;

import dev.rota.logs.Logs;
import dev.rota.logs.OffsetRange;
import dev.rota.logs.PeekingReader;
import dev.rota.proof.Vkey;
import dev.rota.table.Sha256;
import dev.rota.table.TreeRows;
import dev.rota.topics.Topics;
import dev.rota.topics.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Reads the kept checkpoints of one ledger partition. */
public final class KeptLog {
  private static final int SILENT_POLLS_MAX = 60;
  private static final HexFormat HEX = HexFormat.of();

  private final Logs logs;
  private final LedgerPlace place;
  private final TopicPartition topic;
  private final List<Vkey> keys;
  private final boolean anybody;
  private final List<String> unreadable = new ArrayList<>();

  /** Where the pieces of an end should be. A hint: their digests say what they are. */
  private final Map<Long, Long> places = new HashMap<>();

  /**
   * Reads nothing yet.
   *
   * @param trusted the auditors' keys; null: none is asked for
   */
  public KeptLog(Logs logs, String domain, int partition, List<Vkey> trusted) {
    this(logs, domain, partition, new Since(null, trusted));
  }

  /** The same, of those that count since then. */
  KeptLog(Logs logs, String domain, int partition, Since since) {
    this.logs = logs;
    this.place = new LedgerPlace(logs.layout().clusterId(), Topics.ledger(domain), partition);
    this.topic = new TopicPartition(Topics.checkpoints(domain), partition);
    this.keys = since.trusted();
    this.anybody = since.anybody();
  }

  /** All checkpoints with an end, in the order in which they were kept. */
  public List<FoundCheckpoint> all() {
    KeptWire wire = new KeptWire();
    List<FoundCheckpoint> all = new ArrayList<>();
    unreadable.clear();
    try (PeekingReader reader = open(OffsetRange.ALL)) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        try {
          Kept kept = wire.end(WireFormat.payload(record));
          if (kept != null) {
            all.add(new FoundCheckpoint(kept, record.offset()));
          }
        } catch (BadCheckpoint e) {
          unreadable.add(where(record.offset()) + ": " + e.getMessage());
        }
      }
    }
    return all;
  }

  /**
   * What lies before an offset.
   *
   * @param from the first offset that was looked at
   * @param ends the last ones that hold and that nothing parts, in order
   * @param piece SHA-256 of the record before them in hex; null: it was not looked at
   * @param behindLastEnd the offset behind the last end that holds, or {@code from}
   */
  record Window(long from, List<FoundCheckpoint> ends, String piece, long behindLastEnd) {
    /** Returns true if all of it are ends that hold: there may be more before it. */
    boolean isFull() {
      return piece == null && from > 0;
    }
  }

  /** Looks at so many offsets before this one. What is no end that holds parts the others. */
  Window window(long before, long width) {
    long from = Math.max(0, before - width);
    List<FoundCheckpoint> ends = new ArrayList<>();
    String piece = null;
    long behind = from;
    try (PeekingReader reader = open(new OffsetRange(from, before))) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        byte[] payload = WireFormat.payload(record);
        FoundCheckpoint end = endThatHolds(payload, record.offset());
        if (end == null) {
          ends.clear();
          piece = payload == null ? "" : HEX.formatHex(Sha256.of(payload));
        } else {
          ends.add(end);
          behind = record.offset() + 1;
        }
      }
    }
    return new Window(from, ends, piece, behind);
  }

  /** Null: it is a piece, or nothing that counts. */
  private FoundCheckpoint endThatHolds(byte[] payload, long offset) {
    try {
      Kept kept = new KeptWire().end(payload);
      FoundCheckpoint found = kept == null ? null : new FoundCheckpoint(kept, offset);
      return found != null && holds(found) ? found : null;
    } catch (BadCheckpoint e) {
      return null; // whoever reads everything can say where
    }
  }

  /** Returns true if it is of this ledger partition, whole, and by the word of who counts. */
  boolean holds(FoundCheckpoint found) {
    try {
      var unused = check(found);
      return true;
    } catch (BadCheckpoint e) {
      return false;
    }
  }

  /**
   * Where these ends' pieces begin. An audit writes the pieces of all its checkpoints, then their
   * ends. If the first and the last piece are not there, only the ends themselves are passed.
   */
  long begin(Window window) {
    List<FoundCheckpoint> ends = window.ends();
    List<String> pieces = new ArrayList<>();
    ends.forEach(end -> end.kept().pieces().forEach(piece -> pieces.add(HEX.formatHex(piece))));
    long first = ends.get(0).offset();
    long begin = first - pieces.size();
    if (pieces.isEmpty()
        || begin < 0
        || !pieces.get(pieces.size() - 1).equals(window.piece())
        || !pieces.get(0).equals(pieceAt(begin))) {
      return first;
    }
    long at = begin;
    for (FoundCheckpoint end : ends) {
      places.put(end.offset(), at);
      at += end.kept().pieces().size();
    }
    return begin;
  }

  private String pieceAt(long offset) {
    try (PeekingReader reader = open(new OffsetRange(offset, offset + 1))) {
      var record = reader.take();
      byte[] payload = record == null ? null : WireFormat.payload(record);
      return payload == null ? "" : HEX.formatHex(Sha256.of(payload));
    }
  }

  /** The offset behind the last record. */
  long end() {
    return logs.end(topic);
  }

  /** What {@link #all} could not read. */
  public List<String> unreadable() {
    return unreadable;
  }

  /** {@code topic/partition/offset}, for messages. */
  public String where(long offset) {
    return topic.topic() + "/" + topic.partition() + "/" + offset;
  }

  /** Returns true if one of the trusted keys claims to have signed it, or none is asked for. */
  public boolean isWanted(FoundCheckpoint found) {
    return anybody
        || found.kept().word() != null
            && keys.stream().anyMatch(key -> found.kept().word().contains(" " + key.name() + " "));
  }

  /**
   * Checks that the checkpoint is of this ledger partition, whole and signed as it says.
   *
   * @throws BadCheckpoint if it is not
   */
  public Word check(FoundCheckpoint found) {
    Kept kept = found.kept();
    if (!kept.place().equals(place)) {
      throw new BadCheckpoint(
          "it is of %s on the cluster %s, this is %s on %s"
              .formatted(kept.place(), kept.place().cluster(), place, place.cluster()));
    }
    new KeptWire().check(kept); // of its own: several threads may check
    Word word = Word.of(kept, keys);
    if (!anybody && !word.verified()) {
      throw new BadCheckpoint("none of the trusted keys has signed it");
    }
    return word;
  }

  /**
   * Reads its rows.
   *
   * @throws BadCheckpoint if a piece is missing or altered
   */
  public TreeRows rows(FoundCheckpoint found) {
    List<String> pieces = found.kept().pieces().stream().map(HEX::formatHex).toList();
    Set<String> missing = new HashSet<>(pieces);
    TreeRows rows = new TreeRows();
    Long place = places.get(found.offset());
    if (place != null) {
      read(new OffsetRange(Math.max(0, place), place + pieces.size()), missing, rows);
    }
    if (!missing.isEmpty()) {
      read(new OffsetRange(0, found.offset()), missing, rows);
    }
    for (String piece : pieces) {
      if (missing.contains(piece)) {
        throw new BadCheckpoint(
            "piece %d of %d is missing or was altered"
                .formatted(pieces.indexOf(piece) + 1, pieces.size()));
      }
    }
    return rows;
  }

  private void read(OffsetRange range, Set<String> missing, TreeRows into) {
    KeptWire wire = new KeptWire();
    try (PeekingReader reader = open(range)) {
      for (var record = reader.take();
          record != null && !missing.isEmpty();
          record = reader.take()) {
        byte[] payload = WireFormat.payload(record);
        if (payload != null && missing.remove(HEX.formatHex(Sha256.of(payload)))) {
          wire.rows(payload).forEach(row -> into.put(row.key(), row.value()));
        }
      }
    }
  }

  private PeekingReader open(OffsetRange range) {
    return new PeekingReader(logs.open(topic), topic, SILENT_POLLS_MAX, range).orFail();
  }
}
