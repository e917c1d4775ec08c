package dev.rota.road.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each record that goes into the topology is one transaction over the store. */
final class WriteBehindTest {
  private static final String STORE = "rows";

  private final TreeMap<String, String> model = new TreeMap<>();
  private final TreeRows replayed = new TreeRows();
  private int records;
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> input;
  private TestOutputTopic<byte[], byte[]> changelog;
  private Consumer<KeyValueStore<Bytes, byte[]>> work;

  /** Does to the store what the test says. */
  private final class Worker extends ContextualProcessor<byte[], byte[], byte[], byte[]> {
    @Override
    public void process(Record<byte[], byte[]> record) {
      work.accept(context().getStateStore(STORE));
    }
  }

  @BeforeEach
  void open(@TempDir Path dir) {
    Topology topology = new Topology();
    topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "in");
    topology.addProcessor("work", Worker::new, "in");
    topology.addStateStore(WriteBehind.builder(STORE, _ -> {}), "work");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "behind");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, dir.toString());
    driver = new TopologyTestDriver(topology, properties);
    input = driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    changelog = driver.createOutputTopic("behind-rows-changelog", bytes, bytes);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void aRowWrittenByEveryTurnIsInTheChangelogOnce() {
    List<KeyValue<String, String>> changes =
        transaction(
            store -> {
              put(store, "cursor", "1");
              put(store, "cursor", "2");
              put(store, "cursor", "3");
            });

    assertThat(changes).containsExactly(KeyValue.pair("cursor", "3"));
  }

  @Test
  void aRowThatComesAndGoesInATransactionLeavesNoTrace() {
    List<KeyValue<String, String>> changes =
        transaction(
            store -> {
              assertThat(get(store, "claim")).isNull();
              put(store, "claim", "new");
              put(store, "claim", null);
              assertThat(get(store, "claim")).isNull();
            });

    assertThat(changes).isEmpty();
  }

  @Test
  void aRowThatWasThereBeforeIsDeletedInTheChangelogToo() {
    transaction(store -> put(store, "claim", "old"));

    assertThat(transaction(store -> put(store, "claim", null)))
        .containsExactly(KeyValue.pair("claim", null));
    assertThat(
            transaction(
                store -> {
                  assertThat(get(store, "claim")).isNull();
                  put(store, "claim", "new");
                  put(store, "claim", null);
                }))
        .isEmpty();
  }

  @Test
  void whateverIsDoneToItTheStoreTheChangelogAndAMapAgree() {
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      transaction(
          store -> {
            int steps = random.nextInt(12);
            for (int step = 0; step < steps; step++) {
              step(store, random);
            }
          });
      assertThat(restored()).as("changelog after seed %d", seed).isEqualTo(model);
      transaction(store -> assertThat(all(store)).isEqualTo(model));
    }
    assertThat(model).isNotEmpty();
  }

  @Test
  void aCheckpointIsOneRecordHoweverManyRowsItHas() {
    transaction(
        store -> {
          for (int row = 0; row < 1_000; row++) {
            put(store, "\1row" + row, "new");
          }
        });

    assertThat(records).as("records").isEqualTo(1);
    assertThat(restored()).hasSize(1_000);
  }

  @Test
  void rowsThatAreMadeAnewReachTheChangelogOnlyWhenAllAreThere() {
    transaction(
        store -> {
          put(store, "\1gone", "old");
          put(store, "\1kept", "old");
          put(store, "\1same", "old");
        });

    assertThat(
            transaction(
                store -> {
                  WriteBehind rows = WriteBehind.of(store);
                  rows.beforeCommit(() -> {});
                  rows.beginAnew();
                  assertThat(all(store)).isEmpty();
                  put(store, "\1kept", "new");
                  rows.handOver();
                  put(store, "\1same", "old");
                  rows.madeAnew();
                  assertThat(rows.isCopying()).isTrue();
                  assertThat(rows.lacking()).contains("being rebuilt");
                }))
        .as("nothing while they are made")
        .isEmpty();
    transaction(
        store -> {
          put(store, "\1kept", "newer");
          put(store, "\1fresh", "born later");
          WriteBehind rows = WriteBehind.of(store);
          assertThat(rows.copySome()).isEqualTo(3);
          assertThat(rows.isCopying()).isFalse();
          assertThat(rows.lacking()).isNull();
          assertThat(all(store).keySet()).containsExactly("\1fresh", "\1kept", "\1same");
        });
    assertThat(restored())
        .isEqualTo(Map.of("\1fresh", "born later", "\1kept", "newer", "\1same", "old"));
  }

  @Test
  void rowsThatAreMadeAnewWhileTheyChangeAreThoseOfAMap() {
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      transaction(store -> stepMany(store, random));
      model.clear();
      transaction(
          store -> {
            WriteBehind rows = WriteBehind.of(store);
            rows.beforeCommit(() -> {});
            rows.beginAnew();
            stepMany(store, random);
            rows.madeAnew();
          });
      boolean[] copying = {true};
      while (copying[0]) {
        transaction(
            store -> {
              stepMany(store, random);
              WriteBehind.of(store).copySome();
              copying[0] = WriteBehind.of(store).isCopying();
              assertThat(all(store)).isEqualTo(model);
            });
      }
      assertThat(restored()).as("changelog after seed %d", seed).isEqualTo(model);
    }
    assertThat(model).isNotEmpty();
  }

  private void stepMany(KeyValueStore<Bytes, byte[]> store, Random random) {
    WriteBehind.of(store).beforeCommit(WriteBehind.of(store)::handOver);
    int steps = random.nextInt(12);
    for (int step = 0; step < steps; step++) {
      step(store, random);
    }
  }

  private void step(KeyValueStore<Bytes, byte[]> store, Random random) {
    String key = "\1k" + random.nextInt(8);
    switch (random.nextInt(5)) {
      case 0 -> assertThat(get(store, key)).isEqualTo(model.get(key));
      case 1 -> {
        put(store, key, null);
        model.remove(key);
      }
      case 2 -> assertThat(all(store)).isEqualTo(model);
      default -> {
        String value = "v" + random.nextInt(100);
        if (model.containsKey(key) || random.nextBoolean()) {
          put(store, key, value);
        } else {
          WriteBehind.of(store).add(key(key), value.getBytes(UTF_8));
        }
        model.put(key, value);
      }
    }
  }

  /** Returns the changes of rows that the new records of the changelog have, in order. */
  private List<KeyValue<String, String>> transaction(
      Consumer<KeyValueStore<Bytes, byte[]>> written) {
    work = written;
    input.pipeInput(new byte[] {0});
    List<KeyValue<String, String>> changes = new ArrayList<>();
    PackUnpacker unpacker =
        new PackUnpacker(replayed, new Told(new RowRestorer(replayed), changes));
    List<KeyValue<byte[], byte[]>> sent = changelog.readKeyValuesToList();
    sent.forEach(record -> unpacker.take(record.key, record.value));
    records = sent.size();
    return changes;
  }

  private record Told(RowRestorer rows, List<KeyValue<String, String>> changes)
      implements PackUnpacker.Into {
    @Override
    public void row(Row row) {
      rows.row(row);
      if (isKept(row)) {
        changes.add(KeyValue.pair(text(row.key()), text(row.value())));
      }
    }

    @Override
    public void none() {
      rows.none();
    }
  }

  /** What a store would have that is filled from the changelog. */
  private Map<String, String> restored() {
    TreeMap<String, String> rows = new TreeMap<>();
    replayed.page(new KeySpan(new byte[0], null), Integer.MAX_VALUE).stream()
        .filter(WriteBehindTest::isKept)
        .forEach(row -> rows.put(text(row.key()), text(row.value())));
    return rows;
  }

  /** The packs have rows of their own, with keys of one byte. */
  private static boolean isKept(Row row) {
    return row.key().length > 1;
  }

  private static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  private static void put(KeyValueStore<Bytes, byte[]> store, String key, String value) {
    store.put(key(key), value == null ? null : value.getBytes(UTF_8));
  }

  private static String get(KeyValueStore<Bytes, byte[]> store, String key) {
    byte[] value = store.get(key(key));
    return value == null ? null : new String(value, UTF_8);
  }

  private static Map<String, String> all(KeyValueStore<Bytes, byte[]> store) {
    TreeMap<String, String> rows = new TreeMap<>();
    try (KeyValueIterator<Bytes, byte[]> each = store.range(key("\0"), key("\4"))) {
      each.forEachRemaining(
          row -> rows.put(new String(row.key.get(), UTF_8), new String(row.value, UTF_8)));
    }
    return rows;
  }

  private static Bytes key(String key) {
    return Bytes.wrap(key.getBytes(UTF_8));
  }
}
