package dev.rota.road.kept;

import dev.rota.base.proof.VerifierKey;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.road.logs.OffsetRange;
import dev.rota.road.logs.PeekingReader;
import dev.rota.road.logs.TopicLogs;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.road.topics.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/** Reads the kept checkpoints of one ledger partition. */
public final class CheckpointLog {

  /** So many that are damaged or forged are reported one by one. */
  private static final int BAD_MAX = 1_000;

  private static final HexFormat HEX = HexFormat.of();

  private final TopicLogs logs;
  private final LedgerPlace place;
  private final TopicPartition topic;
  private final List<VerifierKey> keys;
  private final boolean anybody;
  private final Set<String> clusters;

  /** Other clusters of which one was passed by that claims a trusted key's signature. */
  private final Set<String> foreign = new TreeSet<>();

  private final List<String> unreadable = new ArrayList<>();
  private long passedBy;

  /** Where the pieces of an end should be. A hint: their digests say what they are. */
  private final Map<Long, Long> places = new HashMap<>();

  /**
   * Reads nothing yet.
   *
   * @param trusted the auditors' keys; null: none is asked for
   */
  public CheckpointLog(TopicLogs logs, String domain, int partition, List<VerifierKey> trusted) {
    this(logs, domain, partition, new CheckpointChoice(null, trusted));
  }

  /** The same, of those that count since then. */
  CheckpointLog(TopicLogs logs, String domain, int partition, CheckpointChoice since) {
    this.logs = logs;
    this.place =
        new LedgerPlace(logs.layout().clusterId(), RequiredTopics.ledger(domain), partition);
    this.topic = new TopicPartition(RequiredTopics.checkpoints(domain), partition);
    this.keys = since.trusted();
    this.anybody = since.anybody();
    this.clusters = since.clusters();
  }

