package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.ClaimOutcome;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.Outcome;
import dev.rota.cores.ParathreadClaim;
import dev.rota.cores.SessionChange;
import dev.rota.readers.audit.AuditReport;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records as large as their topic takes are decided like any other, and stop nothing. */
class LargestInputIT {
  private static final int LARGE = 1_048_300;
  private static final int LARGE_LIST = 131_072;
  private static final String LANE = "polkadot";

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path state;

  @Test
  void whatTheTopicTakesFitsIntoLedgerStateAndDeadLetters() throws Exception {
    try (CoresCluster cores = CoresCluster.start(2)) {
      send(cores, "block-events", LANE, session());
      cores.decide(state, 1, () -> cores.turns().size() == 1);
      send(cores, "block-events", LANE, block(1, LARGE_LIST));
      send(cores, "claims", LANE, claim(LANE, "x".repeat(LARGE)));
      send(cores, "claims", "another", claim(LANE, "y".repeat(LARGE)));
      send(cores, "claims", LANE, claim(LANE, "late"));
      cores.decide(state, 1, () -> cores.turns().size() == 5);

      assertThat(cores.values(CoresCluster.OUTCOMES, ClaimOutcome.class))
          .extracting(ClaimOutcome::getOutcome)
          .containsExactly(Outcome.IGNORED, Outcome.QUEUED);
      assertThat(cores.committed(CoresCluster.DEAD_LETTERS))
          .hasSize(2)
          .allSatisfy(letter -> assertThat(letter.value()).hasSizeGreaterThan(LARGE))
          .extracting(LargestInputIT::reason)
          .containsExactlyInAnyOrder("LIMIT", "BAD_KEY");
      AuditReport report = cores.audit();
      assertThat(report.proved()).isTrue();
      assertThat(report.turns()).isEqualTo(5);
    }
  }

  private static BlockEvent session() {
    CoresConfig config =
        CoresConfig.newBuilder().setParathreadCores(1).setSchedulingLookahead(2).build();
    SessionChange session =
        SessionChange.newBuilder()
            .setIndex(1)
            .setValidators(3)
            .setParachains(List.of())
            .setParathreads(List.of(2000L))
            .setConfig(config)
            .build();
    return BlockEvent.newBuilder().setChain(LANE).setNumber(0).setSession(session).build();
  }

  /** A list as long as its schema lets it be, of cores that are not there. */
  private static BlockEvent block(long number, int cores) {
    List<Integer> disputed = IntStream.range(1_000_000, 1_000_000 + cores).boxed().toList();
    return BlockEvent.newBuilder().setChain(LANE).setNumber(number).setDisputed(disputed).build();
  }

  private static String reason(ConsumerRecord<byte[], byte[]> letter) {
    return new String(letter.headers().lastHeader("rota.reason").value(), UTF_8);
  }

  private static ParathreadClaim claim(String chain, String collator) {
    return new ParathreadClaim(chain, 2000L, collator);
  }

  private static void send(CoresCluster cores, String topic, String key, SpecificRecord value)
      throws Exception {
    try (KafkaProducer<byte[], Object> producer = cores.producer()) {
      producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value)).get();
    }
  }
}
