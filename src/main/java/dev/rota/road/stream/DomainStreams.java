package dev.rota.road.stream;

import dev.rota.base.text.LogField;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.registry.Registry;
import dev.rota.road.stream.damage.DamagedStore;
import dev.rota.road.stream.damage.StoreDamage;
import dev.rota.road.stream.damage.StoreQuarantine;
import dev.rota.road.stream.hold.HoldWatch;
import dev.rota.road.stream.hold.HoldingConsumer;
import dev.rota.road.stream.kafka.KafkaInternals;
import dev.rota.road.stream.past.AbandonedTransactions;
import dev.rota.road.stream.past.LedgerOwner;
import dev.rota.road.stream.past.WriterWatch;
import dev.rota.road.stream.status.ApplicationLifecycle;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.stream.time.Pacemaker;
import dev.rota.road.stream.time.StuckPolls;
import dev.rota.road.stream.watch.DomainWatch;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The Kafka Streams application of one domain. */
public final class DomainStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DomainStreams.class);
  private static final Duration LAST_CHECKPOINT = Duration.ofSeconds(5);
  // Long before threads that hang are interrupted: none may be until all are told to stop.
  private static final Duration LAST_CHECKPOINT_STUCK = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofSeconds(20);
  private static final Duration CLOSE_UNFIT = Duration.ofSeconds(5);

  private final String domain;
  private final Supplier<KafkaStreams> making;
  private final DomainTopology<?, ?, ?> topology;
  private final Path stateDir;
  private final StoreQuarantine quarantine;
  private final Pacemaker pacemaker;
  private final ApplicationLifecycle course;
  private final ThreadFailures failures = new ThreadFailures(System::nanoTime);
  private final OwnedPartitions owned;
  private final ThreadSuccessors successors;
  private final DomainWatch watch;
  private final WriterWatch writers;
  private final HoldWatch holds;
  private final AbandonedTransactions abandoned;
  private final boolean staggered;
  private FairShare share;
  private volatile KafkaStreams streams;

  private DomainStreams(
      Domain<?, ?, ?> domain,
      StreamsSettings config,
      DomainTopics topics,
      DomainTopology<?, ?, ?> topology,
      Pacemaker pacemaker,
      LedgerOwner owner) {
    Properties properties = config.streams(domain);
    String group = config.applicationId(domain.name());
    this.domain = domain.name();
    this.topology = topology;
    this.course = new ApplicationLifecycle(this.domain);
    SharedTaskParts shared = topology.shared();
    this.abandoned = config.abandoned(domain);
    this.holds = new HoldWatch(this.domain, config.kafka(), shared.holds());
    KafkaClientSupplier clients =
        KafkaInternals.clients(
            properties, one -> HoldingConsumer.of(one, shared.holds(), opening()));
    this.making = () -> new KafkaStreams(topology.get(), properties, clients);
    this.stateDir = config.stateDir();
    this.quarantine = new StoreQuarantine(stateDir, group, Clock.systemUTC());
    this.pacemaker = pacemaker;
    this.owned = new OwnedPartitions(this.domain, shared.tasks(), shared.doubts());
    this.watch = new DomainWatch(domain, config.kafka(), topics, group, config.rights(domain));
    this.writers = new WriterWatch(config.kafka(), this.domain, owner);
    this.staggered = "streams".equals(properties.get(StreamsConfig.GROUP_PROTOCOL_CONFIG));
    this.successors =
        new ThreadSuccessors(
            this.domain,
            stateDir,
            quarantine,
            failures,
            watch,
            course::refuse,
            () -> Admin.create(config.kafka()).close(Duration.ZERO));
  }

  /**
   * Checks the cluster, registers the schemas and starts the application.
   *
   * @throws UnfitCluster if topics are missing, not co-partitioned or have wrong settings, if the
   *     state's rows are lost, or another application writes the ledger
   * @throws DamagedStore if a store is damaged twice within an hour
   * @throws UnwritableState if the state directory is not writable
   */
  public static <S extends State, I, F extends Fact<S>> DomainStreams start(
      Domain<S, I, F> domain, StreamsSettings config) {
    return start(domain, config, new ClusterClock(System::nanoTime, System::currentTimeMillis));
  }

  /** Starts it with what is known of the cluster's time. */
  static <S extends State, I, F extends Fact<S>> DomainStreams start(
      Domain<S, I, F> domain, StreamsSettings config, ClusterClock clock) {
    UnwritableState.check(config.stateDir());
    NativeLibraries.load();
    DomainTopics topics = config.topics(domain);
    FitCluster cluster = FitCluster.check(domain, config, topics);
    DomainTopology<S, I, F> topology =
        new DomainTopology<>(
            domain,
            config::newSerializer,
            config::newDeserializer,
            config.task(cluster.partitions()),
            clock,
            config.past(domain));
    String group = config.applicationId(domain.name());
    Pacemaker pacemaker =
        Pacemaker.start(
            domain, config.kafka(), group, clock, topology.shared().pulses(), config.beat());
    DomainStreams streams =
        new DomainStreams(domain, config, topics, topology, pacemaker, cluster.owner());
    try {
      streams.holds.start();
      streams.start();
    } catch (RuntimeException e) {
      streams.close();
      throw e;
    }
    streams.watch.start(streams.owned::held, streams::held, streams::giveUp);
    streams.writers.start(streams.owned::held, streams::yieldTo);
    if (streams.staggered) {
      streams.share =
          FairShare.await(config.kafka(), group, streams::isRunning, streams.course.running());
    }
    return streams;
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

  private boolean isRunning() {
    return state() == KafkaStreams.State.RUNNING;
  }

  /** Ends because every damaged store is moved away at most once. */
  private void start() {
    while (true) {
      KafkaStreams attempt = making.get();
      attempt.setUncaughtExceptionHandler(successors::after);
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

  /** Stops for good, and commits nothing more, since another application decides as well. */
  private void yieldTo(UnfitCluster another) {
    topology.shared().foreign().set(another);
    giveUp(another);
  }

  /** Stops for good: no other thread could go on. */
  private void giveUp(UnfitCluster why) {
    if (course.refuse(why)) {
      streams.close(leaving());
    }
  }

  private void changed(KafkaStreams.State now) {
    if (now == KafkaStreams.State.RUNNING) {
      watch.ran();
      successors.ran();
      owned.now(streams.metadataForLocalThreads());
      if (!staggered) {
        course.running().complete(null);
      }
    }
    if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
      course.stop(now == KafkaStreams.State.ERROR, failures.last());
    }
  }

  /**
   * Waits until every task of this process is ready.
   *
   * @throws TimeoutException if the time limit is exceeded
   */
  public void awaitRunning(Duration limit) throws TimeoutException, InterruptedException {
    course.awaitRunning(limit);
  }

  /** True once every task of this process has been ready. */
  public boolean hasRun() {
    return course.hasRun();
  }

  /** Completes when the application has stopped, exceptionally if it failed. */
  public CompletableFuture<Void> stopped() {
    return course.stopped();
  }

  public KafkaStreams.State state() {
    return streams.state();
  }

  /**
   * The reason why it is not ready: unfit topics, a failed thread, a hold, inputs that wait while
   * nothing is decided, or a disk that is nearly full.
   */
  public Optional<String> trouble() {
    return Optional.ofNullable(course.unfit())
        .map(UnfitCluster::getMessage)
        .or(failures::trouble)
        .or(() -> holds.trouble(held()))
        .or(() -> watch.trouble(holds.free(owned.held())))
        .or(() -> UnwritableState.nearly(stateDir));
  }

  /** How it stands in this process. */
  public DomainStatus status() {
    return topology.status(owned, watch.waiting(), UnwritableState.room(stateDir));
  }

  /** The partitions of this process. */
  public Set<Integer> owned() {
    return owned.held();
  }

  /** The {@code application.server} of the process that has this partition, if it is known. */
  public Optional<String> server(int partition) {
    return OwnedPartitions.server(streams, partition);
  }

  /** The partitions of this process that are held, in order. */
  public List<Integer> held() {
    return holds.held(owned.held());
  }

  /** The failures of stream threads that were replaced. */
  public ThreadFailures failures() {
    return failures;
  }

  public String domain() {
    return domain;
  }

  /** The present application; null: between two attempts to start it. */
  KafkaStreams application() {
    return streams;
  }

  /** The metrics of Kafka Streams. */
  public Map<MetricName, ? extends Metric> metrics() {
    return streams.metrics();
  }

  /** Commits and leaves the group, so that the others need not wait for the session time-out. */
  @Override
  public void close() {
    close(LAST_CHECKPOINT);
  }

  private void close(Duration lastCheckpoint) {
    KafkaStreams open = streams;
    // Tasks that are open commit while others are still being assigned.
    if (open != null && open.state().isRunningOrRebalancing() && course.unfit() == null) {
      topology.shared().last().await(lastCheckpoint);
    }
    successors.close();
    holds.close();
    if (share != null) {
      share.close();
    }
    watch.close();
    writers.close();
    if (open == null) {
      pacemaker.close();
      abandoned.close();
      return; // between two start attempts
    }
    boolean closed = open.close(leaving());
    pacemaker.close();
    abandoned.close();
    String ended = closed ? "stopped; all decisions are committed" : "not stopped in time";
    LOG.atLevel(closed ? Level.INFO : Level.WARN).log("{}: {}", LogField.domain(domain), ended);
  }

  /** Closes it after this host's clock was set back. Returns false if a thread hangs. */
  boolean leave() {
    StuckPolls polls = new StuckPolls(streams, pacemaker::stir);
    try {
      close(LAST_CHECKPOINT_STUCK);
    } finally {
      polls.close();
    }
    return state() == KafkaStreams.State.NOT_RUNNING;
  }

  /** On topics that it cannot use there is nothing to commit. */
  private CloseOptions leaving() {
    return CloseOptions.timeout(course.unfit() == null ? CLOSE : CLOSE_UNFIT)
        .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
  }

  /**
   * A cluster on which a domain can run.
   *
   * @param partitions of the domain's topics
   * @param owner whose claim stands
   */
  private record FitCluster(int partitions, LedgerOwner owner) {
    /**
     * Checks rights, topics and who writes the ledger, and registers the schemas.
     *
     * @throws UnfitCluster if the domain cannot run here; the message has the remedy
     */
    static FitCluster check(Domain<?, ?, ?> domain, StreamsSettings config, DomainTopics topics) {
      FitCluster fit;
      try (Admin admin = Admin.create(config.kafka())) {
        config.rights(domain).check(admin);
        int partitions = topics.check(admin);
        String group = config.applicationId(domain.name());
        LedgerOwner owner = LedgerOwner.check(admin, domain, config.kafka(), group, partitions);
        LedgerOwner.requireLedger(admin, domain, config.kafka(), group);
        LedgerOwner.requireCurrentGroup(admin, domain, config.kafka(), group, partitions);
        fit = new FitCluster(partitions, owner);
      }
      try (Registry registry = Registry.open(config.registry())) {
        DomainSubjects.register(registry, domain);
      }
      return fit;
    }
  }
}
