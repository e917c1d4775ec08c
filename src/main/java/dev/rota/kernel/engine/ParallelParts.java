package dev.rota.kernel.engine;

import java.util.function.IntConsumer;

/**
 * Runs the parts of a computation. No part reads or writes what another writes, so order and
 * threads do not affect the result. Rules define the parts; the caller chooses the threads.
 */
@FunctionalInterface
public interface ParallelParts {
  /** Runs the parts sequentially. */
  ParallelParts IN_TURN =
      (count, part) -> {
        for (int number = 0; number < count; number++) {
          part.accept(number);
        }
      };

  /** Runs the parts from 0 on. Returns when all are done, and fails if one fails. */
  void each(int count, IntConsumer part);

  /** Splits a range into parts of equal length. The last one may be shorter. */
  default void ranges(int size, int length, Range part) {
    each(
        (size + length - 1) / length,
        number -> part.of(number * length, Math.min(size, (number + 1) * length)));
  }

  /** Processes a range, {@code to} exclusive. */
  interface Range {
    void of(int from, int to);
  }
}
