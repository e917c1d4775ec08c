package dev.rota.end;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.cores.ParathreadClaim;
import dev.rota.readers.audit.AuditReport;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record that is small on its topic and large when it is unpacked costs one turn. */
class OversizedInputIT {
  private static final String LANE = "polkadot";
  private static final int ZEROS = 20 << 20;

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path state;

  @Test
  void twentyMebibytesOfZerosCostOneTurn() throws Exception {
    try (CoresCluster cores = CoresCluster.start(1)) {
      sendZeros(cores);
      try (KafkaProducer<byte[], Object> producer = cores.producer()) {
        ParathreadClaim claim = new ParathreadClaim(LANE, 2000L, "alice");
        producer.send(new ProducerRecord<>("claims", LANE.getBytes(UTF_8), claim)).get();
      }
      cores.decide(state, 1, () -> cores.turns().size() == 2);

      assertThat(cores.committed(CoresCluster.OUTCOMES)).hasSize(1);
      ConsumerRecord<byte[], byte[]> letter = cores.committed(CoresCluster.DEAD_LETTERS).get(0);
      assertThat(new String(letter.headers().lastHeader("rota.reason").value(), UTF_8))
          .isEqualTo("TOO_LARGE");
      assertThat(letter.value()).hasSizeLessThan(1000);
      AuditReport report = cores.audit();
      assertThat(report.proved()).isTrue();
      assertThat(report.turns()).isEqualTo(2);
    }
  }

  private static void sendZeros(CoresCluster cores) throws Exception {
    Map<String, Object> configs = new HashMap<>(cores.kafka());
    configs.put("compression.type", "gzip");
    configs.put("max.request.size", 2 * ZEROS);
    configs.put("buffer.memory", 4 * ZEROS);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(configs, bytes, bytes)) {
      producer.send(new ProducerRecord<>("claims", LANE.getBytes(UTF_8), new byte[ZEROS])).get();
    }
  }
}
