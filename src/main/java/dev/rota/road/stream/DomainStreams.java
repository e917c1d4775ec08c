package dev.rota.road.stream;

import dev.rota.base.text.LogField;
import dev.rota.kernel.domain.Domain;
import dev.rota.registry.Registry;
import dev.rota.road.stream.damage.DamagedStore;
import dev.rota.road.stream.past.LedgerOwner;
import dev.rota.road.stream.status.ApplicationLifecycle;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.stream.time.Pacemaker;
import dev.rota.road.stream.time.StuckPolls;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One domain in this process: it starts and ends, and says how it stands. {@link
 * StreamsApplication} is what it builds, and {@link DomainWatches} what it watches.
 */
public final class DomainStreams implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DomainStreams.class);
  private static final Duration LAST_CHECKPOINT = Duration.ofSeconds(5);
  // Long before threads that hang are interrupted: none may be until all are told to stop.
  private static final Duration LAST_CHECKPOINT_STUCK = Duration.ofSeconds(1);
  private static final Duration CLOSE = Duration.ofSeconds(20);
  private static final Duration CLOSE_UNFIT = Duration.ofSeconds(5);

  private final String domain;
  private final Path stateDir;
  private final DomainTopology topology;
  private final Pacemaker pacemaker;
  private final ApplicationLifecycle course;
  private final ThreadFailures failures = new ThreadFailures(System::nanoTime);
  private final OwnedPartitions owned;
  private final DomainWatches watches;
  private final StreamsApplication application;

  /**
   * A cluster on which a domain can run.
   *
   * @param partitions of the domain's topics
   * @param owner whose claim stands
   * @param decidedMillis the time of the ledger's last turn, epoch ms; negative: it has none
   */
  private record FitCluster(int partitions, LedgerOwner owner, long decidedMillis) {
    /**
     * Checks rights, topics and who writes the ledger, and registers the schemas.
     *
     * @throws UnfitCluster if the domain cannot run here; the message has the remedy
     */
    static FitCluster check(Domain domain, StreamsSettings config, DomainTopics topics) {
      FitCluster fit;
      try (Admin admin = Admin.create(config.kafka())) {
        config.rights(domain).check(admin);
        int partitions = topics.check(admin);
        String group = config.applicationId(domain.name());
        LedgerOwner owner = LedgerOwner.check(admin, domain, config.kafka(), group, partitions);
        LedgerOwner.requireLedger(admin, domain, config.kafka(), group);
        long decidedMillis =
            LedgerOwner.requireCurrentGroup(admin, domain, config.kafka(), group, partitions);
        fit = new FitCluster(partitions, owner, decidedMillis);
      }
      try (Registry registry = Registry.open(config.values().registry())) {
        DomainSubjects.register(registry, domain);
      }
      return fit;
    }
  }

  private DomainStreams(
      Domain domain,
      StreamsSettings config,
      DomainTopics topics,
      LedgerOwner owner,
      DomainTopology topology,
      Pacemaker pacemaker) {
    SharedTaskParts shared = topology.shared();
    this.domain = domain.name();
    this.stateDir = config.stateDir();
    this.topology = topology;
    this.pacemaker = pacemaker;
    this.course = new ApplicationLifecycle(this.domain);
    this.owned = new OwnedPartitions(this.domain, shared.tasks(), shared.doubts());
    this.watches = new DomainWatches(domain, config, topics, owner, shared.holds(), owned::held);
    this.application =
        new StreamsApplication(
            domain, config, topology, failures, owned, watches.cluster(), course);
  }

  /**
   * Checks the cluster, registers the schemas and starts the application.
   *
   * @throws UnfitCluster if topics are missing, not co-partitioned or have wrong settings, if the
   *     state's rows are lost, or another application writes the ledger
   * @throws DamagedStore if a store is damaged twice within an hour
   * @throws UnwritableState if the state directory is not writable
   */
  public static DomainStreams start(Domain domain, StreamsSettings config) {
    UnwritableState.check(config.stateDir());
    NativeLibraries.load();
    DomainTopics topics = config.topics(domain);
    FitCluster cluster = FitCluster.check(domain, config, topics);
    ClusterClock clock =
        new ClusterClock(System::nanoTime, System::currentTimeMillis, cluster.decidedMillis());
    DomainTopology topology =
        new DomainTopology(
            domain,
            config::newSerializer,
            config::newDeserializer,
            cluster.partitions(),
            config.task(),
            clock,
            config.past(domain));
    String group = config.applicationId(domain.name());
    Pacemaker pacemaker =
        Pacemaker.start(
            domain, config.kafka(), group, clock, topology.shared().pulses(), config.task().beat());
    DomainStreams streams =
        new DomainStreams(domain, config, topics, cluster.owner(), topology, pacemaker);
    try {
      streams.watches.beforeStart();
      streams.application.start();
    } catch (RuntimeException e) {
      streams.close();
      throw e;
    }
    streams.watches.start(streams::giveUp, streams::yieldTo);
    return streams;
  }

  /** Stops for good, and commits nothing more, since another application decides as well. */
  private void yieldTo(UnfitCluster another) {
    topology.shared().foreign().set(another);
    giveUp(another);
  }

  /** Stops for good: no other thread could go on. */
  private void giveUp(UnfitCluster why) {
    if (course.refuse(why)) {
      var _ = application.stop(leaving());
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
    return application.built().state();
  }

  /**
   * The reason why it is not ready: unfit topics, a failed thread, a hold, inputs that wait while
   * nothing is decided, or a disk that is nearly full.
   */
  public Optional<String> trouble() {
    return Optional.ofNullable(course.unfit())
        .map(UnfitCluster::getMessage)
        .or(failures::trouble)
        .or(watches::trouble)
        .or(() -> UnwritableState.nearly(stateDir));
  }

  /** How it stands in this process. */
  public DomainStatus status() {
    return topology.status(owned, watches.cluster().waiting(), UnwritableState.room(stateDir));
  }

  /** The partitions of this process. */
  public Set<Integer> owned() {
    return owned.held();
  }

  /** The {@code application.server} of the process that has this partition, if it is known. */
  public Optional<String> server(int partition) {
    return OwnedPartitions.server(application.built(), partition);
  }

  /** The partitions of this process that are held, in order. */
  public List<Integer> held() {
    return watches.held();
  }

  /** The failures of stream threads that were replaced. */
  public ThreadFailures failures() {
    return failures;
  }

  public String domain() {
    return domain;
  }

  /** Kafka Streams, for its metrics. */
  public KafkaStreams application() {
    return application.built();
  }

  /** The metrics of Kafka Streams. */
  public Map<MetricName, ? extends Metric> metrics() {
    return application.built().metrics();
  }

  /** Commits and leaves the group, so that the others need not wait for the session time-out. */
  @Override
  public void close() {
    close(LAST_CHECKPOINT);
  }

  /**
   * The same, after this host's clock was set back: polls that began before would last until it
   * shows their end, and nothing would be committed.
   */
  public void leave() {
    StuckPolls polls = new StuckPolls(application.built(), pacemaker::stir);
    try {
      close(LAST_CHECKPOINT_STUCK);
    } finally {
      polls.close();
    }
  }

  private void close(Duration lastCheckpoint) {
    KafkaStreams open = application.built();
    // Tasks that are open commit while others are still being assigned.
    if (open != null && open.state().isRunningOrRebalancing() && course.unfit() == null) {
      topology.shared().last().await(lastCheckpoint);
    }
    watches.close();
    boolean closed = application.close(leaving());
    pacemaker.close();
    if (open == null) {
      return; // between two start attempts
    }
    String ended = closed ? "stopped; all decisions are committed" : "not stopped in time";
    LOG.atLevel(closed ? Level.INFO : Level.WARN).log("{}: {}", LogField.domain(domain), ended);
  }

  /** On topics that it cannot use there is nothing to commit. */
  private CloseOptions leaving() {
    return CloseOptions.timeout(course.unfit() == null ? CLOSE : CLOSE_UNFIT)
        .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
  }
}
