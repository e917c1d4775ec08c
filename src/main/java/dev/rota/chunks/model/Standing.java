package dev.rota.chunks.model;

import dev.rota.chunks.values.Window;

/**
 * The generation that stands, and what the next one waits for.
 *
 * @param generation 0: none was made yet
 * @param refused the last shortage since then, in words; null: none
 * @param claims the number of the last claim ({@link DatasetRow}); 0: there was none yet
 * @param effectiveFrom epoch ms: it is in force from then on; 0: none was made yet
 */
public record Standing(
    long generation, Window window, String refused, long claims, long effectiveFrom) {
  static final Standing EMPTY = new Standing(0, Window.CLOSED, null, 0, 0);

  Standing with(Window next) {
    return with(next, refused);
  }

  Standing with(Window next, String shortage) {
    return new Standing(generation, next, shortage, claims, effectiveFrom);
  }

  Standing withClaims(long number) {
    return new Standing(generation, window, refused, number, effectiveFrom);
  }

  /** The next generation stands, and nothing waits. */
  Standing next(long inForceFrom) {
    return new Standing(generation + 1, Window.CLOSED, null, claims, inForceFrom);
  }
}
