package dev.rota.chunks.placement;

import java.util.function.IntToLongFunction;

/** Searches sorted unsigned hashes. Hashes are spread evenly, so an interpolated guess is close. */
public final class InterpolationSearch {
  /** The number of interpolated guesses before the search bisects. */
  private static final int GUESSES = 5;

  private InterpolationSearch() {}

  /** Returns how many of the {@code count} sorted hashes are less than {@code hash}. */
  public static int index(int count, long hash, IntToLongFunction hashes) {
    int low = 0;
    int high = count;
    long before = 0;
    long after = -1;
    for (int guess = 0; low < high; guess++) {
      double share = half(hash - before) / half(after - before);
      int at = low + (guess < GUESSES ? (int) (share * (high - low)) : (high - low) >>> 1);
      at = Math.min(Math.max(low, at), high - 1);
      long found = hashes.applyAsLong(at);
      if (Long.compareUnsigned(found, hash) < 0) {
        low = at + 1;
        before = found;
      } else {
        high = at;
        after = found;
      }
    }
    return low;
  }

  private static double half(long unsigned) {
    return (double) (unsigned >>> 1) + 1;
  }
}
