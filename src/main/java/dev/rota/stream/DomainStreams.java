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

/** The Kafka Streams application of one domain. */
public final class DomainStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DomainStreams.class);
  private static final int THREADS_REPLACED_MAX = 20;
  private static final Duration CLOSE = Duration.ofSeconds(20);

  private final String domain;
  private final Supplier<KafkaStreams> making;
  private final LaneFigures figures;
  private final Path stateDir;
  private final Quarantine quarantine;
  private final Pacemaker pacemaker;
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
      Pacemaker pacemaker,
      boolean staggered) {
    this.domain = domain;
    this.making = making;
    this.figures = figures;
    this.stateDir = stateDir;
    this.quarantine = quarantine;
    this.pacemaker = pacemaker;
    this.owned = new OwnedPartitions(domain);
    this.staggered = staggered;
  }

  /**
   * Checks the cluster, registers the schemas and starts the application.
   *
   * @throws UnfitCluster if topics are missing or not co-partitioned, or another application writes
   *     the ledger
   * @throws DamagedStore if a store is damaged twice within an hour
   * @throws UnwritableState if the state directory is not writable
   */
  public static <S extends State, I, F extends Fact<S>> DomainStreams start(
      Domain<S, I, F> domain, StreamsSettings config) {
    UnwritableState.check(config.stateDir());
    NativeLibraries.load();
    int partitions = prepare(domain, config);
    ClusterClock clock = new ClusterClock(System::nanoTime, System::currentTimeMillis);
    DomainTopology<S, I, F> topology =
        new DomainTopology<>(
            domain,
            config::newSerializer,
            config::newDeserializer,
            partitions,
            config.beat(),
            clock);
    Properties properties = config.streams(domain);
    String group = config.applicationId(domain.name());
    boolean staggered = "streams".equals(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG));
    Pacemaker pacemaker =
        Pacemaker.start(domain, config.kafka(), group, clock, topology.pulses(), config.beat());
    DomainStreams streams =
        new DomainStreams(
            domain.name(),
            () -> new KafkaStreams(topology.get(), properties),
            topology.figures(),
            config.stateDir(),
            new Quarantine(config.stateDir(), group, Clock.systemUTC()),
            pacemaker,
            staggered);
    try {
      streams.start();
    } catch (RuntimeException e) {
      pacemaker.close();
      throw e;
    }
    if (staggered) {
      streams.share = FairShare.await(config.kafka(), group, streams::isRunning, streams.running);
    }
    return streams;
  }

  /** Checks the cluster and registers the schemas. Returns the number of partitions. */
  private static int prepare(Domain<?, ?, ?> domain, StreamsSettings config) {
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
    return partitions;
  }

  private boolean isRunning() {
    return state() == KafkaStreams.State.RUNNING;
  }

  /** Ends because every damaged store is moved away at most once. */
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
        // Opens all stores in the state directory. Kafka Streams stops at the first that fails.
        attempt.start();
        return;
      } catch (StreamsException fault) {
        streams = null;
        attempt.close();
        quarantine.move(StoreDamage.of(fault).orElseThrow(() -> fault));
      }
    }
  }

  /** Replaces a failed stream thread, up to a limit. */
  private StreamThreadExceptionResponse replace(Throwable fault) {
    failures.of(fault);
    if (isRegistryAway(fault)) {
      // Neither the record nor Rota is at fault: the task retries until the registry answers.
      LOG.warn("{}: a task waits for the schema registry", domain, fault);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    }
    Optional<UnwritableState> unwritable = UnwritableState.of(fault, stateDir);
    if (unwritable.isPresent()) {
      // A new thread would fail as well, and would wipe a good store first.
      failures.of(unwritable.get());
      LOG.error("{}: shutting down", domain, unwritable.get());
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (replaced.incrementAndGet() > THREADS_REPLACED_MAX) {
      LOG.error("{}: {} threads have failed; shutting down", domain, replaced.get(), fault);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    try {
      StoreDamage.of(fault).ifPresent(quarantine::link);
    } catch (DamagedStore again) {
      failures.of(again);
      LOG.error("{}: shutting down", domain, again);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.warn("{}: a stream thread failed and is replaced", domain, fault);
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
   * @throws TimeoutException if the time limit is exceeded
   */
  public void awaitRunning(Duration limit) throws TimeoutException, InterruptedException {
    try {
      running.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new KafkaException("the domain " + domain + " did not start", e.getCause());
    }
  }

  /** Returns true if every task of this process has been ready once. */
  public boolean hasRun() {
    return running.isDone() && !running.isCompletedExceptionally();
  }

  /** Completes when the application has stopped, exceptionally if it failed. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  public KafkaStreams.State state() {
    return streams.state();
  }

  /**
   * The reason why it should get no more tasks: a thread has just failed, or the disk is nearly
   * full.
   */
  public Optional<String> trouble() {
    return failures.trouble().or(() -> UnwritableState.nearly(stateDir));
  }

  /** The failures of stream threads that were replaced. */
  public ThreadFailures failures() {
    return failures;
  }

  /** The figures of this process's lanes. */
  public LaneFigures figures() {
    return figures;
  }

  public String domain() {
    return domain;
  }

  /** The metrics of Kafka Streams. */
  public Map<MetricName, ? extends Metric> metrics() {
    return streams.metrics();
  }

  /** Commits and leaves the group, so that the others need not wait for the session time-out. */
  @Override
  public void close() {
    if (share != null) {
      share.close();
    }
    KafkaStreams open = streams;
    if (open == null) {
      pacemaker.close();
      return; // between two start attempts
    }
    boolean closed =
        open.close(
            CloseOptions.timeout(CLOSE)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    pacemaker.close();
    if (closed) {
      LOG.info("{}: stopped; all decisions are committed", domain);
    } else {
      LOG.warn("{}: not stopped after {} s", domain, CLOSE.toSeconds());
    }
  }
}
