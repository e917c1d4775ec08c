package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.executor.BatchExecutor;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.lab.toys.AccountMachine;
import dev.rota.shards.Committed;
import dev.rota.shards.GoneReason;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerGone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a worker reads while others have trouble. */
class ShardWorkerIT {
  static {
    GeneratedClasses.trust();
  }

  private static final String OUTCOMES = "shards-outcomes";
  private static final String ASSIGNMENTS = "shards-assignments";

  private static final String POOL = "pool";
  private static final String GONE = "gone";
  private static final byte[] BUSY = "busy".getBytes(UTF_8);
  private static final byte[] IDLE = "idle".getBytes(UTF_8);

  @TempDir private Path dir;

  private final List<WorkerEvent> said = new CopyOnWriteArrayList<>();
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final AtomicInteger outages = new AtomicInteger(2);

  /** The registry is away as the second record comes, twice; the third is no record of Rota's. */
  private Object decode(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    if (text.equals("second") && outages.getAndDecrement() > 0) {
      throw new TimeoutException("no registry answers");
    }
    if (text.equals("third")) {
      throw new SerializationException("unknown magic byte");
    }
    if (text.equals(GONE)) {
      return gone(POOL);
    }
    heard.add(text);
    return text;
  }

  /** The pool lets it go at once: else it would wait for that as long as it may. */
  private byte[] encode(Object value, KafkaProducer<byte[], byte[]> producer) {
    WorkerEvent told = (WorkerEvent) value;
    said.add(told);
    if (told.getEvent() instanceof Leaving) {
      var _ =
          producer.send(new ProducerRecord<>(OUTCOMES, POOL.getBytes(UTF_8), GONE.getBytes(UTF_8)));
    }
    return new byte[] {1};
  }

  private static Map<String, Object> withTopics(LocalBroker broker) throws Exception {
    Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
    try (Admin admin = Admin.create(kafka)) {
      List<NewTopic> topics =
          Stream.of(OUTCOMES, ASSIGNMENTS, "worker-events")
              .map(name -> new NewTopic(name, 1, (short) 1))
              .toList();
      admin.createTopics(topics).all().get();
    }
    return kafka;
  }

  @Test
  void noRecordIsMissedBecauseAnotherCannotBeDecoded() throws Exception {
    try (LocalBroker broker = LocalBroker.start(dir, 0)) {
      Map<String, Object> kafka = withTopics(broker);
      var bytes = new ByteArraySerializer();
      try (var producer = new KafkaProducer<>(kafka, bytes, bytes)) {
        byte[] pool = POOL.getBytes(UTF_8);
        for (String one : List.of("first", "second", "third", "fourth")) {
          producer.send(new ProducerRecord<>(OUTCOMES, pool, one.getBytes(UTF_8))).get();
        }
        producer.send(new ProducerRecord<>(OUTCOMES, null, "nobody's".getBytes(UTF_8))).get();
        producer.send(new ProducerRecord<>(OUTCOMES, pool, "fifth".getBytes(UTF_8))).get();
        TopicAccess access =
            new TopicAccess(
                kafka, (_, value) -> encode(value, producer), (_, value) -> decode(value));
        ShardWorker worker =
            ShardWorker.start(access, "w", 1, new AccountMachine(), ServedPools.allBut(Set.of()));
        await().until(() -> heard.contains("fifth"));
        worker.close();
      }
      assertThat(heard).containsExactly("first", "second", "fourth", "fifth");
      assertThat(outages).hasValue(-1);
    }
  }

  /** Whoever is idle is let go at once. Who executes has to be heard, or it counts as lost. */
  @Test
  void whileItLeavesItBeatsWhereItExecutesAndNowhereElse() throws Exception {
    CountDownLatch may = new CountDownLatch(1);
    BatchExecutor slow =
        (batch, parent) -> {
          may.await();
          return new AccountMachine().execute(batch, parent);
        };
    var bytes = new ByteArraySerializer();
    try (LocalBroker broker = LocalBroker.start(dir, 0);
        var producer = new KafkaProducer<>(withTopics(broker), bytes, bytes)) {
      TopicAccess access =
          new TopicAccess(
              Map.of("bootstrap.servers", broker.bootstrap()),
              (_, value) -> {
                said.add((WorkerEvent) value);
                return new byte[] {1};
              },
              (topic, value) ->
                  topic.equals(OUTCOMES)
                      ? gone(new String(value, UTF_8))
                      : PoolMemberTest.assigned("w", 1, 1, 1));
      ShardWorker worker =
          ShardWorker.start(access, "w", 1, slow, ServedPools.only(Set.of("busy", "idle")));
      await().until(() -> last("idle") instanceof Joined && last("busy") instanceof Joined);
      producer.send(new ProducerRecord<>(ASSIGNMENTS, BUSY, new byte[1])).get();
      await().until(() -> events("busy").stream().anyMatch(Started.class::isInstance));
      CompletableFuture<Void> closed =
          CompletableFuture.runAsync(worker::close, Thread::startVirtualThread);
      await().until(() -> beatsSinceItLeaves("busy") >= 2);
      assertThat(beatsSinceItLeaves("idle")).isZero();

      may.countDown();
      await().until(() -> last("busy") instanceof Committed);
      producer.send(new ProducerRecord<>(OUTCOMES, BUSY, BUSY)).get();
      producer.send(new ProducerRecord<>(OUTCOMES, IDLE, IDLE)).get();
      closed.join();
    }
  }

  private PoolOutcome gone(String pool) {
    return said.stream()
        .filter(one -> one.getPool().equals(pool))
        .map(one -> new WorkerGone("w", one.getIncarnation(), GoneReason.LEFT))
        .map(one -> new PoolOutcome(pool, 0L, one))
        .findFirst()
        .orElseThrow();
  }

  private List<Object> events(String pool) {
    return said.stream()
        .filter(one -> one.getPool().equals(pool))
        .map(WorkerEvent::getEvent)
        .toList();
  }

  private Object last(String pool) {
    List<Object> events = events(pool);
    return events.isEmpty() ? null : events.get(events.size() - 1);
  }

  private long beatsSinceItLeaves(String pool) {
    return events(pool).stream()
        .dropWhile(event -> !(event instanceof Leaving))
        .filter(Heartbeat.class::isInstance)
        .count();
  }
}
