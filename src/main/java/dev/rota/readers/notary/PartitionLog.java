package dev.rota.readers.notary;

import dev.rota.base.files.DirectoryOwner;
import dev.rota.base.files.DiskOperations;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.LogCheckpoint;
import dev.rota.base.proof.SignedNote;
import dev.rota.base.proof.SigningKey;
import dev.rota.base.proof.TrustPolicy;
import dev.rota.base.proof.TurnLeaf;
import dev.rota.kernel.ledger.PageEnd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The log of one ledger partition. One thread writes; others may read its heads. */
public final class PartitionLog implements AutoCloseable {
  private final Path dir;
  private final String origin;
  private final DirectoryOwner owner;
  private final LogHeads heads;
  private final LogWriter writer;
  private final PageLeaves leaves;
  private final List<TurnLeaf> last = new ArrayList<>();
  private long lastOffset = -1;

  /** False while files are written, and for ever after a write that failed. */
  private boolean sound = true;

  private PartitionLog(
      Path dir,
      SigningKey key,
      DirectoryOwner owner,
      LogHeads heads,
      LogWriter writer,
      PageLeaves leaves) {
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
   * @param leaves of the ledger's partition, at its beginning
   * @throws BadProof if it is not the log of its checkpoint
   * @throws NotaryTerms.Unfit if it is another notary's, or of another key
   */
  public static PartitionLog open(
      DiskOperations disk, Path dir, SigningKey key, TrustPolicy policy, PageLeaves leaves)
      throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(dir);
    if (owner == null) {
      throw new NotaryTerms.Unfit(
          NotaryTerms.Unfit.Reason.DIRECTORY_IN_USE, "another notary writes it");
    }
    try {
      LogHeads heads = new LogHeads(disk, dir, key, policy);
      PartitionLog log = new PartitionLog(dir, key, owner, heads, new LogWriter(disk, dir), leaves);
      log.restore();
      return log;
    } catch (RuntimeException e) {
      owner.close();
      throw e;
    }
  }

  private void restore() {
    SignedNote witnessed = heads.witnessed();
    if (LogHeads.size(witnessed) > LogHeads.size(heads.signed())) {
      throw new BadProof("checkpoint is missing or older than checkpoint.witnessed");
    }
    if (heads.signed() != null) {
      LogCheckpoint known = witnessed == null ? null : LogCheckpoint.parse(witnessed.text());
      writer.restore(
          LogCheckpoint.parse(heads.signed().text()),
          (leaf, offset) -> restored(leaf, offset, known));
    }
  }

  private void restored(TurnLeaf leaf, long offset, LogCheckpoint witnessed) {
    if (offset < lastOffset) {
      throw new BadProof("tile/offsets falls at leaf " + (writer.size() - 1));
    }
    leaves.resume(leaf);
    appended(leaf, offset);
    boolean isThere = witnessed != null && witnessed.size() == writer.size();
    if (isThere && !witnessed.isSameTree(writer.head(origin))) {
      throw new BadProof("checkpoint.witnessed is of another tree than checkpoint");
    }
  }

  /** Keeps the leaves of the last record. */
  private void appended(TurnLeaf leaf, long offset) {
    if (offset != lastOffset) {
      last.clear();
      lastOffset = offset;
    }
    last.add(leaf);
  }

  String origin() {
    return origin;
  }

  LogHeads heads() {
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
    return lastOffset;
  }

  /** Compares the ledger's record with the last leaves of the log. */
  void meet(long offset, byte[] record) {
    if (offset != lastOffset || !isLast(leaves.of(record))) {
      TurnLeaf end = last.get(last.size() - 1);
      throw new LedgerRewritten(
          "the ledger's record at offset %d is not the one that the log has there: lane %s, turn %d"
              .formatted(lastOffset, end.lane(), end.turn()));
    }
    leaves.met(record);
  }

  /**
   * Goes on after the log's last record, which the ledger no longer has.
   *
   * @return false if it is not known which page is due
   */
  boolean pass() {
    PageEnd end = reader().end(size());
    if (end != null) {
      leaves.met(end);
    }
    return end != null;
  }

  private boolean isLast(List<TurnLeaf> found) {
    boolean same = found.size() == last.size();
    for (int i = 0; same && i < found.size(); i++) {
      same = Arrays.equals(found.get(i).bytes(), last.get(i).bytes());
    }
    return same;
  }

  /** Takes the ledger's next record, of which all turns are signed or none. */
  public void take(long offset, byte[] record) {
    List<TurnLeaf> next = leaves.next(record);
    begin();
    for (TurnLeaf leaf : next) {
      writer.append(leaf, offset);
      appended(leaf, offset);
    }
    sound = true;
  }

  /** Signs what there is. Returns false if nothing is new. */
  public boolean sign() {
    if (isSound() && writer.size() == LogHeads.size(heads.signed())) {
      return false;
    }
    begin();
    heads.sign(writer.flush(origin, leaves.end(writer.size())));
    writer.tidy();
    sound = true;
    return true;
  }

  /** False after a write that failed: nothing more is signed until the log is opened again. */
  boolean isSound() {
    return sound;
  }

  /** Begins to write. What a failure leaves in memory and on the disk is not known to agree. */
  private void begin() {
    if (!sound) {
      throw new IllegalStateException("a write to " + dir + " failed: nothing more is signed");
    }
    sound = false;
  }

  @Override
  public void close() throws IOException {
    owner.close();
  }
}
