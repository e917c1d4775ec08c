package dev.rota.app.rollout;

import dev.rota.base.text.SizeText;
import dev.rota.road.stream.status.RestoredRows;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast a changelog of the domain was read or restored.
 *
 * @param records offsets of it
 * @param bytes of their keys and values; null: nobody knows
 * @param source who did it
 */
record RestoreRate(int partition, long records, Long bytes, double seconds, String source) {
  private static final double LEAST_SECONDS = 0.001;
  private static final double MILLIS = 1e-3;

  /** What is restored in a moment says nothing of what takes long. */
  private static final int LIKE = 10;

  private static final String READ =
      "by this command, just now: an engine also writes its store, and may take longer";

  /** What this command has read. */
  static RestoreRate read(int partition, long records, long bytes, double seconds) {
    return new RestoreRate(partition, records, bytes, seconds, READ);
  }

  /**
   * The best that is known: an engine's own largest restore, if it was of a like size.
   *
   * @param read null: nothing could be read
   * @param changelogs records by partition
   */
  static RestoreRate best(
      RestoreRate read, List<EngineStatus> engines, Map<Integer, Long> changelogs) {
    long longest = changelogs.values().stream().mapToLong(Long::longValue).max().orElse(0);
    return engines.stream()
        .flatMap(engine -> engine.restored().stream().map(one -> of(one, engine.url(), read)))
        .filter(one -> one.records() > 0 && one.records() >= longest / LIKE)
        .max(Comparator.comparingLong(RestoreRate::records))
        .orElse(read);
  }

  private static RestoreRate of(RestoredRows rows, String url, RestoreRate read) {
    return new RestoreRate(
        rows.partition(),
        rows.records(),
        read == null ? null : read.bytesOf(rows.records()),
        rows.millis() * MILLIS,
        "by the engine at " + url + ", the last time that it restored them");
  }

  double secondsFor(long offsets) {
    return offsets * Math.max(LEAST_SECONDS, seconds) / records;
  }

  /** Null: nobody knows. */
  Long bytesOf(long offsets) {
    return bytes == null ? null : (Long) (bytes * offsets / records);
  }

  String words() {
    return String.format(
        Locale.ROOT,
        "%s%d records of partition %d in %.3f s",
        bytes == null ? "" : SizeText.of(bytes) + " in ",
        records,
        partition,
        seconds);
  }
}
