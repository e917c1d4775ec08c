package dev.rota.road.backup;

/** Why a backup or a restore ends. The message has what and where. */
public final class BackupFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of fault it is: whoever reads it does something else about each. */
  public enum Reason {
    /** The files are not those that the manifest names, or there is none. */
    DAMAGED,
    /** The files are of another domain, cluster or program. */
    FOREIGN,
    /** The cluster has what a restore would write. */
    NOT_EMPTY,
    /** Somebody else writes, or a transaction does not end. */
    AGAIN
  }

  private final Reason reason;
  private final String fix;

  BackupFault(Reason reason, String message, String fix) {
    super(message);
    this.reason = reason;
    this.fix = fix;
  }

  public Reason reason() {
    return reason;
  }

  /** What to do next. */
  public String fix() {
    return fix;
  }

  static BackupFault damaged(String message) {
    return new BackupFault(
        Reason.DAMAGED, message, "use another copy of the backup; nothing was written by this one");
  }
}
