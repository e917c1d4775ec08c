package dev.rota.chunks;

/**
 * The generation that stands, and what the next one waits for.
 *
 * @param generation 0: none was made yet
 * @param refused the last shortage since then, in words; null: none
 * @param claims the number of the last claim ({@link DatasetRow}); 0: there was none yet
 */
record Standing(long generation, Window window, String refused, long claims) {
  static final Standing EMPTY = new Standing(0, Window.CLOSED, null, 0);

  Standing with(Window next) {
    return with(next, refused);
  }

  Standing with(Window next, String shortage) {
    return new Standing(generation, next, shortage, claims);
  }

  Standing withClaims(long number) {
    return new Standing(generation, window, refused, number);
  }

  /** The next generation stands, and nothing waits. */
  Standing next() {
    return new Standing(generation + 1, Window.CLOSED, null, claims);
  }
}
