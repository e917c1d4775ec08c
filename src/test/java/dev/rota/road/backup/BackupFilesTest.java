package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.bots.BotsDomain;
import dev.rota.registry.SeenSchemaIds;
import dev.rota.road.backup.BackupFault.Reason;
import dev.rota.road.backup.BackupManifest.Part;
import dev.rota.road.partitions.OfflineRecord;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of a backup say what a partition had, and nothing else passes as that. */
class BackupFilesTest {
  private static final TopicPartition JOBS = new TopicPartition("jobs", 0);

  @TempDir private Path dir;

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return record(offset, "key" + offset, new byte[] {1}, new RecordHeaders());
  }

  private static ConsumerRecord<byte[], byte[]> record(
      long offset, String key, byte[] value, RecordHeaders headers) {
    byte[] bytes = key == null ? null : key.getBytes(UTF_8);
    return OfflineRecord.of(JOBS, offset, 1_000 - offset, bytes, value, headers);
  }

  private Path file(long from) {
    return PartitionCopy.directory(dir, JOBS).resolve("%020d.gz".formatted(from));
  }

  /** Writes a file with records at these offsets. */
  private Part part(long from, long to, long... offsets) throws IOException {
    try (PartWriter writer = new PartWriter(file(from), JOBS, from)) {
      for (long offset : offsets) {
        writer.add(record(offset));
      }
      return writer.finish(to);
    }
  }

  private List<ConsumerRecord<byte[], byte[]>> read(Path file) throws IOException {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    try (PartReader reader = new PartReader(file, JOBS)) {
      for (var one = reader.next(); one != null; one = reader.next()) {
        all.add(one);
      }
      assertThat(reader.records()).isEqualTo(all.size());
    }
    return all;
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    RecordHeaders headers = new RecordHeaders();
    headers.add("none", null).add("empty", new byte[0]).add("", new byte[] {0, -1});
    List<ConsumerRecord<byte[], byte[]>> all =
        List.of(
            record(5, "tombstone", null, new RecordHeaders()),
            record(6, "empty", new byte[0], headers),
            record(9, null, new byte[70_000], new RecordHeaders()),
            record(2_000, "", new byte[] {1}, new RecordHeaders()));
    try (PartWriter writer = new PartWriter(file(5), JOBS, 5)) {
      for (ConsumerRecord<byte[], byte[]> one : all) {
        writer.add(one);
      }
      assertThat(writer.finish(2_002).records()).isEqualTo(4);
    }
    List<ConsumerRecord<byte[], byte[]>> again = read(file(5));
    assertThat(again).hasSize(4);
    for (int i = 0; i < 4; i++) {
      assertThat(again.get(i).offset()).isEqualTo(all.get(i).offset());
      assertThat(again.get(i).timestamp()).isEqualTo(all.get(i).timestamp());
      assertThat(again.get(i).key()).as("key %d", i).isEqualTo(all.get(i).key());
      assertThat(again.get(i).value()).as("value %d", i).isEqualTo(all.get(i).value());
      assertThat(again.get(i).headers()).isEqualTo(all.get(i).headers());
    }
  }

  /** Writes what no writer writes: records, the end and how many they were, and what follows. */
  private Path written(long[] offsets, long to, long records, int... more) throws IOException {
    Path file = file(3);
    Files.createDirectories(file.getParent());
    try (OutputStream disk = Files.newOutputStream(file);
        DataOutputStream out = new DataOutputStream(new GZIPOutputStream(disk))) {
      out.writeUTF(PartWriter.MAGIC);
      out.writeUTF(JOBS.topic());
      out.writeInt(JOBS.partition());
      out.writeLong(3);
      for (long offset : offsets) {
        out.writeByte(PartWriter.RECORD);
        out.writeLong(offset);
        out.writeLong(0);
        out.writeInt(-1);
        out.writeInt(-1);
        out.writeInt(0);
      }
      out.writeByte(PartWriter.END);
      out.writeLong(to);
      out.writeLong(records);
      for (int one : more) {
        out.writeByte(one);
      }
    }
    return file;
  }

  private void garbled(Path file) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOfSatisfying(
            BackupFault.class, fault -> assertThat(fault.reason()).isEqualTo(Reason.DAMAGED))
        .hasMessageContaining("garbled");
  }

  @Test
  void aFileThatContradictsItselfIsGarbled() throws IOException {
    long[] three = {3, 4, 9};
    assertThat(read(written(three, 10, 3))).hasSize(3);
    assertThat(read(written(three, 12, 3))).as("markers may follow").hasSize(3);
    garbled(written(three, 10, 2));
    garbled(written(three, 10, 4));
    garbled(written(three, 9, 3));
    garbled(written(three, 10, 3, 0));
    garbled(written(three, 10, 3, 1));
    garbled(written(new long[] {3, 3}, 4, 2));
    garbled(written(new long[] {4, 3}, 5, 2));
    garbled(written(new long[] {2, 3}, 4, 2));
  }

  @ParameterizedTest
  @ValueSource(longs = {9, 10, 12})
  void aGapIsSeenBeforeItComes(long end) throws IOException {
    List<Part> parts = List.of(part(4, 7, 5, 6), part(7, end, 8));
    try (RecordsAhead ahead = new RecordsAhead(dir, JOBS, 4, end, parts)) {
      boolean marked = end > 9;
      for (long offset : new long[] {5, 6}) {
        assertThat(ahead.next().offset()).isEqualTo(offset);
        assertThat(ahead.isGapAhead()).as("behind %d", offset).isTrue();
      }
      assertThat(ahead.next().offset()).isEqualTo(8);
      assertThat(ahead.isGapAhead()).as("before the end").isEqualTo(marked);
      assertThat(ahead.next()).isNull();
    }
  }

  private BackupManifest manifest(Map<String, String> settings, long end, List<Part> parts) {
    var partition = new BackupManifest.Partition(0, end, Map.of(), parts);
    var topic = new BackupManifest.Topic(JOBS.topic(), "id", settings, List.of(partition));
    return new BackupManifest(
        BackupManifest.FORMAT,
        "bots",
        "cluster",
        "rota-bots",
        "2026-01-31T12:00:00Z",
        List.of(topic),
        List.of(),
        List.of(),
        new SeenSchemaIds());
  }

  private BackupManifest verified(long end, Part... parts) throws IOException {
    manifest(Map.of(), end, List.of(parts)).write(dir);
    // Files are verified before anything is asked of a cluster.
    Map<String, Object> nobody = Map.of("bootstrap.servers", "127.0.0.1:1");
    var clients = new DomainRestore.Clients(nobody, nobody, nobody);
    try (DomainRestore restore = new DomainRestore(new BotsDomain(), dir, clients, "rows", 1)) {
      return restore.verify();
    }
  }

  private void damaged(long end, String why, Part... parts) {
    assertThatThrownBy(() -> verified(end, parts))
        .isInstanceOfSatisfying(
            BackupFault.class, fault -> assertThat(fault.reason()).isEqualTo(Reason.DAMAGED))
        .hasMessageContaining(why);
  }

  @Test
  void aFileThatTheManifestDoesNotNameIsMissed() throws IOException {
    Part first = part(0, 3, 0, 1, 2);
    Part next = part(3, 5, 3, 4);
    Part last = part(5, 9, 5, 7);
    assertThat(verified(9, first, next, last).records()).isEqualTo(7);
    damaged(9, "jobs-0 ends at offset 5, expected 9", first, next);
    damaged(9, "begins at offset 5, expected 3", first, last);
    damaged(9, "begins at offset 3, expected 0", next, last);
    damaged(9, "begins at offset 0, expected 3", first, first, next, last);
    damaged(8, "jobs-0 ends at offset 9, expected 8", first, next, last);
    damaged(9, "jobs-0 ends at offset 0, expected 9");
    assertThat(verified(0).records()).as("nothing was ever written").isZero();
  }

  @Test
  void aBackupIsNamedByWhatItHolds() throws IOException {
    Part one = part(0, 3, 0, 1, 2);
    Part other = part(0, 3, 0, 2);
    String identity = manifest(Map.of(), 3, List.of(one)).identity();
    assertThat(manifest(Map.of("retention.ms", "1"), 3, List.of(one)).identity())
        .as("settings may change")
        .isEqualTo(identity);
    assertThat(manifest(Map.of(), 3, List.of(other)).identity()).isNotEqualTo(identity);
    assertThat(manifest(Map.of(), 3, List.of()).identity()).isNotEqualTo(identity);
  }

  @Test
  void aBackupDoesNotGrowOverAGap() throws IOException {
    Part first = part(0, 3, 0, 1);
    Part next = part(3, 5, 3, 4);
    Part last = part(5, 9, 5);
    assertThat(copy(List.of(first, next)).parts()).containsExactly(first, next, last);
    Files.delete(file(3));
    assertThatThrownBy(() -> copy(List.of(first)))
        .isInstanceOf(BackupFault.class)
        .hasMessageContaining("begins at offset 5, the file before it ends at 3");
    Part overlapping = part(2, 5, 3, 4);
    assertThatThrownBy(() -> copy(List.of(first, overlapping)))
        .isInstanceOf(BackupFault.class)
        .hasMessageContaining("begins at offset 2, the file before it ends at 3");
    part(0, 3, 0, 1, 2);
    assertThatThrownBy(() -> copy(List.of(first)))
        .isInstanceOf(BackupFault.class)
        .hasMessageContaining("has not the " + first.bytes() + " bytes that it had");
  }

  private BackupManifest.Partition copy(List<Part> listed) throws IOException {
    return new PartitionCopy(dir, JOBS, listed, 0, _ -> {}).held(Map.of());
  }
}
