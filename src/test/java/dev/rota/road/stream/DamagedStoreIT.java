package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.CoresDomain;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.audit.AuditReport;
import dev.rota.readers.audit.DomainAudit;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.StreamsSettings.ValueSerde;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** RocksDB's files damaged on disk while the program was down. */
@Execution(ExecutionMode.CONCURRENT)
class DamagedStoreIT {
  private static final CoresDomain CORES = new CoresDomain();
  private static final int EVENTS = 200;
  private static final String TASK = "0_0";

  @TempDir private Path state;

  private final Iterator<Traffic.Event> chain = new RelayChainTraffic().start("polkadot", 7);
  private TestCluster cluster;
  private long sent;

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
    try (Admin admin = Admin.create(kafka())) {
      MissingTopics.create(admin, RequiredTopics.of(CORES), 1, (short) 1);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** What can happen to a store's files. */
  enum Harm {
    DATA_FLIPPED,
    FOOTER_FLIPPED,
    CURRENT_GONE,
    MANIFEST_CUT,
    MANIFEST_HALVED,
    ROW_CHANGED;

    void doTo(Path store) throws IOException {
      switch (this) {
        case DATA_FLIPPED -> flip(store, false);
        case FOOTER_FLIPPED -> flip(store, true);
        case CURRENT_GONE -> Files.delete(store.resolve("CURRENT"));
        case MANIFEST_CUT -> cut(store, Integer.MAX_VALUE);
        case MANIFEST_HALVED -> cut(store, 2);
        case ROW_CHANGED -> change(store);
      }
    }

    /** RocksDB finds nothing wrong with it. */
    private static void change(Path store) throws IOException {
      List<ColumnFamilyHandle> families = new ArrayList<>();
      try (Options options = new Options();
          DBOptions all = new DBOptions()) {
        List<ColumnFamilyDescriptor> names =
            RocksDB.listColumnFamilies(options, store.toString()).stream()
                .map(ColumnFamilyDescriptor::new)
                .toList();
        try (RocksDB db = RocksDB.open(all, store.toString(), names, families)) {
          for (ColumnFamilyHandle family : families) {
            change(db, family);
          }
        }
      } catch (RocksDBException e) {
        throw new IOException(e);
      }
    }

    private static void change(RocksDB db, ColumnFamilyHandle family) throws RocksDBException {
      try (RocksIterator rows = db.newIterator(family)) {
        rows.seek(new byte[] {1});
        if (rows.isValid() && rows.key()[0] == 1 && rows.value().length > 0) {
          byte[] value = rows.value();
          value[value.length - 1] ^= 1;
          db.put(family, rows.key(), value);
        }
      }
    }

    private static void flip(Path store, boolean atEnd) throws IOException {
      List<Path> tables = files(store, ".sst");
      assertThat(tables).isNotEmpty();
      for (Path table : tables) {
        try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
          long at = atEnd ? file.length() - 20 : 40;
          file.seek(at);
          int was = file.read();
          file.seek(at);
          file.write(~was);
        }
      }
    }

    private static void cut(Path store, int divisor) throws IOException {
      try (Stream<Path> files = Files.list(store)) {
        Path manifest =
            files
                .filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                .findFirst()
                .orElseThrow();
        try (RandomAccessFile file = new RandomAccessFile(manifest.toFile(), "rw")) {
          file.setLength(file.length() / divisor);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MANIFEST_HALVED")
  void aDamagedStoreIsPutAsideAndRestoredOnceAndThenGivenUp(Harm harm) throws Exception {
    decideUntilStored();
    harm.doTo(store());
    decideUntilStored();
    assertThat(damaged()).hasSize(1);
    AuditReport report = audit();
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.inputs()).isEqualTo(sent);

    harm.doTo(store());
    assertThatThrownBy(this::decideMore)
        .isInstanceOf(KafkaException.class)
        .hasStackTraceContaining("task 0_0 is damaged again")
        .hasStackTraceContaining("state.dir");
    assertThat(damaged()).hasSize(1);
  }

  @Test
  void aStoreThatLostItsLastChangesIsMadeGoodFromItsChangelog() throws Exception {
    decideMore();
    // RocksDB opens it without a word, as it was earlier; the offsets in it are as old.
    Harm.MANIFEST_HALVED.doTo(store());
    decideMore();
    assertThat(audit().proved()).isTrue();
    assertThat(audit().turns()).isEqualTo(sent);
  }

  @Test
  void rowsThatAreDamagedInTheChangelogTooAreRebuiltFromTheLedger() throws Exception {
    decideMore();
    damageChangelog(DamagedStoreIT::withAnotherLastByte);
    remove(state.resolve("rota-cores"));
    decideMore();
    assertThat(damaged()).hasSize(1);
    isProvedNowAndRestored();
  }

  @Test
  void aRecordOfTheChangelogThatCannotBeReadIsNoReasonToFail() throws Exception {
    decideMore();
    damageChangelog((_, _) -> new byte[] {99});
    remove(state.resolve("rota-cores"));
    decideMore();
    assertThat(damaged()).as("nothing on the disk was damaged").isEmpty();
    isProvedNowAndRestored();
  }

  private void isProvedNowAndRestored() throws Exception {
    assertThat(audit().findings()).isEmpty();
    assertThat(audit().proved()).isTrue();
    assertThat(audit().inputs()).isEqualTo(sent);

    remove(state.resolve("rota-cores"));
    decideMore();
    assertThat(audit().proved()).isTrue();
    assertThat(audit().inputs()).isEqualTo(sent);
  }

  /**
   * Adds another record, as if the task had written it.
   *
   * @param next its value, by the number of the last one and the first row of a lane
   */
  private void damageChangelog(BiFunction<Long, Row, byte[]> next) {
    String changelog = "rota-cores-cores-rows-changelog";
    try (var reader = PartitionReader.ofBytes(kafka());
        var producer =
            new KafkaProducer<>(kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      reader.assign(PartitionReader.partitions(changelog, 1));
      TreeRows rows = new TreeRows();
      PackUnpacker unpacker = new PackUnpacker(rows, new RowRestorer(rows));
      byte[] last = {};
      while (!reader.isAtEnds()) {
        for (ConsumerRecord<byte[], byte[]> record : reader.poll(Duration.ofMillis(100))) {
          unpacker.take(record.key(), record.value());
          last = record.key();
        }
      }
      ByteBuffer key = ByteBuffer.wrap(last);
      long number = key.getLong(1);
      byte[] value = next.apply(number, rows.page(KeySpan.startingWith(new byte[] {1}), 1).get(0));
      byte[] after = key.putLong(1, number + 1).array();
      var _ = producer.send(new ProducerRecord<>(changelog, 0, after, value));
    }
  }

  /** A pack with this row alone. */
  private static byte[] withAnotherLastByte(long last, Row row) {
    byte[] value = row.value().clone();
    value[value.length - 1] ^= 1;
    return ByteBuffer.allocate(21 + row.key().length + value.length)
        .put((byte) 1)
        .putLong(last)
        .putInt(1)
        .putInt(row.key().length)
        .put(row.key())
        .putInt(value.length)
        .put(value)
        .array();
  }

  private static void remove(Path tree) throws IOException {
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** A road that was not stopped in time, on a busy machine, has not written its tables. */
  private void decideUntilStored() throws Exception {
    do {
      decideMore();
    } while (files(store(), ".sst").isEmpty());
  }

  private void decideMore() throws Exception {
    send();
    try (DomainStreams streams = road()) {
      streams.awaitRunning(Patience.MAX);
      await().until(() -> streams.stopped().isDone() || audit().inputs() >= sent);
      if (streams.stopped().isDone()) {
        streams.stopped().join();
      }
    } catch (CompletionException e) {
      throw (KafkaException) e.getCause();
    }
  }

  private DomainStreams road() {
    return DomainStreams.start(
        CORES,
        new StreamsSettings(
            "rota",
            kafka(),
            Map.of(),
            ValueSerde.avro(Map.of("schema.registry.url", cluster.registryUrl())),
            state,
            1,
            false,
            new TaskSettings(
                RequiredTopics.INPUT_BYTES_DEFAULT,
                Duration.ofMillis(100),
                LaneLimits.DEFAULT,
                RulesAdoption.NEWEST,
                CheckpointSchedule.ALWAYS)));
  }

  private void send() {
    AvroSerializer values = new AvroSerializer();
    values.configure(Map.of("schema.registry.url", cluster.registryUrl()), false);
    try (KafkaProducer<byte[], Object> producer =
        new KafkaProducer<>(kafka(), new ByteArraySerializer(), values)) {
      for (int i = 0; i < EVENTS; i++) {
        Traffic.Event event = chain.next();
        var _ =
            producer.send(
                new ProducerRecord<>(
                    event.topic(),
                    null,
                    1_700_000_000_000L + event.atMillis(),
                    "polkadot".getBytes(UTF_8),
                    event.record()));
        sent++;
      }
    }
  }

  private AuditReport audit() throws InterruptedException {
    try (var audit = new DomainAudit(CORES, kafka())) {
      return audit.run(1);
    }
  }

  private Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", cluster.bootstrap());
  }

  private Path store() {
    return state.resolve("rota-cores").resolve(TASK).resolve("rocksdb").resolve("cores-rows");
  }

  private List<Path> damaged() throws IOException {
    return files(state.resolve("rota-cores-damaged").resolve(TASK), "");
  }

  private static List<Path> files(Path dir, String suffix) throws IOException {
    if (Files.notExists(dir)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }
}
