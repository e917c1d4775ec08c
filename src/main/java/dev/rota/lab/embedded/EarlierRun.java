package dev.rota.lab.embedded;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.TopicImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.loader.MetadataLoader;
import org.apache.kafka.image.publisher.MetadataPublisher;

/**
 * Waits until the controller has fenced the broker's earlier run: no partition has a leader.
 *
 * <p>After a kill the metadata still name a leader. A broker that starts with them leads, is fenced
 * a moment later, and leads again. Between, Kafka's transaction coordinator finds no leader where
 * it has markers to write, takes the partitions for deleted, and calls the transaction complete. No
 * reader who reads what is committed ever gets past it.
 */
final class EarlierRun implements MetadataPublisher {
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  private EarlierRun() {}

  /**
   * Returns when it is over, at once after a clean stop.
   *
   * @throws ExecutionException if the broker fails before
   * @throws TimeoutException if it is not over by then
   */
  static void awaitEnd(MetadataLoader metadata, BrokerFaults faults, Duration limit)
      throws ExecutionException, InterruptedException, TimeoutException {
    EarlierRun earlier = new EarlierRun();
    faults.fail(earlier.over);
    metadata.installPublishers(List.of(earlier)).get();
    try {
      earlier.over.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      metadata.removeAndClosePublisher(earlier).get();
    }
  }

  @Override
  public String name() {
    return "the earlier run";
  }

  @Override
  public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
    if (image.topics().topicsById().values().stream().noneMatch(EarlierRun::isLed)) {
      over.complete(null);
    }
  }

  @Override
  public void close() {}

  private static boolean isLed(TopicImage topic) {
    return topic.partitions().values().stream().anyMatch(partition -> partition.leader >= 0);
  }
}
