package dev.rota.readers.follow;

/** Thrown if a lane cannot be read in time because other questions about it take long. */
public final class LaneBusy extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LaneBusy() {
    super("other questions about this partition take long");
  }
}
