package dev.rota.end;

import static dev.rota.end.CoresCluster.CORES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.ledger.packs.PackUnpacker;
import dev.rota.kernel.ledger.packs.RowRestorer;
import dev.rota.kernel.table.KeySpan;
import dev.rota.kernel.table.Row;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainShape;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.stream.CheckpointSchedule;
import dev.rota.road.topics.MissingTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine goes on from rows that an older program wrote, each as a record of its own. */
class SingleRowsIT {
  private static final String CHANGELOG = "rota-cores-cores-rows-changelog";
  private static final byte END_BEFORE = 3;
  private static final byte END = 4;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path dir;
  private final Iterator<Traffic.Event> history =
      new RelayChainTraffic(new RelayChainShape(RuleSet.GUIDE, 4, 3, 12, 25, 40, 2))
          .start("polkadot", 1);
  private long sent;

  @Test
  void theyAreRowsUntilAllArePackedAndGoneAfterThat() throws Exception {
    try (CoresCluster cluster = CoresCluster.start(1);
        Committed decided = Committed.inputs(cluster.bootstrap(), CORES.name())) {
      decide(cluster, decided, "first");
      asAnOlderProgramWroteThem(cluster);

      assertThat(decide(cluster, decided, "second")).as("turns replayed").isZero();
      Map<Bytes, byte[]> left = new TreeMap<>();
      records(cluster).forEach(one -> left.put(Bytes.wrap(one.key()), one.value()));
      assertThat(left).as("single rows").containsKey(Bytes.wrap(new byte[] {END_BEFORE}));
      left.values().removeIf(value -> value == null);
      assertThat(left.keySet()).as("packs").isNotEmpty().allMatch(key -> key.get().length == 9);

      assertThat(decide(cluster, decided, "third")).as("turns replayed").isZero();
      assertThat(cluster.audit().proved()).isTrue();
      assertThat(cluster.audit().inputs()).isEqualTo(sent);
    }
  }

  /** On an empty disk. Returns how many turns the opening replayed. */
  private double decide(CoresCluster cluster, Committed decided, String disk) throws Exception {
    send(cluster);
    double[] again = {0};
    cluster.decide(
        dir.resolve(disk),
        Map.of(),
        CheckpointSchedule.ALWAYS,
        streams -> {
          again[0] =
              streams.metrics().entrySet().stream()
                  .filter(one -> one.getKey().name().equals("opening-turns"))
                  .mapToDouble(one -> (double) one.getValue().metricValue())
                  .sum();
          return decided.count() >= sent;
        });
    return again[0];
  }

  private void send(CoresCluster cluster) {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (int i = 0; i < 500; i++) {
        Traffic.Event event = history.next();
        long at = START_MILLIS + event.atMillis();
        byte[] chain = "polkadot".getBytes(UTF_8);
        var _ = producer.send(new ProducerRecord<>(event.topic(), null, at, chain, event.record()));
        sent++;
      }
    }
  }

  private static List<ConsumerRecord<byte[], byte[]>> records(CoresCluster cluster) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (var reader = PartitionReader.ofBytes(cluster.kafka())) {
      reader.assign(PartitionReader.partitions(CHANGELOG, 1));
      while (!reader.isAtEnds()) {
        reader.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  private static void asAnOlderProgramWroteThem(CoresCluster cluster) throws Exception {
    TreeRows rows = new TreeRows();
    PackUnpacker unpacker = new PackUnpacker(rows, new RowRestorer(rows));
    records(cluster).forEach(record -> unpacker.take(record.key(), record.value()));
    rows.put(new byte[] {END_BEFORE}, rows.get(new byte[] {END}));
    try (Admin admin = cluster.admin()) {
      admin.deleteTopics(List.of(CHANGELOG)).all().get();
      await().until(() -> !admin.listTopics().names().get().contains(CHANGELOG));
      NewTopic topic = new NewTopic(CHANGELOG, 1, (short) 1);
      topic.configs(Map.of("cleanup.policy", "compact", "max.message.bytes", "16777216"));
      admin.createTopics(List.of(topic)).all().get();
      MissingTopics.awaitLeaders(admin, List.of(topic));
    }
    try (var producer =
        new KafkaProducer<>(
            cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      KeySpan known = new KeySpan(new byte[0], new byte[] {END});
      for (Row row : rows.page(known, Integer.MAX_VALUE)) {
        var _ = producer.send(new ProducerRecord<>(CHANGELOG, 0, row.key(), row.value()));
      }
    }
  }
}
