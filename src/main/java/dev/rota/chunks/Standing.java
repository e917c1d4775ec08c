package dev.rota.chunks;

/**
 * The generation that stands, and what the next one waits for.
 *
 * @param generation 0: none was made yet
 * @param refused the last shortage since then, in words; null: none
 */
record Standing(long generation, Window window, String refused) {
  static final Standing EMPTY = new Standing(0, Window.CLOSED, null);

  Standing with(Window next) {
    return new Standing(generation, next, refused);
  }
}
