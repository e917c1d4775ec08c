package dev.rota.road.backup;

import dev.rota.road.backup.BackupManifest.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the files of a partition, some records ahead: so far it knows where gaps are. */
final class RecordsAhead implements AutoCloseable {
  private static final int RECORDS_MAX = 2_000;
  private static final long BYTES_MAX = 4L << 20;

  private final Path directory;
  private final TopicPartition partition;
  private final Iterator<Part> parts;
  private final long end;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private PartReader reader;
  private long position;
  private long bytes;
  private int gaps;
  private boolean isOver;

  /** A record, and whether a gap is before it. */
  private record Ahead(ConsumerRecord<byte[], byte[]> record, boolean behindGap) {}

  RecordsAhead(Path backup, TopicPartition partition, long begin, long end, List<Part> parts) {
    this.directory = PartitionCopy.directory(backup, partition);
    this.partition = partition;
    this.parts = parts.iterator();
    this.position = begin;
    this.end = end;
  }

  /** The next record; null: there is none. */
  ConsumerRecord<byte[], byte[]> next() throws IOException {
    while (!isOver && ahead.size() < RECORDS_MAX && bytes < BYTES_MAX) {
      look();
    }
    Ahead first = ahead.poll();
    if (first == null) {
      return null;
    }
    gaps -= first.behindGap() ? 1 : 0;
    bytes -= size(first.record());
    return first.record();
  }

  private void look() throws IOException {
    ConsumerRecord<byte[], byte[]> record = read();
    if (record == null) {
      isOver = true;
      gaps += end > position ? 1 : 0;
      return;
    }
    boolean behindGap = record.offset() > position;
    ahead.add(new Ahead(record, behindGap));
    gaps += behindGap ? 1 : 0;
    bytes += size(record);
    position = record.offset() + 1;
  }

  private static long size(ConsumerRecord<byte[], byte[]> record) {
    return Math.max(0L, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
  }

  private ConsumerRecord<byte[], byte[]> read() throws IOException {
    while (true) {
      if (reader == null) {
        if (!parts.hasNext()) {
          return null;
        }
        Part part = parts.next();
        reader = new PartReader(directory.resolve(part.file()), partition);
      }
      ConsumerRecord<byte[], byte[]> record = reader.next();
      if (record != null) {
        return record;
      }
      reader.close();
      reader = null;
    }
  }

  /** Returns true if a gap follows soon behind the record that was read last. */
  boolean isGapAhead() {
    return gaps > 0;
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
