package dev.rota.faults;

import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.partitions.PartitionReader;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.Shown;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A follower beside what befalls the engines, and somebody who keeps looking at it. */
final class Onlooker implements AutoCloseable {
  private static final long EVERY_MILLIS = 20;
  private static final Duration POLL = Duration.ofMillis(500);

  private final Map<String, Object> kafka;
  private final LiveDomain live;
  private final Shown shown = new Shown();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> looking;

  Onlooker(Map<String, Object> kafka) {
    this.kafka = kafka;
    live =
        LiveDomain.start(
            Arena.CORES,
            () -> new KafkaLogs(Arena.CORES, kafka),
            CheckpointChoice.BEGINNING,
            Set.of());
    looking =
        clock.scheduleWithFixedDelay(
            () -> shown.look(live), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Stops looking. All that was shown is in the ledger. Returns how many states that were. */
  int isConfirmed() throws Exception {
    if (looking.isDone()) {
      looking.get(); // throws what a look has found
    }
    clock.shutdown();
    if (!clock.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("a look at the follower does not end");
    }
    return shown.isOf(ledger());
  }

  private List<ConsumerRecord<byte[], byte[]>> ledger() {
    List<ConsumerRecord<byte[], byte[]>> pages = new ArrayList<>();
    String topic = RequiredTopics.ledger(Arena.CORES.name());
    try (PartitionReader<byte[]> reader =
        PartitionReader.ofBytes(kafka)
            .assign(PartitionReader.partitions(topic, Arena.PARTITIONS))) {
      while (!reader.isAtEnds()) {
        reader.poll(POLL).forEach(pages::add);
      }
    }
    return pages;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    live.close();
  }
}
