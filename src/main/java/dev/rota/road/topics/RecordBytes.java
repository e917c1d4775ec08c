package dev.rota.road.topics;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The size of a record, uncompressed: key, value and headers. */
final class RecordBytes {
  private RecordBytes() {}

  public static long of(byte[] key, byte[] value, Headers headers) {
    return size(key) + size(value) + of(headers);
  }

  /** A name counts its characters. */
  public static long of(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      bytes += header.key().length() + size(header.value());
    }
    return bytes;
  }

  private static long size(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }
}
