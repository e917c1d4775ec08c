package dev.rota.base.proof;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/** The hashes of RFC 6962, and the verification of its proofs. */
public final class MerkleTree {
  public static final int HASH_BYTES = 32;

  /** The root of the empty tree. */
  public static final byte[] EMPTY = sha256(new byte[0]);

  /** A proof in a tree of 2^63 leaves has no more hashes. */
  public static final int PROOF_MAX = 63;

  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private MerkleTree() {}

  static byte[] sha256(byte[] bytes) {
    return digest().digest(bytes);
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  public static byte[] leaf(byte[] entry) {
    MessageDigest digest = digest();
    digest.update(LEAF);
    return digest.digest(entry);
  }

  static byte[] node(byte[] left, byte[] right) {
    MessageDigest digest = digest();
    digest.update(NODE);
    digest.update(left);
    return digest.digest(right);
  }

  /**
   * Verifies that the leaf is in the tree (RFC 9162, 2.1.3.2).
   *
   * @param proof from the leaf's sibling up to the root's child
   * @throws BadProof if the tree has another leaf there
   */
  public static void verifyInclusion(
      byte[] leaf, long index, List<byte[]> proof, long size, byte[] root) {
    if (index < 0 || index >= size) {
      throw new BadProof("the log of " + size + " leaves has no leaf " + index);
    }
    long at = index;
    long last = size - 1;
    byte[] hash = leaf;
    for (byte[] sibling : proof) {
      if (last == 0) {
        throw new BadProof("the inclusion proof is too long");
      }
      if ((at & 1) == 1 || at == last) {
        hash = node(sibling, hash);
        while (at != 0 && (at & 1) == 0) {
          at >>>= 1;
          last >>>= 1;
        }
      } else {
        hash = node(hash, sibling);
      }
      at >>>= 1;
      last >>>= 1;
    }
    if (last != 0) {
      throw new BadProof("the inclusion proof is too short");
    }
    if (!Arrays.equals(hash, root)) {
      throw new BadProof("the turn is not in the signed log");
    }
  }

  /**
   * Verifies that the new tree only adds leaves to the old one (RFC 9162, 2.1.4.2).
   *
   * @throws BadProof if it does not, or the proof is of other trees
   */
  public static void verifyConsistency(
      long oldSize, byte[] oldRoot, long newSize, byte[] newRoot, List<byte[]> proof) {
    if (oldSize < 0 || oldSize > newSize) {
      throw new BadProof("the log shrank from " + oldSize + " to " + newSize + " leaves");
    }
    if (oldSize == 0 || oldSize == newSize) {
      if (!proof.isEmpty()) {
        throw new BadProof("the consistency proof is too long");
      }
      if (oldSize == newSize && !Arrays.equals(oldRoot, newRoot)) {
        throw new BadProof("there are two logs of " + newSize + " leaves");
      }
      return;
    }
    if (proof.isEmpty()) {
      throw new BadProof("the consistency proof is empty");
    }
    walk(oldSize, oldRoot, newSize, newRoot, proof);
  }

  private static void walk(
      long oldSize, byte[] oldRoot, long newSize, byte[] newRoot, List<byte[]> proof) {
    boolean whole = Long.bitCount(oldSize) == 1;
    int shift = Long.numberOfTrailingZeros(oldSize);
    long at = (oldSize - 1) >>> shift;
    long last = (newSize - 1) >>> shift;
    byte[] was = whole ? oldRoot : proof.get(0);
    byte[] is = was;
    for (byte[] hash : whole ? proof : proof.subList(1, proof.size())) {
      if (last == 0) {
        throw new BadProof("the consistency proof is too long");
      }
      if ((at & 1) == 1 || at == last) {
        was = node(hash, was);
        is = node(hash, is);
        while (at != 0 && (at & 1) == 0) {
          at >>>= 1;
          last >>>= 1;
        }
      } else {
        is = node(is, hash);
      }
      at >>>= 1;
      last >>>= 1;
    }
    if (last != 0) {
      throw new BadProof("the consistency proof is too short");
    }
    if (!Arrays.equals(was, oldRoot) || !Arrays.equals(is, newRoot)) {
      throw new BadProof("the log of " + newSize + " leaves does not continue that of " + oldSize);
    }
  }
}
