package dev.rota.road.stream.watch;

import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/** Says whether a running domain must stop because of its topics. */
final class TopicGuard {
  private static final long SECOND_LOOK_MILLIS = 1_000;

  private final DomainTopics topics;

  TopicGuard(DomainTopics topics) {
    this.topics = topics;
  }

  /** The domain has run, so what Kafka Streams creates exists. */
  void started() {
    topics.started();
  }

  /** Looks twice before it complains: a broker may be behind with what it knows of a topic. */
  Optional<UnfitCluster> look(Admin admin) {
    Optional<UnfitCluster> first = once(admin);
    if (first.isEmpty()) {
      return first;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(SECOND_LOOK_MILLIS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    return once(admin);
  }

  private Optional<UnfitCluster> once(Admin admin) {
    try {
      topics.check(admin);
      return Optional.empty();
    } catch (UnfitCluster unfit) {
      return Optional.of(unfit);
    } catch (KafkaException | IllegalStateException _) {
      return Optional.empty(); // nobody knows, or the client is closed
    }
  }
}
