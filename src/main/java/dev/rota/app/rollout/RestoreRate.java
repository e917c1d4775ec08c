package dev.rota.app.rollout;

import dev.rota.base.text.SizeText;
import java.util.Locale;

/**
 * How fast this machine has just read a changelog of the domain.
 *
 * @param records offsets that were read
 * @param bytes of their keys and values
 * @param seconds from the first answer on
 */
record RestoreRate(int partition, long records, long bytes, double seconds) {
  private static final double LEAST_SECONDS = 0.001;

  double secondsFor(long offsets) {
    return offsets * Math.max(LEAST_SECONDS, seconds) / records;
  }

  long bytesOf(long offsets) {
    return bytes * offsets / records;
  }

  String words() {
    return String.format(
        Locale.ROOT,
        "%s, %d records, of partition %d were read in %.2f s",
        SizeText.of(bytes),
        records,
        partition,
        seconds);
  }
}
