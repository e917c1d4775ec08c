package dev.rota.app.rollout;

import dev.rota.base.text.SizeText;

/**
 * How long a partition stands still when its engine is restarted.
 *
 * @param heir what the rows are for who takes it over
 * @param records of the changelog that are restored if they are cold; null: nobody knows
 * @param bytes of these; null: nobody knows
 * @param stop until another one decides it
 * @param back when its engine takes it back
 * @param killed until another one decides it, if its engine is killed instead
 */
record PartitionPause(
    int partition,
    Heir heir,
    Long records,
    Long bytes,
    TimeSpan stop,
    TimeSpan back,
    TimeSpan killed) {
  /** Who takes a partition over, and whether it has the rows. */
  enum Heir {
    /** There is no other engine. */
    NOBODY("no other engine takes it: it stands still until its own is back"),
    /** A copy is known. */
    WARM("warm: another engine has a copy of the rows"),
    /** By the settings there is a copy, and nobody has said where. */
    WARM_BY_SETTINGS("warm, if the engines have the setting standbys of this command"),
    /** All others were asked, and none has a copy. */
    COLD("cold: no other engine has a copy of the rows"),
    /** By the settings there is no copy. */
    COLD_BY_SETTINGS("cold, if the engines have the setting standbys=0 of this command");

    private final String words;

    Heir(String words) {
      this.words = words;
    }

    boolean isCold() {
      return this == COLD || this == COLD_BY_SETTINGS;
    }
  }

  /** Both pauses together. */
  TimeSpan whole() {
    return stop.plus(back);
  }

  String rows() {
    if (!heir.isCold()) {
      return heir.words;
    }
    String what =
        records == null
            ? "nobody knows how much is restored"
            : bytes == null
                ? records + " records are restored"
                : "%s, %d records, are restored".formatted(SizeText.of(bytes), records);
    return heir.words + "; " + what;
  }
}
