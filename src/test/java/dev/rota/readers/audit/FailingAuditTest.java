package dev.rota.readers.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.CoresDomain;
import dev.rota.readers.audit.DomainAudit.Witnesses;
import dev.rota.registry.MockRegistry;
import dev.rota.road.logs.ForwardingLog;
import dev.rota.road.logs.TopicLayout;
import dev.rota.road.logs.TopicLogs;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One partition may not be read, and another does not come to its end. */
final class FailingAuditTest {
  private static final String SCOPE = "failing-audit";
  private static final String LEDGER = "cores-ledger";
  private static final List<String> LANES =
      List.of(Sealed.home("lane-", 0, 2), Sealed.home("lane-", 1, 2));
  private static final CoresDomain CORES = new CoresDomain();

  @AfterEach
  void close() {
    MockRegistry.drop(SCOPE);
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void itIsToldWhileAnotherPartitionIsStillRead() throws Exception {
    var forger = new Forger(CORES, 2, SCOPE, Map.of());
    Refusing logs = new Refusing(forger.write(Forger.traffic(CORES, 2, LANES, 1, 10)));

    try (var audit = new DomainAudit(CORES, logs, Witnesses.NONE)) {
      assertThatThrownBy(() -> audit.run(2))
          .isInstanceOf(TopicAuthorizationException.class)
          .hasMessageContaining(LEDGER);
      // A reader that is still polled could not be closed.
      assertThat(logs.polls).hasValue(0);
    }
    assertThat(logs.open).isEmpty();
  }

  /** The ledger's second partition is refused as soon as somebody waits for the first, in vain. */
  private static final class Refusing implements TopicLogs {
    private final World world;
    private final CountDownLatch waited = new CountDownLatch(1);
    private final AtomicInteger polls = new AtomicInteger();
    private final Set<Log> open = ConcurrentHashMap.newKeySet();

    Refusing(World world) {
      this.world = world;
    }

    @Override
    public TopicLayout layout() {
      return world.layout();
    }

    @Override
    public Map<TopicPartition, Long> committed(String group) {
      return world.committed(group);
    }

    @Override
    public Log open(TopicPartition partition) {
      Watched log = new Watched(partition, world.open(partition), this);
      open.add(log);
      return log;
    }

    private List<ConsumerRecord<byte[], byte[]>> poll(TopicPartition partition, Log log) {
      polls.incrementAndGet();
      try {
        if (partition.equals(new TopicPartition(LEDGER, 0))) {
          waited.countDown();
          new CountDownLatch(1).await();
        } else if (partition.equals(new TopicPartition(LEDGER, 1))) {
          waited.await();
          throw new TopicAuthorizationException(LEDGER);
        }
        return log.poll();
      } catch (InterruptedException e) {
        throw new InterruptException(e); // as Kafka's consumer does
      } finally {
        polls.decrementAndGet();
      }
    }

    @Override
    public void close() {
      world.close();
    }
  }

  private record Watched(TopicPartition partition, TopicLogs.Log log, Refusing logs)
      implements ForwardingLog {
    @Override
    public List<ConsumerRecord<byte[], byte[]>> poll() {
      return logs.poll(partition, log);
    }

    @Override
    public void close() {
      logs.open.remove(this);
      log.close();
    }
  }
}
