package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.road.partitions.OfflineRecord;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Reads one file of a backup. Each method throws {@link BackupFault} if the file is damaged. */
final class PartReader implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  /** No broker takes more. */
  private static final int BYTES_MAX = 1 << 27;

  private static final int HEADERS_MAX = 1 << 16;

  private final Path file;
  private final TopicPartition partition;
  private final DataInputStream in;
  private final long from;
  private long last;
  private long records;
  private long to = -1;

  PartReader(Path file, TopicPartition partition) throws IOException {
    this.file = file;
    this.partition = partition;
    try {
      in =
          new DataInputStream(
              new BufferedInputStream(
                  new GZIPInputStream(Files.newInputStream(file), BUFFER), BUFFER));
      if (!in.readUTF().equals(PartWriter.MAGIC)) {
        throw BackupFault.damaged(file + " is no file of a backup that this program reads");
      }
      String topic = in.readUTF();
      int number = in.readInt();
      if (!topic.equals(partition.topic()) || number != partition.partition()) {
        throw BackupFault.damaged(
            "%s is of %s-%d, not of %s".formatted(file, topic, number, partition));
      }
      from = in.readLong();
      last = from - 1;
    } catch (EOFException | ZipException | java.io.UTFDataFormatException e) {
      throw garbled(e);
    }
  }

  private BackupFault garbled(IOException e) {
    return BackupFault.damaged("%s cannot be read: %s".formatted(file, e));
  }

  /** The next record; null: there is none, and {@link #to} is known. */
  ConsumerRecord<byte[], byte[]> next() throws IOException {
    try {
      return read();
    } catch (EOFException | ZipException e) {
      throw garbled(e);
    }
  }

  private ConsumerRecord<byte[], byte[]> read() throws IOException {
    int kind = to >= 0 ? PartWriter.END : in.readUnsignedByte();
    if (kind == PartWriter.END) {
      end();
      return null;
    }
    long offset = in.readLong();
    if (kind != PartWriter.RECORD || offset <= last) {
      throw BackupFault.damaged("%s is garbled behind offset %d".formatted(file, last));
    }
    last = offset;
    records++;
    long timestamp = in.readLong();
    byte[] key = bytes();
    byte[] value = bytes();
    RecordHeaders headers = new RecordHeaders();
    int count = length(in.readInt(), HEADERS_MAX);
    for (int i = 0; i < count; i++) {
      byte[] name = bytes();
      headers.add(new String(name == null ? new byte[0] : name, UTF_8), bytes());
    }
    return OfflineRecord.of(partition, offset, timestamp, key, value, headers);
  }

  private void end() throws IOException {
    if (to < 0) {
      long end = in.readLong();
      if (end <= last || in.readLong() != records || in.read() >= 0) {
        throw BackupFault.damaged("%s is garbled at its end".formatted(file));
      }
      to = end;
    }
  }

  private byte[] bytes() throws IOException {
    int length = in.readInt();
    return length == -1 ? null : in.readNBytes(length(length, BYTES_MAX));
  }

  private int length(int length, int max) {
    if (length < 0 || length > max) {
      throw BackupFault.damaged(
          "%s is garbled behind offset %d: %d bytes".formatted(file, last, length));
    }
    return length;
  }

  /** Its first offset. */
  long from() {
    return from;
  }

  /** The offset behind it, once all its records are read. */
  long to() {
    return to;
  }

  /** How many records were read. */
  long records() {
    return records;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
