package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.LocalBroker;
import dev.rota.lab.toys.AccountMachine;
import dev.rota.shards.GoneReason;
import dev.rota.shards.Leaving;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerGone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
  private static final String OUTCOMES = "shards-outcomes";
  private static final String POOL = "pool";
  private static final String NAME = "w";
  private static final String GONE = "gone";

  @TempDir private Path dir;

  private final Queue<String> heard = new ConcurrentLinkedQueue<>();
  private final AtomicInteger outages = new AtomicInteger(2);
  private final AtomicLong incarnation = new AtomicLong();

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
      return new PoolOutcome(POOL, 0L, new WorkerGone(NAME, incarnation.get(), GoneReason.LEFT));
    }
    heard.add(text);
    return text;
  }

  /** The pool lets it go at once: else it would wait for that as long as it may. */
  private byte[] encode(Object value, KafkaProducer<byte[], byte[]> producer) {
    if (value instanceof WorkerEvent told && told.getEvent() instanceof Leaving) {
      incarnation.set(told.getIncarnation());
      var unused =
          producer.send(new ProducerRecord<>(OUTCOMES, POOL.getBytes(UTF_8), GONE.getBytes(UTF_8)));
    }
    return new byte[] {1};
  }

  @Test
  void noRecordIsMissedBecauseAnotherCannotBeDecoded() throws Exception {
    try (LocalBroker broker = LocalBroker.start(dir, 0)) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
      try (Admin admin = Admin.create(kafka)) {
        admin
            .createTopics(
                List.of(
                    new NewTopic(OUTCOMES, 1, (short) 1),
                    new NewTopic("shards-assignments", 1, (short) 1),
                    new NewTopic("worker-events", 1, (short) 1)))
            .all()
            .get();
      }
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
                kafka, (topic, value) -> encode(value, producer), (topic, value) -> decode(value));
        ShardWorker worker =
            ShardWorker.start(access, NAME, 1, new AccountMachine(), ServedPools.allBut(Set.of()));
        await().until(() -> heard.contains("fifth"));
        worker.close();
      }
      assertThat(heard).containsExactly("first", "second", "fourth", "fifth");
      assertThat(outages).hasValue(-1);
    }
  }
}
