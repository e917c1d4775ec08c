package dev.rota.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcome;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotStatus;
import dev.rota.bots.GridOutcome;
import dev.rota.bots.Lease;
import dev.rota.bots.LeaseState;
import dev.rota.bots.Strategy;
import dev.rota.lab.embedded.LocalBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bot says when its grid says something. */
class BotIT {
  private static final byte[] GRID = "grid".getBytes(UTF_8);
  private static final String SESSION = "b1/1";

  /** Three beats of the least length. */
  private static final long KEEPALIVE_MILLIS = 300;

  static {
    GeneratedClasses.trust();
  }

  @TempDir private Path dir;

  private final List<BotHeartbeat> said = new CopyOnWriteArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  /** The grid, by what it says. */
  private Object decode(String what) {
    return switch (what) {
      case "registered" -> outcome(BotOutcomeKind.REGISTERED, KEEPALIVE_MILLIS);
      case "lost" -> {
        long until = System.nanoTime() + KEEPALIVE_MILLIS * 1_000_000;
        await().until(() -> System.nanoTime() > until); // so that a beat is due
        yield outcome(BotOutcomeKind.LOST, null);
      }
      default ->
          Lease.newBuilder()
              .setGrid("grid")
              .setJob("job")
              .setInstance("")
              .setBot("b1")
              .setState(LeaseState.ACTIVE)
              .setAttempt(1)
              .setStrategy(Strategy.CAPACITY)
              .setAt(0)
              .setSession(SESSION)
              .build();
    };
  }

  private static GridOutcome outcome(BotOutcomeKind kind, Long expiresAt) {
    return new GridOutcome(
        "grid",
        0L,
        BotOutcome.newBuilder()
            .setBot("b1")
            .setSession(SESSION)
            .setOutcome(kind)
            .setExpiresAt(expiresAt)
            .build());
  }

  /** The session is over, and a beat without one would begin another. */
  @Test
  void aBotThatIsLostWhileItLeavesSaysNothingMore() throws Exception {
    var bytes = new ByteArraySerializer();
    try (LocalBroker broker = LocalBroker.start(dir, 0)) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
      try (Admin admin = Admin.create(kafka)) {
        admin
            .createTopics(
                Stream.of(
                        TopicNames.BOTS_ASSIGNMENTS,
                        TopicNames.BOTS_OUTCOMES,
                        TopicNames.BOT_HEARTBEATS)
                    .map(name -> new NewTopic(name, 1, (short) 1))
                    .toList())
            .all()
            .get();
      }
      TopicAccess access =
          new TopicAccess(
              kafka,
              (_, value) -> {
                said.add((BotHeartbeat) value);
                return new byte[] {1};
              },
              (_, value) -> decode(new String(value, UTF_8)));
      CountDownLatch begun = new CountDownLatch(1);
      Bot bot =
          Bot.start(
              access,
              BotOffer.of("grid", "b1", 1, Map.of()),
              _ -> {
                begun.countDown();
                never.await();
                return JobResult.exited(0, null);
              });
      try (var producer = new KafkaProducer<>(kafka, bytes, bytes)) {
        await().until(() -> !said.isEmpty());
        var registered =
            new ProducerRecord<>(TopicNames.BOTS_OUTCOMES, GRID, "registered".getBytes(UTF_8));
        registered.headers().add("rota.source", "bot-heartbeats/0/0".getBytes(UTF_8));
        producer.send(registered).get();
        producer
            .send(new ProducerRecord<>(TopicNames.BOTS_ASSIGNMENTS, GRID, "lease".getBytes(UTF_8)))
            .get();
        begun.await();
        CompletableFuture<Void> closed =
            CompletableFuture.runAsync(bot::close, Thread::startVirtualThread);
        await().until(() -> last().getStatus() == BotStatus.BOT_TERMINATING);
        producer
            .send(new ProducerRecord<>(TopicNames.BOTS_OUTCOMES, GRID, "lost".getBytes(UTF_8)))
            .get();
        closed.join();
      }
      assertThat(said.subList(1, said.size())).allMatch(beat -> SESSION.equals(beat.getSession()));
    }
  }

  private BotHeartbeat last() {
    return said.get(said.size() - 1);
  }
}
