package dev.rota.chunks.values;

/** The largest values of an input. Sums of some of them fit a long. */
public final class InputMaxima {
  /** Of an amount of bytes, an epoch or a block: 2 to the 60. */
  public static final long NUMBER = 1L << 60;

  /** Of a time: the end of the year 9999, epoch ms. */
  public static final long TIME_MILLIS = 253_402_300_799_999L;

  /** Of a duration. */
  public static final long DURATION_MILLIS = 36_500L * 86_400_000;

  private InputMaxima() {}

  /** Returns what is wrong with the lane's time, which a record's timestamp moved, or null. */
  public static String time(long nowMillis) {
    return nowMillis <= TIME_MILLIS
        ? null
        : "the lane's time is "
            + nowMillis
            + ", by the timestamp of this record or of an earlier one: at most "
            + TIME_MILLIS
            + ", epoch ms; a lane that is beyond it takes nothing more, so give the network another"
            + " name, and correct the sender's clock";
  }
}
