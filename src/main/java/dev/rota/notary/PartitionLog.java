package dev.rota.notary;

import dev.rota.files.DirectoryOwner;
import dev.rota.files.Disk;
import dev.rota.proof.BadProof;
import dev.rota.proof.Checkpoint;
import dev.rota.proof.Leaf;
import dev.rota.proof.Note;
import dev.rota.proof.Policy;
import dev.rota.proof.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** The log of one ledger partition. One thread writes; others may read its heads. */
public final class PartitionLog implements AutoCloseable {
  private final Path dir;
  private final String origin;
  private final DirectoryOwner owner;
  private final Heads heads;
  private final LogWriter writer;
  private final Leaves leaves;
  private Leaf last;

  private PartitionLog(
      Path dir,
      SigningKey key,
      DirectoryOwner owner,
      Heads heads,
      LogWriter writer,
      Leaves leaves) {
    this.dir = dir;
    this.origin = key.verifier().name();
    this.owner = owner;
    this.heads = heads;
    this.writer = writer;
    this.leaves = leaves;
  }

  /**
   * Opens a log, and reads and compares all of it.
   *
   * @param key under the log's own name, which is its origin
   * @param whole whether the ledger's beginning is retained
   * @throws BadProof if it is not the log of its checkpoint
   */
  public static PartitionLog open(Disk disk, Path dir, SigningKey key, Policy policy, boolean whole)
      throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(dir);
    if (owner == null) {
      throw new BadProof("another notary writes it");
    }
    try {
      Heads heads = new Heads(disk, dir, key, policy);
      Leaves leaves = new EntryLeaves(whole);
      PartitionLog log = new PartitionLog(dir, key, owner, heads, new LogWriter(disk, dir), leaves);
      log.restore();
      return log;
    } catch (RuntimeException e) {
      owner.close();
      throw e;
    }
  }

  private void restore() {
    if (heads.signed() != null) {
      writer.restore(
          Checkpoint.parse(heads.signed().text()),
          leaf -> {
            leaves.resume(leaf);
            last = leaf;
          });
    }
  }

  String origin() {
    return origin;
  }

  Heads heads() {
    return heads;
  }

  LogReader reader() {
    return new LogReader(LogSource.of(dir));
  }

  long size() {
    return writer.size();
  }

  /** The offset of the last record that the log has, or -1. */
  long lastOffset() {
    return writer.lastOffset();
  }

  /** Compares the ledger's record with the last leaf of the log. */
  void meet(long offset, byte[] record) {
    Leaf found = offset == lastOffset() ? leaves.last(record) : null;
    if (found == null || !Arrays.equals(found.bytes(), last.bytes())) {
      throw new Rewritten(
          "the ledger's record at offset %d is not the one that the log has there: lane %s, turn %d"
              .formatted(lastOffset(), last.lane(), last.turn()));
    }
  }

  /** Takes the ledger's next record. */
  public void take(long offset, byte[] record) {
    for (Leaf leaf : leaves.next(record)) {
      writer.append(leaf, offset);
      last = leaf;
    }
  }

  /** Signs what there is. Returns false if nothing is new. */
  public boolean sign() {
    Note newest = heads.signed();
    if (writer.size() == Heads.size(newest)) {
      return false;
    }
    heads.sign(writer.flush(origin));
    writer.tidy();
    return true;
  }

  @Override
  public void close() throws IOException {
    owner.close();
  }
}
