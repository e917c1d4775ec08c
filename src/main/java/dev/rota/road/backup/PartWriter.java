package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.base.files.DiskOperations;
import dev.rota.road.backup.BackupManifest.Part;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/**
 * Writes one file of a backup: a stretch of a partition's records, gzipped. It has its name only
 * when it is whole and on the disk, so a crash leaves no half of one under that name.
 *
 * <pre>
 * UTF  rota-backup-part 1     UTF  topic     int  partition     long  first offset
 * 1    long offset, long timestamp, bytes key, bytes value, int headers, each: bytes name, bytes value
 * …
 * 0    long offset behind the stretch, long records
 * </pre>
 *
 * Bytes are an int of their length, -1 for null, and themselves.
 */
final class PartWriter implements AutoCloseable {
  static final String MAGIC = "rota-backup-part 1";
  static final int RECORD = 1;
  static final int END = 0;

  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final Path unfinished;
  private final long from;
  private final MessageDigest digest;
  private final DataOutputStream out;
  private long records;
  private long bytes;

  /** Begins a stretch at this offset. */
  PartWriter(Path file, TopicPartition partition, long from) throws IOException {
    this.file = file;
    this.unfinished = DiskOperations.unfinished(file);
    this.from = from;
    this.digest = sha256();
    Files.createDirectories(file.getParent());
    OutputStream disk = new BufferedOutputStream(Files.newOutputStream(unfinished), BUFFER);
    out = new DataOutputStream(new FastGzip(new DigestOutputStream(disk, digest)));
    out.writeUTF(MAGIC);
    out.writeUTF(partition.topic());
    out.writeInt(partition.partition());
    out.writeLong(from);
  }

  /** Kafka's clients have compressed most of it once: a higher level saves little. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  void add(ConsumerRecord<byte[], byte[]> record) throws IOException {
    out.writeByte(RECORD);
    out.writeLong(record.offset());
    out.writeLong(record.timestamp());
    bytes(record.key());
    bytes(record.value());
    Header[] headers = record.headers().toArray();
    out.writeInt(headers.length);
    for (Header header : headers) {
      bytes(header.key().getBytes(UTF_8));
      bytes(header.value());
    }
    records++;
  }

  private void bytes(byte[] some) throws IOException {
    out.writeInt(some == null ? -1 : some.length);
    if (some != null) {
      out.write(some);
      bytes += some.length;
    }
  }

  /** The bytes of keys, values and headers so far. */
  long size() {
    return bytes;
  }

  /** Ends the stretch before this offset. The file is safe then. */
  Part finish(long to) throws IOException {
    out.writeByte(END);
    out.writeLong(to);
    out.writeLong(records);
    out.close();
    DiskOperations.LOCAL.force(unfinished);
    DiskOperations.LOCAL.move(unfinished, file);
    DiskOperations.LOCAL.force(file.toAbsolutePath().getParent());
    String sha = HexFormat.of().formatHex(digest.digest());
    return new Part(file.getFileName().toString(), from, to, records, Files.size(file), sha);
  }

  /** Gives up what is not finished. */
  @Override
  public void close() throws IOException {
    try {
      out.close();
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
