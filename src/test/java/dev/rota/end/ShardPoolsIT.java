package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Report;
import dev.rota.domain.Traffic;
import dev.rota.shards.PoolWatch;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardsDomain;
import dev.rota.shards.ShardsFact;
import dev.rota.shards.ShardsInput;
import dev.rota.shards.ShardsState;
import dev.rota.simulate.Histories;
import dev.rota.stream.Topics;
import dev.rota.stream.TurnHeaders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pools of shards on a real broker, much of it hostile, through a stop and a start, to the proof.
 */
class ShardPoolsIT {
  private static final ShardsDomain SHARDS = new ShardsDomain();
  private static final List<String> HOSTILE = List.of("sepolia", "devnet", "staging");
  private static final String PEACEFUL = "mainnet";
  private static final int PARTITIONS = 4;
  private static final int THREADS = 2;
  private static final int EVENTS = 2_000;
  private static final int UNREADABLE_EVERY = 100;
  private static final long SEED = 11;
  // It lies in the past, for nobody may be ahead; ticks bring a pool to the present at any moment.
  private static final long HISTORY_MILLIS = 10_800_000;

  @TempDir private Path state;

  private final long startMillis = System.currentTimeMillis() - HISTORY_MILLIS;
  private final List<Future<RecordMetadata>> sends = new ArrayList<>();
  private long unreadable;

  @Test
  void hostilePoolsAreProvedAfterAStopInTheMiddleAndNoShardEverHasTwoWorkers() throws Exception {
    String ledgerTopic = Topics.ledger(SHARDS.name());
    try (DomainCluster<ShardsState, ShardsInput, ShardsFact> cluster =
            new DomainCluster<>(SHARDS, PARTITIONS);
        // A tick has no source; all else is an input's turn.
        Committed inputs =
            new Committed(
                cluster.bootstrap(),
                ledgerTopic,
                entry -> entry.headers().lastHeader(TurnHeaders.SOURCE) != null)) {
      long total = produce(cluster);
      cluster.decide(state, THREADS, () -> inputs.count() > total / 10);
      assertThat(inputs.count()).as("decided when the road was closed").isLessThan(total);
      cluster.decide(state, THREADS, () -> inputs.count() >= total);

      Report report = cluster.audit();
      Map<Turned, SpecificRecord> published =
          Turned.published(cluster.bootstrap(), cluster.registry(), SHARDS);
      System.out.printf(
          "shard pools: %d inputs, %d turns, %d outputs, %d dead letters%n",
          total, report.turns(), published.size(), report.deadLetters());
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(HOSTILE.size() + 1);
      assertThat(report.inputs()).isEqualTo(total);
      assertThat(report.waitingInputs()).isZero();
      assertThat(report.faults()).isZero();
      assertThat(report.deadLetters()).isEqualTo(unreadable).isPositive();
      assertThat(report.outputs()).isEqualTo(published.size());
      assertThatReadersSeeNothingWrong(published);
    }
  }

  private long produce(DomainCluster<ShardsState, ShardsInput, ShardsFact> cluster)
      throws Exception {
    long sent = 0;
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      sent += send(producer, raw, PEACEFUL, SHARDS.traffic().start(PEACEFUL, SEED));
      for (String pool : HOSTILE) {
        sent += send(producer, raw, pool, Histories.hostile(SHARDS.traffic(), pool, SEED));
      }
    }
    for (Future<RecordMetadata> send : sends) {
      send.get();
    }
    return sent;
  }

  private long send(
      KafkaProducer<byte[], Object> producer,
      KafkaProducer<byte[], byte[]> raw,
      String pool,
      Iterator<Traffic.Event> events) {
    byte[] key = pool.getBytes(UTF_8);
    long sent = 0;
    while (sent < EVENTS) {
      Traffic.Event event = events.next();
      if (event.atMillis() > HISTORY_MILLIS) {
        break;
      }
      long atMillis = startMillis + event.atMillis();
      if (event.record() == null || sent % UNREADABLE_EVERY == 0) {
        byte[] noise = ("no Avro: " + sent).getBytes(UTF_8);
        sends.add(raw.send(new ProducerRecord<>(event.topic(), null, atMillis, key, noise)));
        unreadable++;
      } else {
        sends.add(
            producer.send(
                new ProducerRecord<>(event.topic(), null, atMillis, key, event.record())));
      }
      sent++;
    }
    return sent;
  }

  private static void assertThatReadersSeeNothingWrong(Map<Turned, SpecificRecord> published) {
    Map<String, PoolWatch> watches = new TreeMap<>();
    published.forEach(
        (place, record) ->
            watches.computeIfAbsent(place.lane(), unused -> new PoolWatch()).see(record));
    watches.forEach(
        (pool, watch) -> {
          System.out.printf(
              "shard pool %s: %d transactions accepted, %d in blocks, %d failed, %d pending%n",
              pool, watch.accepted(), watch.included(), watch.lost(), watch.pending());
          assertThat(watch.wrong()).as(pool).isEmpty();
          assertThat(watch.included() + watch.lost() + watch.pending())
              .as("transactions of %s", pool)
              .isEqualTo(watch.accepted());
        });
    // Four topics interleave as they please, so how many reports are in time is not to be told;
    // that
    // transactions wait and workers get them is.
    assertThat(watches.keySet()).hasSize(HOSTILE.size() + 1);
    assertThat(watches.get(PEACEFUL).accepted()).isPositive();
    assertThat(published.values())
        .anyMatch(
            record -> record instanceof ShardAssignment cycle && cycle.getEndOfLease() == null);
  }
}
