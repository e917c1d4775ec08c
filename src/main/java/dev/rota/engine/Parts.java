package dev.rota.engine;

import java.util.function.IntConsumer;

/**
 * Does a piece of work in parts, of which none sees or writes what another writes. So it shows
 * nowhere in which order they are done, nor by how many threads: rules say what can be done side by
 * side, and whoever runs them says with what.
 */
@FunctionalInterface
public interface Parts {
  /** One after the other. */
  Parts IN_TURN =
      (count, part) -> {
        for (int number = 0; number < count; number++) {
          part.accept(number);
        }
      };

  /** Does the parts from 0 on; all are done when this ends, or one has failed and this fails. */
  void each(int count, IntConsumer part);

  /** Does a range in parts of equal length; the last one may be shorter. */
  default void ranges(int size, int length, Range part) {
    each(
        (size + length - 1) / length,
        number -> part.of(number * length, Math.min(size, (number + 1) * length)));
  }

  /** What is done from one place on to another, which is not part of it. */
  interface Range {
    void of(int from, int to);
  }
}
