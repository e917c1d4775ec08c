package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.HashRings;
import dev.rota.chunks.placement.InterpolationSearch;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SeaHash;
import java.util.Arrays;

/** The rings of workers that join and leave. A worker is identified by its number. */
final class LiveRings {
  private final int rings;
  private int count;

  /** The reserved length of each ring in the array, of which {@link #count} is used. */
  private int stride;

  private char[] order;
  private SeaHash[] texts;

  /** True if two workers have the same hash on a ring. They keep the order of the input list. */
  private boolean tied;

  /** Takes over the rings of a pass. A worker's number is its position there. */
  LiveRings(HashRings from) {
    rings = from.count();
    texts = from.texts();
    count = texts.length;
    tied = from.tied();
    order = from.order();
    stride = count;
  }

  boolean tied() {
    return tied;
  }

  int count() {
    return count;
  }

  /** Returns a worker's unsigned position on a ring. */
  long hash(int ring, int worker) {
    return texts[worker].with(ring);
  }

  /** Returns the rank of the first worker whose hash is not less, or 0 after the last. */
  int rank(int ring, long hash) {
    int rank = index(ring, hash);
    return rank == count ? 0 : rank;
  }

  private int index(int ring, long hash) {
    int start = ring * stride;
    return InterpolationSearch.index(count, hash, at -> hash(ring, order[start + at]));
  }

  /** Returns the worker {@code steps} ranks after a rank, or before it if negative. */
  int worker(int ring, int rank, int steps) {
    int at = rank + steps;
    int turn = at >= count ? count : at < 0 ? -count : 0;
    return order[ring * stride + at - turn];
  }

  /** True if a walk from a hash to one worker reaches the other. */
  boolean passes(int ring, long from, int to, int worker) {
    return Long.compareUnsigned(hash(ring, worker) - from, hash(ring, to) - from) <= 0;
  }

  void insert(int worker, PlacementWorker is) {
    if (worker >= texts.length) {
      texts = Arrays.copyOf(texts, worker + 1);
    }
    texts[worker] = HashRings.text(is);
    if (count == stride) {
      widen();
    }
    for (int ring = 0; ring < rings; ring++) {
      long hash = hash(ring, worker);
      int at = index(ring, hash);
      int start = ring * stride;
      tied |= at < count && hash(ring, order[start + at]) == hash;
      System.arraycopy(order, start + at, order, start + at + 1, count - at);
      order[start + at] = (char) worker;
    }
    count++;
  }

  private void widen() {
    int wider = count + count / 32 + 4;
    char[] wide = new char[Math.multiplyExact(rings, wider)];
    for (int ring = 0; ring < rings; ring++) {
      System.arraycopy(order, ring * stride, wide, ring * wider, count);
    }
    order = wide;
    stride = wider;
  }

  void remove(int worker) {
    for (int ring = 0; ring < rings; ring++) {
      int at = ring * stride + index(ring, hash(ring, worker));
      System.arraycopy(order, at + 1, order, at, (ring + 1) * stride - at - 1);
    }
    count--;
  }
}
