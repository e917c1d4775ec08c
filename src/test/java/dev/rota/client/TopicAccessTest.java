package dev.rota.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.testing.Ports;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class TopicAccessTest {
  @Test
  void whoCannotReachABrokerIsToldWhichOne() {
    String nobody = "127.0.0.1:" + Ports.free();
    TopicAccess access =
        TopicAccess.of(
            Map.of(
                "bootstrap.servers",
                nobody,
                "schema.registry.url",
                "http://127.0.0.1:" + Ports.free(),
                "default.api.timeout.ms",
                "300",
                "request.timeout.ms",
                "200"));
    ServedPools pools = ServedPools.only(Set.of("mainnet"));
    assertThatThrownBy(() -> ShardWorker.start(access, "w", 1, (_, _) -> null, pools))
        .isInstanceOf(KafkaException.class)
        .hasMessageContainingAll(nobody, "shards-outcomes", "check the address");
  }
}
