package dev.rota.registry;

import static dev.rota.registry.Samples.ORDER;
import static dev.rota.registry.Samples.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HotPathTest {
  private static final int ROUNDS = 20_000;

  private final String scope = UUID.randomUUID().toString();
  private final AvroSerde serde = new AvroSerde(MockRegistry.scope(scope));

  @AfterEach
  void dropScope() {
    MockRegistry.drop(scope);
  }

  @Test
  void encodedBytesCostTheResultAndNothingElse() {
    byte[] payload = Samples.binary(ORDER, order(7, "tea"));
    EncodedValue encoded = new EncodedValue(ORDER, payload);
    RecordHeaders headers = new RecordHeaders();
    int resultBytes = (16 + 5 + payload.length + 7) / 8 * 8;
    write(encoded, headers);

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().threadId();
    long before = threads.getThreadAllocatedBytes(self);
    write(encoded, headers);
    long perRecord = (threads.getThreadAllocatedBytes(self) - before) / ROUNDS;

    assertThat(perRecord).isLessThanOrEqualTo(resultBytes);
  }

  @Test
  void manyThreadsShareOneSerde() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> runs = new ArrayList<>();
      for (int t = 0; t < 8; t++) {
        int thread = t;
        runs.add(threads.submit(() -> roundTrips(thread)));
      }
      for (Future<Boolean> run : runs) {
        assertThat(run.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(MockRegistry.scope(scope).subjects()).hasSize(4);
  }

  private boolean roundTrips(int thread) {
    String topic = "t" + thread % 4;
    for (int i = 0; i < 2_000; i++) {
      var sent = order(i, thread + "-" + i);
      byte[] written = serde.serializer().serialize(topic, sent);
      if (!sent.equals(serde.deserializer().deserialize(topic, written))) {
        return false;
      }
    }
    return true;
  }

  private void write(EncodedValue encoded, RecordHeaders headers) {
    for (int i = 0; i < ROUNDS; i++) {
      serde.serializer().serialize("orders", headers, encoded);
    }
  }
}
