package dev.rota.road.stream.rows;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * What the ledger of a partition has and the rows' last checkpoint does not. A task that starts
 * replays it.
 */
public final class UnsavedTail {
  private final LongSupplier nanos;
  private final AtomicLong turns = new AtomicLong();
  private long bytes;
  private volatile long sinceNanos;

  /**
   * Begins at a checkpoint.
   *
   * @param nanos a monotonic clock
   */
  public UnsavedTail(LongSupplier nanos) {
    this.nanos = nanos;
    end();
  }

  /** A page was written or read. */
  public void add(long pageTurns, long pageBytes) {
    turns.addAndGet(pageTurns);
    bytes += pageBytes;
  }

  /** The rows are at a checkpoint. */
  public void end() {
    turns.set(0);
    bytes = 0;
    sinceNanos = nanos.getAsLong();
  }

  /** Returns true if there is nothing since the checkpoint, or it is later than this. */
  public boolean hasEnded(long afterNanos) {
    return turns.get() == 0 || sinceNanos - afterNanos > 0;
  }

  /** Since the checkpoint. */
  public long nanos() {
    return nanos.getAsLong() - sinceNanos;
  }

  public long turns() {
    return turns.get();
  }

  /** Of its pages in Avro binary. */
  public long bytes() {
    return bytes;
  }
}
