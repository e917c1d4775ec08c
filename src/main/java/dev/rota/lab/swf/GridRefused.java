package dev.rota.lab.swf;

/** The grid refused or changed a bot or the policy of a trace, so the trace cannot be played. */
public final class GridRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GridRefused(String what) {
    super(what);
  }
}
