package dev.rota.road.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.backup.BackupManifest.Part;
import dev.rota.road.partitions.OfflineRecord;
import dev.rota.road.partitions.PartitionReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever gaps a partition has, a copy of it has the same records at the same offsets. */
class OffsetKeepingWriterIT {
  private static final int SEEDED = 12;
  private static final int MANY = 3_000;
  private static final int GAPS = 500;

  @TempDir private static Path dir;

  private static TestCluster cluster;
  private static Admin admin;
  private static Producer<byte[], byte[]> records;
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private static ExecutorService threads;

  @BeforeAll
  static void start() {
    threads = Executors.newFixedThreadPool(8);
    cluster = TestCluster.start();
    admin = Admin.create(kafka());
    records = new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    records.close();
    admin.close();
    cluster.close();
  }

  private static Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap(), "linger.ms", 0);
  }

  /** A dot is a gap of one offset, a letter a record. */
  @ParameterizedTest
  @CsvSource({
    "nothing but records, rrr",
    "a page and its marker, r.",
    "pages and their markers, r.r.r.rr.r.",
    "one marker in the middle, rr.rr",
    "two offsets, rr..rr",
    "two at the end, rr..",
    "many at the end, rr.......",
    "an aborted transaction comes first, ..r.r",
    "and a longer one, .....r",
    "a record before is compacted, .r.r",
    "nobody sees anything, ...",
    "all sorts, r..r.rrr...r.r..rr....r"
  })
  void recordsKeepTheirOffsets(String name, String layout) throws Exception {
    assertThat(copied(0, offsets(layout), layout.length())).as(name).isEmpty();
  }

  /** Retention has deleted what was before. */
  @Test
  void aPartitionBeginsWhereItDid() throws Exception {
    assertThat(copied(1_234, List.of(1_234L, 1_235L, 1_240L), 1_241)).isEmpty();
    assertThat(copied(7, List.of(), 7)).isEmpty();
  }

  /** Gaps are farther from each other than is read ahead. */
  @Test
  void aStretchWithoutGapsIsNoDifference() throws Exception {
    List<Long> offsets = new ArrayList<>();
    for (long at = 0; at < MANY * 3; at++) {
      if (at % MANY != 1) {
        offsets.add(at);
      }
    }
    assertThat(copied(0, offsets, MANY * 3 + 1)).isEmpty();
  }

  @Test
  void seededLayoutsKeepTheirs() throws Exception {
    for (int seed = 0; seed < SEEDED; seed++) {
      Random random = new Random(seed);
      List<Long> offsets = new ArrayList<>();
      long at = random.nextInt(4);
      for (int i = 0; i < 60; i++) {
        offsets.add(at);
        at += 1 + (random.nextInt(3) == 0 ? 0 : random.nextInt(1 + random.nextInt(5)));
      }
      assertThat(copied(0, offsets, at + random.nextInt(3))).as("seed " + seed).isEmpty();
    }
  }

  @Test
  void anotherWriterIsNoticed() throws Exception {
    TopicPartition at = topic();
    try (OffsetKeepingWriter writer = new OffsetKeepingWriter(at, records, kafka(), admin)) {
      writer.write(record(at, 0), true);
      writer.write(record(at, 1), true);
      var _ = records.send(new ProducerRecord<>(at.topic(), 0, null, null)).get();
      writer.write(record(at, 2), true);
      assertThatThrownBy(() -> writer.finish(3))
          .isInstanceOf(BackupFault.class)
          .hasMessageContaining("instead of")
          .hasMessageContaining("somebody else writes");
    }
  }

  /** A broker ends a transaction that is open for too long, and its marker takes an offset. */
  @Test
  void aWriteThatTakesTooLongIsNotTakenForAnotherWriter() throws Exception {
    TopicPartition at = topic();
    Map<String, Object> hasty = new HashMap<>(kafka());
    hasty.put("transaction.timeout.ms", "1000"); // as a setting has it
    try (OffsetKeepingWriter writer = new OffsetKeepingWriter(at, records, hasty, admin);
        PartitionReader<byte[]> reader = PartitionReader.uncommitted(kafka())) {
      writer.write(record(at, 0), true);
      writer.write(record(at, 2), true);
      await().atMost(Duration.ofMinutes(2)).until(() -> reader.end(at) > writer.position());
      assertThatThrownBy(() -> writer.finish(8))
          .isInstanceOf(BackupFault.class)
          .hasMessageContaining("could not be written within 1 s");
    }
  }

  /** Of a compacted topic: a marker is one offset, and what was removed leaves more. */
  @ParameterizedTest
  @CsvSource({
    "rrr, true",
    "r.r.r., true",
    "r..r, false",
    "r.r.., false",
    "..r., false",
    "'', true"
  })
  void aCopySaysWhetherSomethingMayBeRemoved(String layout, boolean isDense) throws Exception {
    TopicPartition at = topic();
    Path files = dir.resolve("of-" + at.topic());
    Path written = PartitionCopy.directory(dir, at).resolve("%020d.gz".formatted(0));
    List<Part> parts = new ArrayList<>();
    if (!layout.isEmpty()) {
      try (PartWriter writer = new PartWriter(written, at, 0)) {
        for (long offset : offsets(layout)) {
          writer.add(record(at, offset));
        }
        parts.add(writer.finish(layout.length()));
      }
    }
    write(at, new BackupManifest.Partition(0, layout.length(), Map.of(), parts));
    PartitionCopy copy = new PartitionCopy(files, at, List.of(), -1, _ -> {});
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      assertThat(copy.copy(reader, layout.length(), _ -> false)).isEqualTo(isDense);
    }
  }

  /** As of pages and their markers: the figure of docs/backup.md. */
  @Test
  void manyGapsTakeTheirTime() {
    List<Long> offsets = new ArrayList<>();
    for (long at = 0; at < GAPS * 2; at += 2) {
      offsets.add(at);
    }
    for (int beside : List.of(1, 8)) {
      long started = System.nanoTime();
      List<CompletableFuture<List<String>>> copies = new ArrayList<>();
      for (int i = 0; i < beside; i++) {
        copies.add(
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return copied(0, offsets, GAPS * 2);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                },
                threads));
      }
      copies.forEach(copy -> assertThat(copy.join()).isEmpty());
      System.out.printf(
          "%d partitions: %d gaps filled a second%n",
          beside, Math.round(beside * GAPS * 1e9 / (System.nanoTime() - started)));
    }
  }

  private static List<Long> offsets(String layout) {
    List<Long> offsets = new ArrayList<>();
    for (int i = 0; i < layout.length(); i++) {
      if (layout.charAt(i) == 'r') {
        offsets.add((long) i);
      }
    }
    return offsets;
  }

  private static TopicPartition topic() throws Exception {
    String name = "copy-" + TOPICS.incrementAndGet();
    // The records are of 1970: a broker deletes them at its next look, every five minutes.
    NewTopic topic = new NewTopic(name, 1, (short) 1).configs(Map.of("retention.ms", "-1"));
    admin.createTopics(List.of(topic)).all().get();
    return new TopicPartition(name, 0);
  }

  /** Copies such a partition. Returns what is wrong with the copy. */
  private static List<String> copied(long begin, List<Long> offsets, long end) throws Exception {
    TopicPartition at = topic();
    List<Part> parts = new ArrayList<>();
    if (end > begin) {
      Path file = PartitionCopy.directory(dir, at).resolve("%020d.gz".formatted(begin));
      try (PartWriter writer = new PartWriter(file, at, begin)) {
        for (long offset : offsets) {
          writer.add(record(at, offset));
        }
        parts.add(writer.finish(end));
      }
    }
    long trim = write(at, new BackupManifest.Partition(begin, end, Map.of(), parts));
    return wrong(at, offsets, begin, end, trim);
  }

  private static long write(TopicPartition at, BackupManifest.Partition held) throws Exception {
    try (OffsetKeepingWriter writer = new OffsetKeepingWriter(at, records, kafka(), admin);
        RecordsAhead ahead = new RecordsAhead(dir, at, held.begin(), held.end(), held.parts())) {
      if (held.begin() > 0) {
        writer.begin(held.begin());
      }
      for (var record = ahead.next(); record != null; record = ahead.next()) {
        writer.write(record, ahead.isGapAhead());
      }
      writer.finish(held.end());
      return writer.deleteBefore();
    }
  }

  private static List<String> wrong(
      TopicPartition at, List<Long> offsets, long begin, long end, long trim) {
    List<String> wrong = new ArrayList<>();
    List<Long> seen = new ArrayList<>();
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(kafka())) {
      reader.assign(List.of(at));
      long stable = reader.end(at);
      if (stable != end) {
        wrong.add("its end is %d instead of %d".formatted(stable, end));
      }
      reader.readToEnds(
          "the copy",
          Duration.ofSeconds(60),
          record -> {
            if (record.offset() >= trim) {
              seen.add(record.offset());
              if (!new String(record.value(), UTF_8).equals("value " + record.offset())
                  || record.timestamp() != 1_000 + record.offset()) {
                wrong.add("another record is at " + record.offset());
              }
            }
          });
    }
    if (!seen.equals(offsets)) {
      wrong.add("it has " + seen + " instead of " + offsets);
    }
    if (begin > 0 && trim != begin) {
      wrong.add("it begins at %d instead of %d".formatted(trim, begin));
    }
    return wrong;
  }

  private static ConsumerRecord<byte[], byte[]> record(TopicPartition at, long offset) {
    byte[] value = ("value " + offset).getBytes(UTF_8);
    return OfflineRecord.of(at, offset, 1_000 + offset, null, value, new RecordHeaders());
  }
}
