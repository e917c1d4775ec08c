package dev.rota.road.logs;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads records and does nothing with them: what an audit's speed is compared with. It reads a
 * little of each partition in turn, so that a part of the records stands for all.
 */
public final class ReadingSpeed implements AutoCloseable {
  private final List<Reading> readings = new ArrayList<>();

  private record Reading(TopicLogs.Log log, long end) {}

  /** Reads what this reader reads. */
  public void add(TopicLogs logs, PeekingReader reader) {
    TopicPartition partition = reader.partition();
    TopicLogs.Log log = logs.open(partition);
    log.seek(Math.max(log.begin(), reader.begin())); // more may be deleted by now
    readings.add(new Reading(log, reader.endAtOpen()));
  }

  /**
   * Reads until the end or the deadline.
   *
   * @param deadlineNanos of {@link System#nanoTime}
   * @return the size of keys and values
   */
  public long read(long deadlineNanos) {
    long bytes = 0;
    boolean more = true;
    while (more && System.nanoTime() - deadlineNanos < 0) {
      more = false;
      for (Reading one : readings) {
        if (one.log.position() < one.end) {
          bytes += PeekingReader.bytes(one.log.poll());
          more = true;
        }
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    readings.forEach(one -> one.log.close());
  }
}
