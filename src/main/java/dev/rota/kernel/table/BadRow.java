package dev.rota.kernel.table;

/** Bytes that no {@link FieldWriter} of this program wrote: a row, or a field of one. */
public final class BadRow extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadRow(String message) {
    super(message);
  }

  BadRow(String message, Throwable cause) {
    super(message, cause);
  }
}
