package dev.rota.chunks.placement;

import java.util.function.IntToLongFunction;

/** Looks up hashes that are sorted, unsigned: they are spread evenly, so a guess is close. */
public final class InterpolationSearch {
  /** Guesses that are allowed to be bad before the rest is halved. */
  private static final int GUESSES = 5;

  private InterpolationSearch() {}

  /** How many of so many hashes are less than this one. */
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