  /**
   * All checkpoints that count, in the order in which they were kept, and some that are forged.
   * What nobody who counts has signed is passed by.
   */
  public List<CheckpointMark> all() {
    List<CheckpointMark> all = new ArrayList<>();
    unreadable.clear();
    foreign.clear();
    passedBy = 0;
    long bad = 0;
    try (PeekingReader reader = open(OffsetRange.ALL)) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        try {
          CheckpointMark mark = mark(WireFormat.payload(record), record.offset());
          if (mark != null && (mark.holds() || ++bad <= BAD_MAX)) {
            all.add(mark);
          }
        } catch (BadCheckpoint e) {
          if (++bad <= BAD_MAX) {
            unreadable.add(where(record.offset()) + ": " + e.getMessage());
          }
        }
      }
    }
    if (bad > BAD_MAX) {
      unreadable.add(
          where(0) + ": from there on, " + bad + " of its records are damaged or forged");
    }
    return all;
  }

  /** Null: it is a piece, or by nobody's word who counts. */
  private CheckpointMark mark(byte[] payload, long offset) {
    KeptCheckpointEnd kept = new CheckpointWire().end(payload);
    if (kept != null && !isWanted(kept)) {
      passedBy++;
      if (isClaimed(kept) && !isTrusted(kept)) {
        foreign.add(kept.place().cluster());
      }
      return null;
    }
    return kept == null ? null : mark(kept, offset);
  }

  private CheckpointMark mark(KeptCheckpointEnd kept, long offset) {
    return new CheckpointMark(
        kept.page(),
        kept.offset(),
        kept.turns(),
        kept.atMillis(),
        kept.pieces().size(),
        offset,
        holds(kept));
  }

  /** How many ends {@link #all} has passed by, since none of the trusted keys has signed them. */
  long passedBy() {
    return passedBy;
  }

  /**
   * What lies before an offset.
   *
   * @param from the first offset that was looked at
   * @param run the last ends that hold and that nothing parts
   * @param piece SHA-256 of the record before them in hex; null: it was not looked at
   * @param behindLastEnd the offset behind the last end that holds, or {@code from}
   */
  record Window(long from, Run run, String piece, long behindLastEnd) {
    /** Returns true if all of it are ends that hold: there may be more before it. */
    boolean isFull() {
      return piece == null && from > 0;
    }

    List<CheckpointMark> ends() {
      return run.ends;
    }
  }

  /** Ends in order, and the first and last piece that they name. */
  private static final class Run {
    private final List<CheckpointMark> ends = new ArrayList<>();
    private String first;
    private String last;

    private void add(CheckpointMark end, List<byte[]> pieces) {
      ends.add(end);
      if (!pieces.isEmpty()) {
        first = first == null ? HEX.formatHex(pieces.get(0)) : first;
        last = HEX.formatHex(pieces.get(pieces.size() - 1));
      }
    }
  }

  /** Looks at so many offsets before this one. What is no end that holds parts the others. */
  Window window(long before, long width) {
    long from = Math.max(0, before - width);
    Run run = new Run();
    String piece = null;
    long behind = from;
    try (PeekingReader reader = open(new OffsetRange(from, before))) {
      for (var record = reader.take(); record != null; record = reader.take()) {
        byte[] payload = WireFormat.payload(record);
        KeptCheckpointEnd end = endThatHolds(payload);
        if (end == null) {
          run = new Run();
          piece = payload == null ? "" : HEX.formatHex(Sha256.of(payload));
        } else {
          run.add(mark(end, record.offset()), end.pieces());
          behind = record.offset() + 1;
        }
      }
    }
    return new Window(from, run, piece, behind);
  }

  /** Null: it is a piece, or nothing that counts. */
  private KeptCheckpointEnd endThatHolds(byte[] payload) {
    try {
      KeptCheckpointEnd kept = new CheckpointWire().end(payload);
      return kept != null && isWanted(kept) && holds(kept) ? kept : null;
    } catch (BadCheckpoint _) {
      return null; // whoever reads everything can say where
    }
  }

  /** Returns true if it is of this ledger partition, whole, and by the word of who counts. */
  private boolean holds(KeptCheckpointEnd kept) {
    try {
      var _ = check(kept);
      return true;
    } catch (BadCheckpoint _) {
      return false;
    }
  }

  /**
   * Where these ends' pieces begin. An audit writes the pieces of all its checkpoints, then their
   * ends. If the first and the last piece are not there, only the ends themselves are passed.
   */
  long begin(Window window) {
    Run run = window.run();
    long first = run.ends.get(0).offset();
    long begin = first - run.ends.stream().mapToLong(CheckpointMark::pieces).sum();
    if (run.last == null
        || begin < 0
        || !run.last.equals(window.piece())
        || !run.first.equals(pieceAt(begin))) {
      return first;
    }
    long at = begin;
    for (CheckpointMark end : run.ends) {
      places.put(end.offset(), at);
      at += end.pieces();
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

  /** The clusters of those that {@link #all} has passed by for their cluster alone. */
  Set<String> foreign() {
    return foreign;
  }

  /** Returns true if one of the trusted keys claims to have signed it, or none is asked for. */
  private boolean isWanted(KeptCheckpointEnd kept) {
    return anybody || isClaimed(kept) && isTrusted(kept);
  }

  private boolean isClaimed(KeptCheckpointEnd kept) {
    return kept.word() != null
        && keys.stream().anyMatch(key -> kept.word().contains(" " + key.name() + " "));
  }

  /** One key may sign for several clusters: its signature counts for those that are named. */
  private boolean isTrusted(KeptCheckpointEnd kept) {
    return isOurs(kept) || clusters.contains(kept.place().cluster());
  }

  private boolean isOurs(KeptCheckpointEnd kept) {
    return kept.place().cluster().equals(place.cluster());
  }

  /**
   * Reads the end again.
   *
   * @throws BadCheckpoint if it is not there any more
   */
  public FoundCheckpoint read(CheckpointMark mark) {
    long offset = mark.offset();
    try (PeekingReader reader = open(new OffsetRange(offset, offset + 1))) {
      var record = reader.take();
      KeptCheckpointEnd kept =
          record == null ? null : new CheckpointWire().end(WireFormat.payload(record));
      if (kept == null) {
        throw new BadCheckpoint("its end was deleted");
      }
      return new FoundCheckpoint(kept, offset);
    }
  }

  /**
   * Checks that the checkpoint is of this ledger partition, whole and signed as it says. It may
   * have been kept on another cluster, of which this ledger was restored: whether it is of this
   * history, its page and that page's seal say. A signature for a cluster that is not named
   * verifies nothing.
   *
   * @throws BadCheckpoint if it is not
   */
  CheckpointSigner check(KeptCheckpointEnd kept) {
    if (!kept.place().isSameLedger(place)) {
      throw new BadCheckpoint("it is of %s, this is %s".formatted(kept.place(), place));
    }
    new CheckpointWire().check(kept); // of its own: several threads may check
    CheckpointSigner word =
        CheckpointSigner.of(kept, isTrusted(kept) ? keys : List.of())
            .on(isOurs(kept) ? null : kept.place().cluster());
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
    CheckpointWire wire = new CheckpointWire();
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
    return PeekingReader.orFail(logs, topic, range);
  }
}
