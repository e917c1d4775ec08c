package dev.rota.road.kept;

import dev.rota.base.avro.AvroBytes;
import dev.rota.base.avro.GeneratedClasses;
import dev.rota.kernel.ledger.PageEnd;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.Sha256;
import dev.rota.ledger.CheckpointEnd;
import dev.rota.ledger.CheckpointPosition;
import dev.rota.ledger.CheckpointRow;
import dev.rota.ledger.CheckpointRows;
import dev.rota.ledger.Digest32;
import dev.rota.ledger.KeptCheckpoint;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificDatumReader;

/** Encodes, decodes and seals the records of kept checkpoints. */
public final class CheckpointWire {
  static {
    GeneratedClasses.trust();
  }

  public static final Schema SCHEMA = KeptCheckpoint.getClassSchema();

  private final AvroBytes avro = new AvroBytes();
  private final SpecificDatumReader<KeptCheckpoint> reader = new SpecificDatumReader<>(SCHEMA);

  byte[] piece(List<Row> rows) {
    List<CheckpointRow> all = new ArrayList<>(rows.size());
    for (Row row : rows) {
      all.add(new CheckpointRow(ByteBuffer.wrap(row.key()), ByteBuffer.wrap(row.value())));
    }
    return avro.encode(new KeptCheckpoint(new CheckpointRows(all)));
  }

  byte[] end(KeptCheckpointEnd kept) {
    List<CheckpointPosition> positions = new ArrayList<>();
    kept.positions().forEach((topic, at) -> positions.add(new CheckpointPosition(topic, at)));
    return avro.encode(
        new KeptCheckpoint(
            new CheckpointEnd(
                kept.place().cluster(),
                kept.place().ledger(),
                kept.place().partition(),
                kept.page(),
                new Digest32(kept.pageSeal()),
                kept.offset(),
                kept.turns(),
                kept.atMillis(),
                positions,
                kept.pieces().stream().map(Digest32::new).toList(),
                new Digest32(kept.seal()),
                kept.word())));
  }

  /** Seals what is said, by nobody's word yet. */
  KeptCheckpointEnd sealed(KeptCheckpointEnd kept) {
    return kept.with(sealOf(kept), null);
  }

  /**
   * Checks the seal.
   *
   * @throws BadCheckpoint if it is another
   */
  void check(KeptCheckpointEnd kept) {
    if (!Arrays.equals(sealOf(kept), kept.seal())) {
      throw new BadCheckpoint("its seal is not that of what it says");
    }
  }

  private byte[] sealOf(KeptCheckpointEnd kept) {
    return Sha256.of(end(kept.bare()));
  }

  /**
   * The end of a checkpoint; null: the record is a piece.
   *
   * @throws BadCheckpoint if it is neither
   */
  public KeptCheckpointEnd end(byte[] payload) {
    if (!(record(payload).getPart() instanceof CheckpointEnd end)) {
      return null;
    }
    TreeMap<String, Long> positions = new TreeMap<>();
    end.getPositions().forEach(one -> positions.put(one.getTopic(), one.getOffset()));
    return new KeptCheckpointEnd(
        new LedgerPlace(end.getCluster(), end.getLedger(), end.getPartition()),
        new PageEnd(end.getPage(), end.getTurns(), end.getPageSeal().bytes()),
        end.getOffset(),
        end.getTime(),
        positions,
        end.getPieces().stream().map(Digest32::bytes).toList(),
        end.getSeal().bytes(),
        end.getWord());
  }

  /**
   * The rows of a piece.
   *
   * @throws BadCheckpoint if it is none
   */
  public List<Row> rows(byte[] piece) {
    if (!(record(piece).getPart() instanceof CheckpointRows some)) {
      throw new BadCheckpoint("one of its pieces has no rows");
    }
    return some.getRows().stream()
        .map(row -> new Row(bytes(row.getKey()), bytes(row.getValue())))
        .toList();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private KeptCheckpoint record(byte[] payload) {
    if (payload == null) {
      throw new BadCheckpoint("a record has no Avro framing");
    }
    try {
      return AvroBytes.decode(reader, payload);
    } catch (IOException | AvroRuntimeException e) {
      throw new BadCheckpoint("a record is no part of a checkpoint: " + e.getMessage());
    }
  }
}
