package dev.rota.base.proof;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** The right edge of a growing tree: its partial tiles. Gives out each tile that fills up. */
public final class TreeHead {
  private static final int TILE_BYTES = TilePosition.FULL * MerkleTree.HASH_BYTES;

  private final List<Edge> edges = new ArrayList<>();
  private final BiConsumer<TilePosition, byte[]> filled;
  private final MessageDigest digest = MerkleTree.digest();
  private long size;

  /** The partial tile of a level. */
  private static final class Edge {
    private final byte[] hashes = new byte[TILE_BYTES];
    private long index;
    private int width;
  }

  /**
   * Starts empty.
   *
   * @param filled takes each full tile and its bytes, which it may keep
   */
  public TreeHead(BiConsumer<TilePosition, byte[]> filled) {
    this.filled = filled;
  }

  public long size() {
    return size;
  }

  /** Adds a leaf. */
  public void append(byte[] entry) {
    digest.update((byte) 0);
    add(0, digest.digest(entry));
    size++;
  }

  private void add(int level, byte[] hash) {
    if (level == edges.size()) {
      edges.add(new Edge());
    }
    Edge edge = edges.get(level);
    System.arraycopy(hash, 0, edge.hashes, edge.width * MerkleTree.HASH_BYTES, hash.length);
    edge.width++;
    if (edge.width == TilePosition.FULL) {
      filled.accept(new TilePosition(level, edge.index, TilePosition.FULL), edge.hashes.clone());
      edge.width = 0;
      edge.index++;
      add(level + 1, subtree(edge.hashes, 0, TilePosition.FULL));
    }
  }

  /** Gives out the partial tiles of the present size. */
  public void partial(BiConsumer<TilePosition, byte[]> each) {
    for (int level = 0; level < edges.size(); level++) {
      Edge edge = edges.get(level);
      if (edge.width > 0) {
        each.accept(
            new TilePosition(level, edge.index, edge.width),
            Arrays.copyOf(edge.hashes, edge.width * MerkleTree.HASH_BYTES));
      }
    }
  }

  /** The root of the present tree. */
  public byte[] root() {
    byte[] root = null;
    for (Edge edge : edges) {
      for (int end = edge.width; end > 0; end &= end - 1) {
        int block = Integer.lowestOneBit(end);
        byte[] hash = subtree(edge.hashes, end - block, block);
        root = root == null ? hash : MerkleTree.node(hash, root);
      }
    }
    return root == null ? MerkleTree.EMPTY : root;
  }

  /** The root over a power of two of hashes. */
  static byte[] subtree(byte[] hashes, int from, int count) {
    MessageDigest digest = MerkleTree.digest();
    int start = from * MerkleTree.HASH_BYTES;
    byte[] level = Arrays.copyOfRange(hashes, start, start + count * MerkleTree.HASH_BYTES);
    for (int width = count; width > 1; width /= 2) {
      for (int i = 0; i < width / 2; i++) {
        digest.update((byte) 1);
        digest.update(level, 2 * i * MerkleTree.HASH_BYTES, 2 * MerkleTree.HASH_BYTES);
        System.arraycopy(
            digest.digest(), 0, level, i * MerkleTree.HASH_BYTES, MerkleTree.HASH_BYTES);
      }
    }
    return Arrays.copyOf(level, MerkleTree.HASH_BYTES);
  }
}
