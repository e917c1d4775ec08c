package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.kafka.common.serialization.StringDeserializer;
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
  private TopologyTestDriver driver;
  private TestInputTopic<byte[], byte[]> input;
  private TestOutputTopic<String, String> changelog;
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
    topology.addStateStore(WriteBehind.builder(STORE), "work");
    Properties properties = new Properties();
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "behind");
    properties.put(StreamsConfig.STATE_DIR_CONFIG, dir.toString());
    driver = new TopologyTestDriver(topology, properties);
    input = driver.createInputTopic("in", new ByteArraySerializer(), new ByteArraySerializer());
    StringDeserializer text = new StringDeserializer();
    changelog = driver.createOutputTopic("behind-rows-changelog", text, text);
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
    TreeMap<String, String> replayed = new TreeMap<>();
    for (long seed = 0; seed < 400; seed++) {
      Random random = new Random(seed);
      List<KeyValue<String, String>> changes =
          transaction(
              store -> {
                int steps = random.nextInt(12);
                for (int step = 0; step < steps; step++) {
                  step(store, random);
                }
              });
      apply(changes, replayed);
      assertThat(replayed).as("changelog after seed %d", seed).isEqualTo(model);
      transaction(store -> assertThat(all(store)).isEqualTo(model));
    }
    assertThat(model).isNotEmpty();
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
                }))
        .as("nothing while they are made")
        .isEmpty();
    List<KeyValue<String, String>> first =
        transaction(
            store -> {
              put(store, "\1kept", "newer");
              put(store, "\1fresh", "born later");
              WriteBehind.of(store).copySome();
            });
    assertThat(first)
        .contains(
            KeyValue.pair("\1fresh", "born later"),
            KeyValue.pair("\1kept", "newer"),
            KeyValue.pair("\1gone", null))
        .doesNotContain(KeyValue.pair("\1kept", "new"), KeyValue.pair("\1same", null));
    List<KeyValue<String, String>> second =
        transaction(
            store -> {
              assertThat(WriteBehind.of(store).isCopying()).isTrue();
              assertThat(WriteBehind.of(store).copySome()).isEqualTo(3);
              assertThat(WriteBehind.of(store).isCopying()).isFalse();
              assertThat(all(store).keySet()).containsExactly("\1fresh", "\1kept", "\1same");
            });
    assertThat(second)
        .containsExactly(
            KeyValue.pair("\1fresh", "born later"),
            KeyValue.pair("\1kept", "newer"),
            KeyValue.pair("\1same", "old"));
  }

  @Test
  void rowsThatAreMadeAnewWhileTheyChangeAreThoseOfAMap() {
    TreeMap<String, String> replayed = new TreeMap<>();
    for (long seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      apply(transaction(store -> stepMany(store, random)), replayed);
      model.clear();
      apply(
          transaction(
              store -> {
                WriteBehind rows = WriteBehind.of(store);
                rows.beforeCommit(() -> {});
                rows.beginAnew();
                stepMany(store, random);
                rows.madeAnew();
              }),
          replayed);
      boolean[] copying = {true};
      while (copying[0]) {
        apply(
            transaction(
                store -> {
                  stepMany(store, random);
                  WriteBehind.of(store).copySome();
                  copying[0] = WriteBehind.of(store).isCopying();
                  assertThat(all(store)).isEqualTo(model);
                }),
            replayed);
      }
      assertThat(replayed).as("changelog after seed %d", seed).isEqualTo(model);
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

  private static void apply(List<KeyValue<String, String>> changes, Map<String, String> replayed) {
    for (KeyValue<String, String> change : changes) {
      if (change.value == null) {
        replayed.remove(change.key);
      } else {
        replayed.put(change.key, change.value);
      }
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
        put(store, key, value);
        model.put(key, value);
      }
    }
  }

  private List<KeyValue<String, String>> transaction(
      Consumer<KeyValueStore<Bytes, byte[]>> written) {
    work = written;
    input.pipeInput(new byte[] {0});
    List<KeyValue<String, String>> changes = new ArrayList<>();
    while (!changelog.isEmpty()) {
      changes.add(changelog.readKeyValue());
    }
    return changes;
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
