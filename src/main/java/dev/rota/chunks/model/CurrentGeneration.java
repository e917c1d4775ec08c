package dev.rota.chunks.model;

import dev.rota.chunks.values.Window;

/**
 * The current generation, and what the next one waits for.
 *
 * @param generation number; 0: none was made yet
 * @param refused the last shortage since then, in words; null: none
 * @param claims number of the last claim ({@link DatasetRow}); 0: none yet
 * @param effectiveFrom when it takes effect, epoch ms; 0: none was made yet
 */
public record CurrentGeneration(
    long generation, Window window, String refused, long claims, long effectiveFrom) {
  static final CurrentGeneration EMPTY = new CurrentGeneration(0, Window.CLOSED, null, 0, 0);

  CurrentGeneration with(Window next) {
    return with(next, refused);
  }

  CurrentGeneration with(Window next, String shortage) {
    return new CurrentGeneration(generation, next, shortage, claims, effectiveFrom);
  }

  CurrentGeneration withClaims(long number) {
    return new CurrentGeneration(generation, window, refused, number, effectiveFrom);
  }

  /** Returns the next generation as current, with nothing waiting. */
  CurrentGeneration next(long inForceFrom) {
    return new CurrentGeneration(generation + 1, Window.CLOSED, null, claims, inForceFrom);
  }
}
