package dev.rota.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.table.Sha256;
import java.util.Arrays;

/**
 * An immutable map with a Merkle root: a compressed binary trie over the keys' digests. The root
 * depends only on the content. A write returns a new trie that shares all but one path.
 */
public final class MerkleTrie {
  /** The empty trie. Its root is 32 zeros. */
  public static final MerkleTrie EMPTY = new MerkleTrie(null);

  private static final byte[] NO_ROOT = new byte[Sha256.BYTES];
  private static final int LEAF = 0;
  private static final int BRANCH = 1;

  private final Node top;

  private MerkleTrie(Node top) {
    this.top = top;
  }

  private sealed interface Node permits Leaf, Branch {
    byte[] hash();
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Leaf(byte[] path, byte[] value, byte[] hash) implements Node {
    static Leaf of(byte[] path, byte[] value) {
      return new Leaf(path, value, new Sha256().number(LEAF).field(path).field(value).finish());
    }
  }

  /** All paths below are equal up to this bit. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Branch(int bit, Node zero, Node one, byte[] hash) implements Node {
    static Branch of(int bit, Node zero, Node one) {
      byte[] hash =
          new Sha256().number(BRANCH).number(bit).field(zero.hash()).field(one.hash()).finish();
      return new Branch(bit, zero, one, hash);
    }

    Node side(byte[] path) {
      return isOne(path, bit) ? one : zero;
    }

    Branch with(byte[] path, Node side) {
      return isOne(path, bit) ? of(bit, zero, side) : of(bit, side, one);
    }
  }

  /** Returns the root hash, 32 bytes. */
  public byte[] root() {
    return top == null ? NO_ROOT.clone() : top.hash().clone();
  }

  /** Returns the value, or null. */
  public byte[] get(String key) {
    if (top == null) {
      return null;
    }
    byte[] path = path(key);
    Leaf nearest = nearest(path);
    return Arrays.equals(nearest.path, path) ? nearest.value.clone() : null;
  }

  /**
   * Returns a trie with this value.
   *
   * @param value null: removes the key
   */
  public MerkleTrie with(String key, byte[] value) {
    byte[] path = path(key);
    if (value == null) {
      return top == null ? this : new MerkleTrie(without(top, path));
    }
    Leaf leaf = Leaf.of(path, value.clone());
    return new MerkleTrie(
        top == null ? leaf : with(top, leaf, firstDifference(nearest(path).path, path)));
  }

  private static byte[] path(String key) {
    return new Sha256().field(key.getBytes(UTF_8)).finish();
  }

  private Leaf nearest(byte[] path) {
    Node node = top;
    while (node instanceof Branch branch) {
      node = branch.side(path);
    }
    return (Leaf) node;
  }

  /**
   * Inserts or replaces a leaf.
   *
   * @param parts the first bit in which the leaf differs from its nearest neighbour; the number of
   *     bits if the key exists
   */
  private static Node with(Node node, Leaf leaf, int parts) {
    if (node instanceof Branch branch && branch.bit < parts) {
      return branch.with(leaf.path, with(branch.side(leaf.path), leaf, parts));
    }
    if (parts == Sha256.BYTES * Byte.SIZE) {
      return leaf;
    }
    return isOne(leaf.path, parts) ? Branch.of(parts, node, leaf) : Branch.of(parts, leaf, node);
  }

  private static Node without(Node node, byte[] path) {
    if (node instanceof Leaf leaf) {
      return Arrays.equals(leaf.path, path) ? null : leaf;
    }
    Branch branch = (Branch) node;
    Node side = branch.side(path);
    Node left = without(side, path);
    if (left == side) {
      return branch;
    }
    if (left == null) {
      return side == branch.one ? branch.zero : branch.one;
    }
    return branch.with(path, left);
  }

  private static int firstDifference(byte[] one, byte[] other) {
    int at = Arrays.mismatch(one, other);
    if (at < 0) {
      return one.length * Byte.SIZE;
    }
    int differing = (one[at] ^ other[at]) & 0xff;
    return at * Byte.SIZE + Integer.numberOfLeadingZeros(differing) - (Integer.SIZE - Byte.SIZE);
  }

  private static boolean isOne(byte[] path, int bit) {
    return (path[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1) == 1;
  }
}
