package dev.rota.readers.notary;

import dev.rota.base.files.DirectoryOwner;
import dev.rota.base.files.Disk;
import dev.rota.base.proof.BadProof;
import dev.rota.base.proof.Checkpoint;
import dev.rota.base.proof.Leaf;
import dev.rota.base.proof.Note;
import dev.rota.base.proof.Policy;
import dev.rota.base.proof.SigningKey;
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
  private final Heads heads;
  private final LogWriter writer;
  private final Leaves leaves;
  private final List<Leaf> last = new ArrayList<>();
  private long lastOffset = -1;

  /** False while files are written, and for ever after a write that failed. */
  private boolean sound = true;

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
   * @param leaves of the ledger's partition, at its beginning
   * @throws BadProof if it is not the log of its checkpoint
   * @throws Terms.Unfit if it is another notary's, or of another key
   */
  public static PartitionLog open(Disk disk, Path dir, SigningKey key, Policy policy, Leaves leaves)
      throws IOException {
    DirectoryOwner owner = DirectoryOwner.take(dir);
    if (owner == null) {
      throw new Terms.Unfit(Terms.Unfit.Reason.DIRECTORY_IN_USE, "another notary writes it");
    }
    try {
      Heads heads = new Heads(disk, dir, key, policy);
      PartitionLog log = new PartitionLog(dir, key, owner, heads, new LogWriter(disk, dir), leaves);
      log.restore();
      return log;
    } catch (RuntimeException e) {
      owner.close();
      throw e;
    }
  }

  private void restore() {
    Note witnessed = heads.witnessed();
    if (Heads.size(witnessed) > Heads.size(heads.signed())) {
      throw new BadProof("checkpoint is missing or older than checkpoint.witnessed");
    }
    if (heads.signed() != null) {
      Checkpoint known = witnessed == null ? null : Checkpoint.parse(witnessed.text());
      writer.restore(
          Checkpoint.parse(heads.signed().text()), (leaf, offset) -> restored(leaf, offset, known));
    }
  }

  private void restored(Leaf leaf, long offset, Checkpoint witnessed) {
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
  private void appended(Leaf leaf, long offset) {
    if (offset != lastOffset) {
      last.clear();
      lastOffset = offset;
    }
    last.add(leaf);
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
    return lastOffset;
  }

  /** Compares the ledger's record with the last leaves of the log. */
  void meet(long offset, byte[] record) {
    if (offset != lastOffset || !isLast(leaves.of(record))) {
      Leaf end = last.get(last.size() - 1);
      throw new Rewritten(
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

  private boolean isLast(List<Leaf> found) {
    boolean same = found.size() == last.size();
    for (int i = 0; same && i < found.size(); i++) {
      same = Arrays.equals(found.get(i).bytes(), last.get(i).bytes());
    }
    return same;
  }

  /** Takes the ledger's next record, of which all turns are signed or none. */
  public void take(long offset, byte[] record) {
    List<Leaf> next = leaves.next(record);
    begin();
    for (Leaf leaf : next) {
      writer.append(leaf, offset);
      appended(leaf, offset);
    }
    sound = true;
  }

  /** Signs what there is. Returns false if nothing is new. */
  public boolean sign() {
    if (isSound() && writer.size() == Heads.size(heads.signed())) {
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
