package dev.rota.road.backup;

import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.backup.BackupManifest.Part;
import dev.rota.road.partitions.PartitionReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** The files of one partition. They grow by what its topic has since. */
final class PartitionCopy {
  /** A file is finished at this many bytes of records: a crash costs no more. */
  private static final long PART_BYTES = 64L << 20;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);
  private static final String SUFFIX = ".gz";

  private final TopicPartition partition;
  private final Path directory;
  private final Consumer<ConsumerRecord<byte[], byte[]>> seen;
  private final List<Part> parts = new ArrayList<>();
  private long begin;
  private long next = -1;
  private boolean dense;

  /**
   * Finds the files that are there.
   *
   * @param listed that a manifest names; they are not read again
   * @param begin the first offset that was retained when the first file was made; -1: there is none
   * @param seen gets each record that is new since that manifest
   */
  PartitionCopy(
      Path backup,
      TopicPartition partition,
      List<Part> listed,
      long begin,
      Consumer<ConsumerRecord<byte[], byte[]>> seen)
      throws IOException {
    this.partition = partition;
    this.directory = directory(backup, partition);
    this.seen = seen;
    this.begin = begin;
    for (Part part : listed) {
      take(part);
    }
    for (Path file : files()) {
      String name = file.getFileName().toString();
      if (parts.stream().noneMatch(part -> part.file().equals(name))) {
        take(read(file));
      }
    }
  }

  static Path directory(Path backup, TopicPartition partition) {
    return backup.resolve(partition.topic()).resolve(Integer.toString(partition.partition()));
  }

  private List<Path> files() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    }
  }

  private void take(Part part) throws IOException {
    Path file = directory.resolve(part.file());
    if (next >= 0 && part.from() != next) {
      throw torn(
          "%s begins at offset %d, the file before it ends at %d"
              .formatted(file, part.from(), next));
    }
    if (!Files.isRegularFile(file) || Files.size(file) != part.bytes()) {
      throw torn(
          "%s is missing, or has not the %d bytes that it had".formatted(file, part.bytes()));
    }
    parts.add(part);
    begin = begin < 0 ? part.from() : begin;
    next = part.to();
  }

  private static BackupFault torn(String what) {
    return new BackupFault(Reason.DAMAGED, what, "make the backup in a new directory");
  }

  /** A whole file that no manifest names: a run before this one was ended. */
  private Part read(Path file) throws IOException {
    try (PartReader reader = new PartReader(file, partition)) {
      for (var record = reader.next(); record != null; record = reader.next()) {
        seen.accept(record);
      }
      return new Part(
          file.getFileName().toString(),
          reader.from(),
          reader.to(),
          reader.records(),
          Files.size(file),
          sha256(file));
    }
  }

  static String sha256(Path file) throws IOException {
    var digest = PartWriter.sha256();
    byte[] buffer = new byte[1 << 16];
    try (var in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        digest.update(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Copies what lies before this offset, as far as it is not copied yet.
   *
   * @param reader of committed records
   * @param isOver true of the first record that does not belong to the backup
   * @return true if no two offsets in a row are missing: a transaction's marker is one offset, and
   *     what compaction has removed leaves more
   */
  boolean copy(
      PartitionReader<byte[]> reader, long end, Predicate<ConsumerRecord<byte[], byte[]>> isOver)
      throws IOException {
    long retained = reader.begin(partition);
    if (next < 0) {
      begin = retained;
      next = retained;
    }
    if (retained > next) {
      throw torn(
          "%s: offsets %d to %d were deleted before this backup had them"
              .formatted(partition, next, retained));
    }
    dense = true;
    if (next < end) {
      reader.from(partition, next);
      try {
        while (next < end && fill(reader, end, isOver)) {
          // One file after another.
        }
      } catch (InvalidOffsetException e) {
        throw torn(partition + ": records were deleted while they were read: " + e.getMessage());
      }
    }
    return dense;
  }

  /** Makes one file. Returns false once a record does not belong to the backup. */
  private boolean fill(
      PartitionReader<byte[]> reader, long end, Predicate<ConsumerRecord<byte[], byte[]>> isOver)
      throws IOException {
    boolean more = true;
    long at = next;
    long expected = next;
    Path file = directory.resolve("%020d".formatted(next) + SUFFIX);
    try (PartWriter writer = new PartWriter(file, partition, next)) {
      long deadline = System.nanoTime() + SILENCE_MAX.toNanos();
      while (more && at < end && writer.size() < PART_BYTES) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
          dense &= Math.min(end, record.offset()) - expected <= 1;
          expected = Math.min(end, record.offset() + 1);
          more = more && record.offset() < end && !isOver.test(record);
          if (!more) {
            at = Math.min(end, record.offset());
            break;
          }
          writer.add(record);
          seen.accept(record);
        }
        long before = at;
        at = more ? Math.min(end, reader.consumer().position(partition)) : at;
        deadline = at > before ? System.nanoTime() + SILENCE_MAX.toNanos() : deadline;
        if (at == before && System.nanoTime() > deadline) {
          throw new TimeoutException(partition + " cannot be read from offset " + at + " on");
        }
      }
      dense &= at - expected <= 1;
      if (at > next) {
        parts.add(writer.finish(at));
        next = at;
      }
    } catch (IOException e) {
      // Of a full disk the system says no name.
      throw new IOException(file + " cannot be written: " + e.getMessage(), e);
    }
    return more;
  }

  TopicPartition partition() {
    return partition;
  }

  BackupManifest.Partition held(Map<String, Long> lanes) {
    return new BackupManifest.Partition(Math.max(0, begin), Math.max(0, next), lanes, parts);
  }
}
