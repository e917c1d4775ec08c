package dev.rota.base.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * One turn of one lane, as an entry of a log: a version byte (1), the lane's length in two bytes,
 * the lane in UTF-8, the turn in eight bytes and the digest in 32. Numbers are big-endian.
 *
 * @param turn 1, 2, 3 … per lane
 * @param digest of the turn
 */
public record TurnLeaf(String lane, long turn, byte[] digest) {
  private static final byte VERSION = 1;

  public byte[] bytes() {
    byte[] name = lane.getBytes(UTF_8);
    return ByteBuffer.allocate(1 + Short.BYTES + name.length + Long.BYTES + MerkleTree.HASH_BYTES)
        .put(VERSION)
        .putShort((short) name.length)
        .put(name)
        .putLong(turn)
        .put(digest)
        .array();
  }

  /** Parses the bytes of exactly one leaf. */
  public static TurnLeaf parse(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    try {
      byte version = all.get();
      if (version != VERSION) {
        throw new BadProof("a leaf has version " + version + ", not " + VERSION);
      }
      int length = Short.toUnsignedInt(all.getShort());
      byte[] name = new byte[Math.min(length, all.remaining())];
      all.get(name);
      long turn = all.getLong();
      byte[] digest = new byte[MerkleTree.HASH_BYTES];
      all.get(digest);
      if (!all.hasRemaining()) {
        return new TurnLeaf(SignedNote.utf8(name), turn, digest);
      }
    } catch (BufferUnderflowException _) {
      // Told below.
    }
    throw new BadProof("a leaf is not as long as it says");
  }
}
