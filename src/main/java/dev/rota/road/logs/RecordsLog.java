package dev.rota.road.logs;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The records of one partition in memory, in the order of their offsets. */
public final class RecordsLog implements TopicLogs.Log {
  private final long begin;
  private final long end;
  private final List<ConsumerRecord<byte[], byte[]>> records;
  private long position;

  /**
   * Stands at its beginning.
   *
   * @param begin the first retained offset
   * @param end exclusive; offsets without a record are those of transaction markers
   */
  public RecordsLog(long begin, long end, List<ConsumerRecord<byte[], byte[]>> records) {
    this.begin = begin;
    this.end = end;
    this.records = records;
    this.position = begin;
  }

  @Override
  public long begin() {
    return begin;
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public long written() {
    return end;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void seek(long offset) {
    position = offset;
  }

  @Override
  public List<ConsumerRecord<byte[], byte[]>> poll() {
    long from = position;
    position = end;
    return records.stream().filter(record -> record.offset() >= from).toList();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}
