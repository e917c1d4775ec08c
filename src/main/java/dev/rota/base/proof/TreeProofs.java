package dev.rota.base.proof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Computes proofs of a tree from its tiles. Not thread-safe. */
public final class TreeProofs {
  private static final int HEIGHT = 8;

  private final long size;
  private final Function<TilePosition, byte[]> tiles;
  private final Map<TilePosition, byte[]> seen = new HashMap<>();

  /**
   * Reads a tree.
   *
   * @param tiles returns the bytes of a tile, at least those of its width
   */
  public TreeProofs(long size, Function<TilePosition, byte[]> tiles) {
    this.size = size;
    this.tiles = tiles;
  }

  /** The root as the tiles have it. */
  public byte[] root() {
    return rootOf(size);
  }

  /** The root when the tree was of this size. */
  public byte[] rootOf(long older) {
    return older == 0 ? MerkleTree.EMPTY : range(0, older);
  }

  /** The inclusion proof of a leaf, from its sibling upwards. */
  public List<byte[]> inclusion(long index) {
    List<byte[]> proof = new ArrayList<>();
    long from = 0;
    long to = size;
    while (to - from > 1) { // from the root down, so it is turned round below
      long middle = from + split(to - from);
      if (index < middle) {
        proof.add(0, range(middle, to));
        to = middle;
      } else {
        proof.add(0, range(from, middle));
        from = middle;
      }
    }
    return proof;
  }

  /** The consistency proof from an older size; empty if there is nothing to prove. */
  public List<byte[]> consistency(long older) {
    List<byte[]> proof = new ArrayList<>();
    if (older == 0 || older == size) {
      return proof;
    }
    long from = 0;
    long to = size;
    while (older != to) {
      long middle = from + split(to - from);
      if (older <= middle) {
        proof.add(0, range(middle, to));
        to = middle;
      } else {
        proof.add(0, range(from, middle));
        from = middle;
      }
    }
    if (from != 0) { // else the old root itself, which the verifier has
      proof.add(0, range(from, to));
    }
    return proof;
  }

  /** The largest power of two below a number above 1. */
  private static long split(long count) {
    return Long.highestOneBit(count - 1);
  }

  /** The hash of the leaves from {@code from} to {@code to}, as RFC 6962 defines it. */
  private byte[] range(long from, long to) {
    long count = to - from;
    if (Long.bitCount(count) == 1) {
      return complete(Long.numberOfTrailingZeros(count), from);
    }
    long middle = from + split(count);
    return MerkleTree.node(range(from, middle), range(middle, to));
  }

  /** The hash of 2^height leaves, from the tile that has it or the hashes just below it. */
  private byte[] complete(int height, long from) {
    int level = height / HEIGHT;
    int count = 1 << (height % HEIGHT);
    long first = from >>> (HEIGHT * level);
    TilePosition tile = TilePosition.of(level, first / TilePosition.FULL, size);
    byte[] hashes = seen.computeIfAbsent(tile, this::read);
    return TreeHead.subtree(hashes, (int) (first % TilePosition.FULL), count);
  }

  private byte[] read(TilePosition tile) {
    byte[] hashes = tiles.apply(tile);
    if (hashes.length < tile.width() * MerkleTree.HASH_BYTES) {
      throw new BadProof(tile.path() + " is cut");
    }
    return hashes;
  }
}
