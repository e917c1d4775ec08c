package dev.rota.kept;

import dev.rota.logs.Logs;
import dev.rota.logs.PeekingReader;
import dev.rota.proof.Vkey;
import dev.rota.table.Sha256;
import dev.rota.table.TreeRows;
import dev.rota.topics.Topics;
import dev.rota.topics.WireFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Reads the kept checkpoints of one ledger partition. */
public final class KeptLog {
  private static final int SILENT_POLLS_MAX = 60;
  private static final HexFormat HEX = HexFormat.of();

  private final Logs logs;
  private final LedgerPlace place;
  private final TopicPartition topic;
  private final List<Vkey> trusted;
  private final KeptWire wire = new KeptWire();
  private final List<String> unreadable = new ArrayList<>();

  /**
   * Reads nothing yet.
   *
   * @param trusted the auditors' keys; null: none is asked for
   */
  public KeptLog(Logs logs, String domain, int partition, List<Vkey> trusted) {
    this.logs = logs;
    this.place = new LedgerPlace(logs.layout().clusterId(), Topics.ledger(domain), partition);
    this.topic = new TopicPartition(Topics.checkpoints(domain), partition);
    this.trusted = trusted;
  }

  /** All checkpoints with an end, in the order in which they were kept. */
  public List<FoundCheckpoint> all() {
    List<FoundCheckpoint> all = new ArrayList<>();
    unreadable.clear();
    try (PeekingReader reader = open()) {
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
    return trusted == null
        || found.kept().word() != null
            && trusted.stream()
                .anyMatch(key -> found.kept().word().contains(" " + key.name() + " "));
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
    wire.check(kept);
    Word word = Word.of(kept, trusted == null ? List.of() : trusted);
    if (trusted != null && !word.verified()) {
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
    try (PeekingReader reader = open()) {
      for (var record = reader.take();
          record != null && record.offset() < found.offset() && !missing.isEmpty();
          record = reader.take()) {
        byte[] payload = WireFormat.payload(record);
        if (payload != null && missing.remove(HEX.formatHex(Sha256.of(payload)))) {
          wire.rows(payload).forEach(row -> rows.put(row.key(), row.value()));
        }
      }
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

  private PeekingReader open() {
    return new PeekingReader(logs.open(topic), topic, SILENT_POLLS_MAX);
  }
}
