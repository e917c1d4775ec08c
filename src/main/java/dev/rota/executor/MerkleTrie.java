package dev.rota.executor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.table.Sha256;
import java.util.Arrays;

/**
 * Keys and values under one root: a binary trie over the keys' digests with no nodes in between, so
 * that equal contents have equal roots whatever led to them. It never changes: a write makes
 * another one, which shares all but the path with this.
 */
public final class MerkleTrie {
  /** Without a key. Its root is 32 zeros. */
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

  /** All paths under it are equal up to the bit, which parts them. */
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

  /** 32 bytes. */
  public byte[] root() {
    return top == null ? NO_ROOT.clone() : top.hash().clone();
  }

  /** The value, or null. */
  public byte[] get(String key) {
    if (top == null) {
      return null;
    }
    byte[] path = path(key);
    Leaf nearest = nearest(path);
    return Arrays.equals(nearest.path, path) ? nearest.value.clone() : null;
  }

  /**
   * With another value.
   *
   * @param value null: without the key
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
   * With a leaf in its place.
   *
   * @param parts the first bit in which the leaf differs from the nearest that is there; behind the
   *     last: it is there
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
