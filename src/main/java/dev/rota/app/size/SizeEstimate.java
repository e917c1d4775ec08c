package dev.rota.app.size;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a domain needs under a load: measured figures times the load, and assumptions where nothing
 * was measured.
 */
record SizeEstimate(SizeFigures figures, Load load) {
  /** A thread is to be idle half of the time: for a peak, a restart, another instance's share. */
  static final double BUSY = 0.5;

  /** Partitions cannot be added later. */
  static final int GROWTH = 2;

  /** What the JVM, Kafka's clients and the classes take before the first lane. */
  static final long BASE_BYTES = 300_000_000;

  /** RocksDB's block cache and write buffers. */
  static final long ROCKSDB_BYTES = 96_000_000;

  /** Objects, references and indexes on the heap for a byte of a row. */
  static final int HEAP_FOR_ROW = 10;

  /** What RocksDB has on disk for a byte of a row. */
  static final int STORE_FOR_ROW = 2;

  /** The changelog, before the broker has compacted it. */
  static final int CHANGELOG_FOR_ROW = 4;

  private static final int DAY_SECONDS = 86_400;

  /**
   * What comes.
   *
   * @param inputsPerSecond of the domain, all topics together
   * @param objects that the state holds at once
   * @param days that topics are retained
   * @param replicas of each topic
   * @param commitMillis between two transactions of a partition
   */
  record Load(
      double inputsPerSecond,
      int lanes,
      long objects,
      double days,
      int replicas,
      int commitMillis) {}

  /** Threads that the load keeps busy as far as they may be. */
  int threads() {
    return (int)
        Math.max(1, Math.ceil(load.inputsPerSecond() / (figures.inputsPerSecond() * BUSY)));
  }

  /** As many as threads, and more for growth; more than lanes would be idle. */
  int partitions() {
    return Math.max(1, Math.min(load.lanes(), Math.max(4, threads() * GROWTH)));
  }

  /** Returns true if one thread cannot decide a lane's share: a lane is never divided. */
  boolean isLaneTooBusy() {
    return load.inputsPerSecond() / load.lanes() > figures.inputsPerSecond() * BUSY;
  }

  /** Transactions in a second, of all partitions. */
  double commits() {
    return Math.min(load.inputsPerSecond(), partitions() * 1000.0 / load.commitMillis());
  }

  /** Bytes a day by topic, of one replica. */
  SortedMap<String, Long> bytesPerDay() {
    SortedMap<String, Long> bytes = new TreeMap<>();
    for (Map.Entry<String, SizeFigures.Cost> one : figures.topics().entrySet()) {
      double perSecond =
          load.inputsPerSecond() * one.getValue().input() + commits() * one.getValue().commit();
      bytes.put(one.getKey(), Math.round(perSecond * DAY_SECONDS));
    }
    return bytes;
  }

  /** Bytes a day of all topics, of one replica. */
  long allBytesPerDay() {
    return bytesPerDay().values().stream().mapToLong(Long::longValue).sum();
  }

  /** What the brokers hold at the end of the retention, all replicas. */
  long retained() {
    return Math.round(allBytesPerDay() * load.days() * load.replicas())
        + CHANGELOG_FOR_ROW * rows() * load.replicas();
  }

  /** Bytes of all rows. */
  long rows() {
    return Math.round(load.objects() * figures.rowBytes());
  }

  /** Heap and native memory of all engines together. */
  long memory() {
    return BASE_BYTES + ROCKSDB_BYTES + HEAP_FOR_ROW * rows();
  }

  /** Of the state directories, all engines together. */
  long disk() {
    return STORE_FOR_ROW * rows();
  }

  /** The longest tail that a start replays. */
  double tailSeconds() {
    return figures.tailSeconds(perPartition());
  }

  private double perPartition() {
    return load.inputsPerSecond() / partitions();
  }

  /** To rebuild all rows from the retained ledger, with as many threads as the load needs. */
  double rebuildSeconds() {
    double turns = load.inputsPerSecond() * DAY_SECONDS * load.days();
    return turns / (figures.turnsPerSecond() * (double) Math.min(threads(), partitions()));
  }
}
