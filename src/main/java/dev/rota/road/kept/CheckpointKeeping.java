package dev.rota.road.kept;

import dev.rota.base.proof.SigningKey;
import dev.rota.kernel.table.Rows;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Keeps checkpoints.
 *
 * @param to where their records go
 * @param turns of a partition between two checkpoints
 * @param millis of history between two checkpoints
 * @param key that signs them; null: nobody's word
 * @param seconds the POSIX time
 */
public record CheckpointKeeping(
    Sink to, long turns, long millis, SigningKey key, LongSupplier seconds) {
  /** Takes the records of a partition's checkpoints. */
  @FunctionalInterface
  public interface Sink {
    /** Writes a record in Avro binary, after those before it. */
    void write(int partition, byte[] payload);

    /**
     * Returns when all of them are written, if that takes time.
     *
     * @throws org.apache.kafka.common.KafkaException if one cannot be written
     */
    default void settle() {}
  }

  /** Returns true if what an audit began with may be what its checkpoints go on from. */
  public boolean mayFollow(List<AuditStart> begun) {
    return key == null || AuditStart.areVerified(begun);
  }

  /** Writes the rows. They count only with an end. Returns the SHA-256 of each piece. */
  public List<byte[]> rows(int partition, Rows rows) {
    return RowPieces.of(rows, piece -> to.write(partition, piece));
  }

  /** The SHA-256 of each piece of these rows, which are not written. */
  public static List<byte[]> digests(Rows rows) {
    return RowPieces.of(rows, _ -> {});
  }

  /** Returns true if the key has replayed every turn itself, in this audit or in earlier ones. */
  public boolean isReplayed(List<AuditStart> begun) {
    return key != null && begun.stream().allMatch(one -> one.word().isOwn(key.verifier()));
  }

  /**
   * Seals the end, signs it if there is a key, and writes it: everything up to it is proved.
   *
   * @param replayed false: from another's word on
   */
  public void end(KeptCheckpointEnd kept, boolean replayed) {
    CheckpointWire wire = new CheckpointWire();
    KeptCheckpointEnd sealed = wire.sealed(kept);
    KeptCheckpointEnd signed =
        key == null ? sealed : CheckpointSigner.sign(sealed, key, seconds.getAsLong(), replayed);
    to.write(kept.place().partition(), wire.end(signed));
  }
}
