package dev.rota.chunks.model;

import dev.rota.chunks.values.GenerationWindow;

/**
 * The current generation, and what the next one waits for.
 *
 * @param generation number; 0: none was made yet
 * @param refused the last shortage since then, in words; null: none
 * @param claims number of the last claim ({@link DatasetRow}); 0: none yet
 * @param effectiveFrom when it takes effect, epoch ms; 0: none was made yet
 */
public record CurrentGeneration(
    long generation, GenerationWindow window, String refused, long claims, long effectiveFrom) {
  static final CurrentGeneration EMPTY =
      new CurrentGeneration(0, GenerationWindow.CLOSED, null, 0, 0);

  CurrentGeneration with(GenerationWindow next) {
    return with(next, refused);
  }

  CurrentGeneration with(GenerationWindow next, String shortage) {
    return new CurrentGeneration(generation, next, shortage, claims, effectiveFrom);
  }

  CurrentGeneration withClaims(long number) {
    return new CurrentGeneration(generation, window, refused, number, effectiveFrom);
  }

  /** Returns the next generation as current, with nothing waiting. */
  CurrentGeneration next(long inForceFrom) {
    return new CurrentGeneration(
        generation + 1, GenerationWindow.CLOSED, null, claims, inForceFrom);
  }
}
