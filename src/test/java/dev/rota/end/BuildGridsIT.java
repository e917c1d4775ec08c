package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Report;
import dev.rota.bots.BotsDomain;
import dev.rota.bots.BotsFact;
import dev.rota.bots.BotsInput;
import dev.rota.bots.BotsState;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.domain.Traffic;
import dev.rota.simulate.Histories;
import dev.rota.stream.Topics;
import dev.rota.stream.TurnHeaders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Build grids on a real broker, much of it hostile, through a stop and a start, to the proof. */
class BuildGridsIT {
  private static final BotsDomain BOTS = new BotsDomain();
  private static final List<String> HOSTILE = List.of("releases", "research", "nightly");
  private static final String PEACEFUL = "builds";
  private static final int PARTITIONS = 4;
  private static final int THREADS = 2;
  private static final int EVENTS = 2_000;
  private static final int UNREADABLE_EVERY = 100;
  private static final long SEED = 7;
  // It lies in the past, for nobody may be ahead; ticks bring a grid to the present at any moment.
  private static final long HISTORY_MILLIS = 10_800_000;

  @TempDir private Path state;

  private final long startMillis = System.currentTimeMillis() - HISTORY_MILLIS;
  private final List<Future<RecordMetadata>> sends = new ArrayList<>();
  private long unreadable;

  @Test
  void hostileGridsAreProvedAfterAStopInTheMiddle() throws Exception {
    String ledgerTopic = Topics.ledger(BOTS.name());
    try (DomainCluster<BotsState, BotsInput, BotsFact> cluster =
            new DomainCluster<>(BOTS, PARTITIONS);
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
      List<Lease> leases = cluster.values("bots-assignments", Lease.class);
      List<GridOutcome> outcomes = cluster.values("bots-outcomes", GridOutcome.class);
      System.out.printf(
          "build grids: %d inputs, %d turns, %d leases, %d outcomes, %d dead letters%n",
          total, report.turns(), leases.size(), outcomes.size(), report.deadLetters());
      assertThat(report.findings()).isEmpty();
      assertThat(report.proved()).isTrue();
      assertThat(report.lanes()).isEqualTo(HOSTILE.size() + 1);
      assertThat(report.inputs()).isEqualTo(total);
      assertThat(report.waitingInputs()).isZero();
      assertThat(report.faults()).isZero();
      assertThat(report.deadLetters()).isEqualTo(unreadable).isPositive();
      assertThat(report.outputs()).isEqualTo(leases.size() + outcomes.size());
      assertNoJobHasTwoLeases(leases);
    }
  }

  private long produce(DomainCluster<BotsState, BotsInput, BotsFact> cluster) throws Exception {
    long sent = 0;
    try (KafkaProducer<byte[], Object> producer = cluster.producer();
        KafkaProducer<byte[], byte[]> raw =
            new KafkaProducer<>(
                cluster.kafka(), new ByteArraySerializer(), new ByteArraySerializer())) {
      sent += send(producer, raw, PEACEFUL, BOTS.traffic().start(PEACEFUL, SEED));
      for (String grid : HOSTILE) {
        sent += send(producer, raw, grid, Histories.hostile(BOTS.traffic(), grid, SEED));
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
      String grid,
      Iterator<Traffic.Event> events) {
    byte[] key = grid.getBytes(UTF_8);
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

  /** As a bot sees it: a job starts where it does not run, and ends as what it was started as. */
  private static void assertNoJobHasTwoLeases(List<Lease> leases) {
    Map<String, String> running = new HashMap<>();
    TreeSet<String> ends = new TreeSet<>();
    for (Lease lease : leases) {
      String job = lease.getGrid() + " " + lease.getJob();
      String start = lease.getBot() + " " + lease.getAttempt();
      if (lease.getState() == LeaseState.ACTIVE) {
        assertThat(running.put(job, start)).as("another lease of %s", lease).isNull();
      } else {
        assertThat(running.remove(job)).as("the lease that ends with %s", lease).isEqualTo(start);
        ends.add(lease.getState().name());
      }
    }
    assertThat(ends).contains("COMPLETED", "EXPIRED", "CANCELLED");
  }
}
