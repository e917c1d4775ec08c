package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A proof in the format {@code c2sp.org/tlog-proof@v1}.
 *
 * @param extra what the leaf is computed from; not authenticated by itself
 * @param index of the leaf
 * @param inclusion from the leaf's sibling upwards
 * @param checkpoint with the signatures of log and witnesses
 */
public record TlogProof(byte[] extra, long index, List<byte[]> inclusion, SignedNote checkpoint) {
  /** The longest proof that is read, in bytes: all outputs of a turn may be in it. */
  public static final int BYTES_MAX = 288 << 20;

  private static final String HEADER = "c2sp.org/tlog-proof@v1";
  private static final String EXTRA = "extra ";
  private static final String INDEX = "index ";

  /**
   * Reads the bytes of a proof, and little of what does not begin as one.
   *
   * @throws BadProof if it does not, or is too long
   */
  public static byte[] read(InputStream file) throws IOException {
    BufferedInputStream in = new BufferedInputStream(file);
    in.mark(HEADER.length());
    byte[] start = in.readNBytes(HEADER.length());
    if (!Arrays.equals(start, HEADER.getBytes(UTF_8))) {
      throw new BadProof("it does not begin with " + HEADER);
    }
    in.reset();
    byte[] bytes = in.readNBytes(BYTES_MAX + 1);
    if (bytes.length > BYTES_MAX) {
      throw new BadProof("it is longer than " + BYTES_MAX + " bytes");
    }
    return bytes;
  }

  public static TlogProof parse(byte[] bytes) {
    String all = SignedNote.utf8(bytes);
    int gap = all.indexOf("\n\n");
    if (gap < 0) {
      throw new BadProof("the proof is cut: it has no checkpoint");
    }
    String[] lines = all.substring(0, gap).split("\n", -1);
    if (!lines[0].equals(HEADER)) {
      throw new BadProof("it does not begin with " + HEADER);
    }
    int at = 1;
    byte[] extra = null;
    if (at < lines.length && lines[at].startsWith(EXTRA)) {
      extra = StrictParser.base64(lines[at++].substring(EXTRA.length()), "the extra line");
    }
    if (at == lines.length || !lines[at].startsWith(INDEX)) {
      throw new BadProof("the proof has no index");
    }
    long index = StrictParser.number(lines[at++].substring(INDEX.length()), "the index");
    List<byte[]> inclusion = new ArrayList<>();
    for (; at < lines.length; at++) {
      inclusion.add(StrictParser.hash(lines[at], "the inclusion proof"));
    }
    if (inclusion.size() > MerkleTree.PROOF_MAX) {
      throw new BadProof("the inclusion proof is too long");
    }
    return new TlogProof(extra, index, inclusion, SignedNote.parse(all.substring(gap + 2)));
  }

  /** Verifies that this leaf is in the checkpointed log. */
  public void verify(TurnLeaf leaf) {
    LogCheckpoint head = LogCheckpoint.parse(checkpoint.text());
    MerkleTree.verifyInclusion(
        MerkleTree.leaf(leaf.bytes()), index, inclusion, head.size(), head.root());
  }

  /** The text of the file. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    if (extra != null) {
      text.append(EXTRA).append(StrictParser.base64(extra)).append('\n');
    }
    text.append(INDEX).append(index).append('\n');
    inclusion.forEach(hash -> text.append(StrictParser.base64(hash)).append('\n'));
    return text.append('\n').append(checkpoint).toString();
  }
}
