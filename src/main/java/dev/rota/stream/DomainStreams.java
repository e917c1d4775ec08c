package dev.rota.stream;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.registry.Registry;
import dev.rota.registry.RegistryUnavailable;
import dev.rota.topics.CoPartitioning;
import dev.rota.topics.UnfitCluster;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One domain, running on a cluster. */
public final class DomainStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DomainStreams.class);
  private static final int THREADS_REPLACED_MAX = 20;
  private static final Duration CLOSE = Duration.ofSeconds(20);

  private final String domain;
  private final Supplier<KafkaStreams> making;
  private final LaneFigures figures;
  private final Path stateDir;
  private final Quarantine quarantine;
  private final CompletableFuture<Void> running = new CompletableFuture<>();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final ThreadFailures failures = new ThreadFailures(System::nanoTime);
  private final OwnedPartitions owned;
  private final AtomicInteger replaced = new AtomicInteger();
  private final boolean staggered;
  private FairShare share;
  private volatile KafkaStreams streams;

  private DomainStreams(
      String domain,
      Supplier<KafkaStreams> making,
      LaneFigures figures,
      Path stateDir,
      Quarantine quarantine,
      boolean staggered) {
    this.domain = domain;
    this.making = making;
    this.figures = figures;
    this.stateDir = stateDir;
    this.quarantine = quarantine;
    this.owned = new OwnedPartitions(domain);
    this.staggered = staggered;
  }

  /**
   * Checks the cluster, registers the schemas and starts.
   *
   * @throws UnfitCluster when topics are missing or not co-partitioned, or another application
   *     decides them
   * @throws DamagedStore when a store is damaged for the second time within an hour
   * @throws UnwritableState when nothing can be written to the state directory
   */
  public static <S extends State, I, F extends Fact<S>> DomainStreams start(
      Domain<S, I, F> domain, StreamsSettings config) {
    UnwritableState.check(config.stateDir());
    NativeLibraries.load();
    int partitions;
    try (Admin admin = Admin.create(config.kafka())) {
      String bootstrap = String.valueOf(config.kafka().get("bootstrap.servers"));
      partitions = CoPartitioning.check(admin, domain, bootstrap);
      LedgerOwner.check(
          admin, domain, config.kafka(), config.applicationId(domain.name()), partitions);
    }
    try (Registry registry = Registry.open(config.registry())) {
      Subjects.register(registry, domain);
    }
    DomainTopology<S, I, F> topology =
        new DomainTopology<>(
            domain, config::newSerializer, config::newDeserializer, partitions, config.beat());
    Properties properties = config.streams(domain);
    String group = config.applicationId(domain.name());
    boolean staggered = "streams".equals(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG));
    DomainStreams streams =
        new DomainStreams(
            domain.name(),
            () -> new KafkaStreams(topology.get(), properties),
            topology.figures(),
            config.stateDir(),
            new Quarantine(config.stateDir(), group, Clock.systemUTC()),
            staggered);
    streams.start();
    if (staggered) {
      streams.share = FairShare.await(config.kafka(), group, streams::isRunning, streams.running);
    }
    return streams;
  }

  private boolean isRunning() {
    return state() == KafkaStreams.State.RUNNING;
  }

  /** Every damaged store is put aside at most once, so this comes to an end. */
  private void start() {
    while (true) {
      KafkaStreams attempt = making.get();
      attempt.setUncaughtExceptionHandler(this::replace);
      attempt.setGlobalStateRestoreListener(owned);
      attempt.setStateListener(
          (now, before) -> {
            if (attempt == streams) {
              changed(now);
            }
          });
      streams = attempt;
      try {
        // Opens what lies in the state directory; Kafka Streams leaves it at the first that fails.
        attempt.start();
        return;
      } catch (StreamsException fault) {
        streams = null;
        attempt.close();
        quarantine.move(StoreDamage.of(fault).orElseThrow(() -> fault));
      }
    }
  }

  /** A thread that died is replaced, its task restored; but not for ever. */
  private StreamThreadExceptionResponse replace(Throwable fault) {
    failures.of(fault);
    if (isRegistryAway(fault)) {
      // No fault of the record's nor of ours: its task waits, as long as it takes.
      LOG.warn("{}: a task waits for the schema registry", domain, fault);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    Optional<UnwritableState> unwritable = UnwritableState.of(fault, stateDir);
    if (unwritable.isPresent()) {
      // The next thread would meet it too, and wipe a good store before it does.
      failures.of(unwritable.get());
      LOG.error("{}: giving up", domain, unwritable.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (replaced.incrementAndGet() > THREADS_REPLACED_MAX) {
      LOG.error("{}: {} threads have died; giving up", domain, replaced.get(), fault);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    try {
      StoreDamage.of(fault).ifPresent(quarantine::link);
    } catch (DamagedStore again) {
      failures.of(again);
      LOG.error("{}: giving up", domain, again);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.warn("{}: a thread died and is replaced", domain, fault);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }

  private static boolean isRegistryAway(Throwable fault) {
    for (Throwable at = fault; at != null; at = at.getCause()) {
      if (at instanceof RegistryUnavailable) {
        return true;
      }
    }
    return false;
  }

  private void changed(KafkaStreams.State now) {
    if (now == KafkaStreams.State.RUNNING) {
      owned.now(streams.metadataForLocalThreads());
      if (!staggered) {
        running.complete(null);
      }
    }
    if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
      KafkaException fault =
          new KafkaException(
              "the domain " + domain + " stopped: " + failures.last(), failures.last());
      running.completeExceptionally(fault);
      if (now == KafkaStreams.State.ERROR) {
        stopped.completeExceptionally(fault);
      } else {
        stopped.complete(null);
      }
    }
  }

  /**
   * Waits until every task of this process is ready.
   *
   * @throws TimeoutException when it is not in time
   */
  public void awaitRunning(Duration limit) throws TimeoutException, InterruptedException {
    try {
      running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("the domain " + domain + " did not start", e.getCause());
    }
  }

  /** Whether every task of this process has been ready once. */
  public boolean hasRun() {
    return running.isDone() && !running.isCompletedExceptionally();
  }

  /** Completes when the road has stopped; exceptionally when it gave up. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  public KafkaStreams.State state() {
    return streams.state();
  }

  /** Why it should get no more work: a thread has just died, or its disk is nearly full. */
  public Optional<String> trouble() {
    return failures.trouble().or(() -> UnwritableState.nearly(stateDir));
  }

  /** The threads that died and were replaced. */
  public ThreadFailures failures() {
    return failures;
  }

  /** How the lanes of this process stand. */
  public LaneFigures figures() {
    return figures;
  }

  public String domain() {
    return domain;
  }

  /** Kafka Streams' own figures. */
  public Map<MetricName, ? extends Metric> metrics() {
    return streams.metrics();
  }

  /** Commits, and leaves the group, so that others need not wait for the session to end. */
  @Override
  public void close() {
    if (share != null) {
      share.close();
    }
    KafkaStreams open = streams;
    if (open == null) {
      return; // between two attempts to start
    }
    boolean closed =
        open.close(
            CloseOptions.timeout(CLOSE)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    if (closed) {
      LOG.info("{}: stopped; what it had decided is committed", domain);
    } else {
      LOG.warn("{}: it does not stop within {} s", domain, CLOSE.toSeconds());
    }
  }
}
