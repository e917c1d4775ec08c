package dev.rota.road.stream;

import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.damage.DamagedStore;
import dev.rota.road.stream.damage.StoreDamage;
import dev.rota.road.stream.damage.StoreQuarantine;
import dev.rota.road.stream.hold.HeldPartitions;
import dev.rota.road.stream.hold.HoldingConsumer;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.road.stream.past.AbandonedTransactions;
import dev.rota.road.stream.status.ApplicationLifecycle;
import dev.rota.road.stream.watch.DomainWatch;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;

/**
 * Kafka Streams as it runs a domain: with consumers that hold, over stores that are moved away if
 * they are damaged, and with threads that are replaced. It tells the domain's course how it goes.
 */
final class StreamsApplication {
  private final Map<String, Object> kafka;
  private final String group;
  private final Supplier<KafkaStreams> making;
  private final StoreQuarantine quarantine;
  private final AbandonedTransactions abandoned;
  private final ThreadSuccessors successors;
  private final ThreadFailures failures;
  private final OwnedPartitions owned;
  private final DomainWatch watch;
  private final ApplicationLifecycle course;
  private final boolean staggered;

  /** Null: this process has all its tasks as soon as it runs. */
  private FairShare share;

  private volatile KafkaStreams built;

  /**
   * Builds nothing yet.
   *
   * @param failures of its threads
   * @param owned is told of its partitions
   * @param watch knows the cluster's faults
   */
  StreamsApplication(
      Domain domain,
      StreamsSettings config,
      DomainTopology topology,
      ThreadFailures failures,
      OwnedPartitions owned,
      DomainWatch watch,
      ApplicationLifecycle course) {
    this.kafka = config.kafka();
    this.group = config.applicationId(domain.name());
    this.quarantine = new StoreQuarantine(config.stateDir(), group, Clock.systemUTC());
    this.abandoned = config.abandoned(domain);
    this.failures = failures;
    this.owned = owned;
    this.watch = watch;
    this.course = course;
    this.successors =
        new ThreadSuccessors(
            domain.name(),
            config.stateDir(),
            quarantine,
            failures,
            watch,
            course::refuse,
            () -> Admin.create(kafka).close(Duration.ZERO));
    Properties properties = config.streams(domain);
    this.staggered = "streams".equals(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG));
    HeldPartitions holds = topology.shared().holds();
    KafkaClientSupplier clients =
        KafkaInternals.clients(
            properties, one -> HoldingConsumer.of(one, holds, opening(), System::nanoTime));
    this.making = () -> new KafkaStreams(topology.get(), properties, clients);
  }

  /**
   * A growth looks for members after it has changed the topics, and a member looks at the topics
   * after it has joined: one of the two sees the other.
   */
  private HoldingConsumer.Opening opening() {
    return new HoldingConsumer.Opening() {
      @Override
      public void joined() {
        watch.requireTopics();
      }

      @Override
      public void owned(Set<Integer> partitions) {
        abandoned.end(partitions);
      }
    };
  }

  /**
   * Builds and starts it. That ends because every damaged store is moved away at most once.
   *
   * @throws DamagedStore if one is damaged twice within an hour
   */
  void start() {
    while (built == null) {
      KafkaStreams attempt = making.get();
      attempt.setUncaughtExceptionHandler(successors::after);
      attempt.setGlobalStateRestoreListener(owned);
      attempt.setStateListener(
          (now, _) -> {
            if (attempt == built) {
              changed(now);
            }
          });
      built = attempt;
      try {
        // Opens all stores in the state directory. Kafka Streams stops at the first that fails.
        attempt.start();
      } catch (StreamsException fault) {
        built = null;
        attempt.close();
        quarantine.move(StoreDamage.of(fault).orElseThrow(() -> fault));
      }
    }
    if (staggered) {
      share = FairShare.await(kafka, group, this::isRunning, course.running());
    }
  }

  private boolean isRunning() {
    return built.state() == KafkaStreams.State.RUNNING;
  }

  private void changed(KafkaStreams.State now) {
    if (now == KafkaStreams.State.RUNNING) {
      watch.ran();
      successors.ran();
      owned.now(built.metadataForLocalThreads());
      if (!staggered) {
        course.running().complete(null);
      }
    }
    if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
      course.stop(now == KafkaStreams.State.ERROR, failures.last());
    }
  }

  /** As it is built; null: between two attempts to start it. */
  KafkaStreams built() {
    return built;
  }

  /** Stops it. Returns false if a thread does not end in time. */
  boolean stop(CloseOptions options) {
    KafkaStreams running = built;
    return running == null || running.close(options);
  }

  /** The same, for good: nobody waits for its threads any more. */
  boolean close(CloseOptions options) {
    successors.close();
    if (share != null) {
      share.close();
    }
    boolean stopped = stop(options);
    abandoned.close();
    return stopped;
  }
}
