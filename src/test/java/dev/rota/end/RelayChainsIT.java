package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.CoreState;
import dev.rota.cores.Outcome;
import dev.rota.cores.OutcomeReason;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.cores.RelayChainTraffic;
import dev.rota.readers.audit.AuditReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three relay chains of Polkadot's size, through a stop and a start, to the proof. */
class RelayChainsIT {
  private static final int PARTITIONS = 4;
  private static final int THREADS = 2;
  private static final List<String> CHAINS = List.of("polkadot", "kusama", "rococo");
  // Sessions are 600 blocks long: the genesis session and two changes after it.
  private static final int BLOCKS = 1_210;
  private static final long SEED = 7;
  private static final long START_MILLIS = 1_700_000_000_000L;

  @TempDir private Path state;

  private final AtomicLong produced = new AtomicLong();

  @Test
  void threeChainsOfPolkadotsSizeAreProvedAfterAStopInTheMiddle() throws Exception {
    assertThat(CHAINS.stream().map(RelayChainsIT::partition).distinct().count())
        .as("partitions that the chains fall on")
        .isGreaterThanOrEqualTo(2);
    try (CoresCluster cluster = CoresCluster.start(PARTITIONS);
        Committed ledger = new Committed(cluster.bootstrap(), CoresCluster.LEDGER)) {
      long started = System.nanoTime();
      List<Source> sources = CHAINS.stream().map(Source::new).toList();
      CompletableFuture<Void> producing =
          CompletableFuture.runAsync(
              () -> produce(cluster, sources, BLOCKS - 1), Thread::startVirtualThread);
      cluster.decide(state, THREADS, () -> ledger.count() > 10_000);
      producing.join();
      long before = ledger.count();
      // The last blocks come after the stop, so something is left however fast the road was.
      produce(cluster, sources, 1);
      long total = produced.get();
      assertThat(before).as("decided when the road was closed").isLessThan(total);
      cluster.decide(state, THREADS, () -> ledger.count() >= total);
      tell("%d inputs decided, %d before the stop".formatted(total, before), total, started);

      long auditing = System.nanoTime();
      AuditReport report = cluster.audit();
      tell("audited, " + report.outputs() + " outputs", total, auditing);
      assertProved(report, total);
      assertThat(cluster.audit().digest()).isEqualTo(report.digest());
      List<CoreSchedule> schedules = cluster.values(CoresCluster.ASSIGNMENTS, CoreSchedule.class);
      List<ClaimOutcome> outcomes = cluster.values(CoresCluster.OUTCOMES, ClaimOutcome.class);
      assertThat(report.outputs()).isEqualTo(schedules.size() + outcomes.size());
      assertThat(cluster.committed(CoresCluster.DEAD_LETTERS)).isEmpty();
      assertEveryBlockIsScheduled(schedules);
      assertClaimsLiveAndEnd(outcomes);
    }
  }

  private static int partition(String chain) {
    return Utils.toPositive(Utils.murmur2(chain.getBytes(UTF_8))) % PARTITIONS;
  }

  /** All chains side by side, at the chains' own times, as fast as it goes. */
  private void produce(CoresCluster cluster, List<Source> sources, int blocks) {
    try (KafkaProducer<byte[], Object> producer = cluster.producer()) {
      for (int block = 0; block < blocks; block++) {
        for (Source source : sources) {
          produced.addAndGet(source.sendBlock(producer));
        }
      }
    }
  }

  /** One chain's history, a block with its claims at a time. */
  private static final class Source {
    private final byte[] key;
    private final Iterator<Traffic.Event> events;
    private Traffic.Event next;

    Source(String chain) {
      key = chain.getBytes(UTF_8);
      events = new RelayChainTraffic().start(chain, SEED);
      next = events.next();
    }

    int sendBlock(KafkaProducer<byte[], Object> producer) {
      int sent = 0;
      do {
        var _ =
            producer.send(
                new ProducerRecord<>(
                    next.topic(), null, START_MILLIS + next.atMillis(), key, next.record()));
        sent++;
        next = events.next();
      } while (!(next.record() instanceof BlockEvent));
      return sent;
    }
  }

  private static void assertProved(AuditReport report, long total) {
    assertThat(report.findings()).isEmpty();
    assertThat(report.proved()).isTrue();
    assertThat(report.lanes()).isEqualTo(CHAINS.size());
    assertThat(report.turns()).isEqualTo(total);
    assertThat(report.inputs()).isEqualTo(total);
    assertThat(report.waitingInputs()).isZero();
    assertThat(report.goneInputs()).isZero();
    assertThat(report.deadLetters()).isZero();
  }

  private static void assertEveryBlockIsScheduled(List<CoreSchedule> schedules) {
    Map<String, List<CoreSchedule>> byChain = new TreeMap<>();
    schedules.forEach(
        one -> byChain.computeIfAbsent(one.getChain(), _ -> new ArrayList<>()).add(one));
    assertThat(byChain.keySet()).containsExactlyInAnyOrderElementsOf(CHAINS);
    byChain.forEach(
        (chain, blocks) -> {
          assertThat(blocks.stream().map(CoreSchedule::getBlock))
              .as("blocks of %s", chain)
              .containsExactlyElementsOf(LongStream.range(0, BLOCKS).boxed().toList());
          assertThat(blocks.stream().map(CoreSchedule::getSession).distinct())
              .as("sessions of %s", chain)
              .containsExactly(0L, 1L, 2L);
          assertThat(blocks).allSatisfy(one -> assertThat(one.getCores()).hasSize(100));
          assertThat(blocks.get(BLOCKS - 2).getCores())
              .as("cores of %s", chain)
              .anyMatch(core -> core.getState() == CoreState.OCCUPIED);
        });
  }

  private static void assertClaimsLiveAndEnd(List<ClaimOutcome> outcomes) {
    Map<String, Long> counts = new TreeMap<>();
    outcomes.forEach(
        one ->
            counts.merge(
                one.getOutcome() + (one.getReason() == null ? "" : " " + one.getReason()),
                1L,
                Long::sum));
    System.out.println("relay chains: " + counts);
    assertThat(counts.get(Outcome.RETURNED + " " + OutcomeReason.TIMED_OUT)).isPositive();
    assertThat(counts.get(Outcome.QUEUED.toString())).isGreaterThan(10_000);
    assertThat(counts.get(Outcome.CONCLUDED + " " + OutcomeReason.AVAILABLE)).isGreaterThan(10_000);
  }

  private static void tell(String what, long total, long sinceNanos) {
    double seconds = (System.nanoTime() - sinceNanos) / 1e9;
    System.out.printf("relay chains: %s, %.1f s, %.0f/s%n", what, seconds, total / seconds);
  }
}
