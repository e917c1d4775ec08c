package dev.rota.road.partitions;

import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;

/** A record as a consumer gives it, of a file or of memory. */
public final class OfflineRecord {
  private OfflineRecord() {}

  /** With the time that its producer gave it. */
  public static ConsumerRecord<byte[], byte[]> of(
      TopicPartition at, long offset, long millis, byte[] key, byte[] value, Headers headers) {
    return new ConsumerRecord<>(
        at.topic(),
        at.partition(),
        offset,
        millis,
        TimestampType.CREATE_TIME,
        key == null ? -1 : key.length,
        value == null ? -1 : value.length,
        key,
        value,
        headers,
        Optional.empty());
  }
}
