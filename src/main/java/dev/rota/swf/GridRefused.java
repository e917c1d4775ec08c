package dev.rota.swf;

/** The grid took a bot or the policy of a trace not as it was meant: nothing can be played. */
public final class GridRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GridRefused(String what) {
    super(what);
  }
}
