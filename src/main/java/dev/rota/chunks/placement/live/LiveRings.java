package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.InterpolationSearch;
import dev.rota.chunks.placement.Rings;
import dev.rota.chunks.placement.SeaHash;
import dev.rota.chunks.placement.Worker;
import java.util.Arrays;

/** The rings of workers that come and go; a worker is known by a number of its own. */
final class LiveRings {
  private final int rings;
  private int count;

  /** How many places each ring has in the array; the first ones are taken. */
  private int stride;

  private char[] order;
  private SeaHash[] texts;

  /** Two workers have the same hash on a ring: their order is that of the list they came in. */
  private boolean tied;

  /** Takes over the rings of a pass, whose workers' numbers are their positions. */
  LiveRings(Rings from) {
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

  /** A worker's position on a ring; unsigned. */
  long hash(int ring, int worker) {
    return texts[worker].with(ring);
  }

  /** The rank of the first worker whose hash is no less; the first follows the last. */
  int rank(int ring, long hash) {
    int rank = index(ring, hash);
    return rank == count ? 0 : rank;
  }

  private int index(int ring, long hash) {
    int start = ring * stride;
    return InterpolationSearch.index(count, hash, at -> hash(ring, order[start + at]));
  }

  /** The worker on a ring so many ranks after another one, or before. */
  int worker(int ring, int rank, int steps) {
    int at = rank + steps;
    int turn = at >= count ? count : at < 0 ? -count : 0;
    return order[ring * stride + at - turn];
  }

  /** Whether a walk from a hash on to one worker passes the other, or ends there. */
  boolean passes(int ring, long from, int to, int worker) {
    return Long.compareUnsigned(hash(ring, worker) - from, hash(ring, to) - from) <= 0;
  }

  void insert(int worker, Worker is) {
    if (worker >= texts.length) {
      texts = Arrays.copyOf(texts, worker + 1);
    }
    texts[worker] = Rings.text(is);
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
