package dev.rota.road.stream;

import dev.rota.base.text.LogField;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.status.DomainStatus;
import dev.rota.road.stream.time.ClockFall;
import dev.rota.road.stream.time.ClusterClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A domain that outlives a clock that is set back: its application and all its Kafka clients are
 * closed and made anew. What it knows of the cluster's time stays.
 */
public final class RenewableDomain implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RenewableDomain.class);
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Domain domain;
  private final StreamsSettings config;
  private final ClusterClock clock;
  private final ClockFall fall;
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private final ScheduledExecutorService timer;
  private volatile DomainStreams streams;
  private volatile String renewal;
  private boolean closed;

  private RenewableDomain(Domain domain, StreamsSettings config, LongSupplier wallMillis) {
    this.domain = domain;
    this.config = config;
    this.clock = new ClusterClock(System::nanoTime, wallMillis);
    this.fall = new ClockFall(wallMillis);
    this.streams = begin();
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, domain.name() + "-clock");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts it as {@link DomainStreams#start} does. */
  public static RenewableDomain start(Domain domain, StreamsSettings config) {
    return start(domain, config, System::currentTimeMillis);
  }

  /**
   * Starts it.
   *
   * @param wallMillis the host's clock in epoch ms
   */
  static RenewableDomain start(Domain domain, StreamsSettings config, LongSupplier wallMillis) {
    RenewableDomain lasting = new RenewableDomain(domain, config, wallMillis);
    var unused =
        lasting.timer.scheduleWithFixedDelay(
            lasting::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    return lasting;
  }

  private DomainStreams begin() {
    DomainStreams begun = DomainStreams.start(domain, config, clock);
    var unused = begun.stopped().whenComplete((done, fault) -> end(begun, fault));
    return begun;
  }

  private void end(DomainStreams ended, Throwable fault) {
    if (fault != null) {
      stopped.completeExceptionally(fault);
    } else if (ended == streams && renewal == null) {
      stopped.complete(null);
    }
  }

  private synchronized void look() {
    long fellMillis = fall.look();
    if (fellMillis == 0 || closed || stopped.isDone()) {
      return;
    }
    renewal = "this host's clock was set back by " + fellMillis + " ms: its clients are renewed";
    LOG.warn("{}: {}", LogField.domain(domain.name()), renewal);
    try {
      renew();
      LOG.info("{}: its clients are renewed", LogField.domain(domain.name()));
      renewal = null;
    } catch (RuntimeException | Error e) {
      stopped.completeExceptionally(e);
    }
  }

  private void renew() {
    if (!streams.leave()) {
      throw new KafkaException(
          "this host's clock was set back, and a thread does not end; restart the process");
    }
    fall.forget();
    streams = begin();
  }

  /**
   * Waits until every task of this process is ready.
   *
   * @throws TimeoutException if the time limit is exceeded
   */
  public void awaitRunning(Duration limit) throws TimeoutException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      DomainStreams awaited = renewed();
      try {
        awaited.awaitRunning(Duration.ofNanos(deadline - System.nanoTime()));
        return;
      } catch (KafkaException e) {
        if (awaited == renewed()) {
          throw e;
        }
      }
    }
  }

  /** Waits for a renewal that is under way. */
  private synchronized DomainStreams renewed() {
    return streams;
  }

  public String domain() {
    return domain.name();
  }

  /** As others see it: while clients are renewed, its partitions are moved. */
  public KafkaStreams.State state() {
    boolean renewed = renewal != null && !stopped.isDone();
    return renewed ? KafkaStreams.State.REBALANCING : streams.state();
  }

  /** The present application, for its metrics. */
  public KafkaStreams application() {
    return streams.application();
  }

  /** Returns true if every task has been ready since its clients were made. */
  public boolean hasRun() {
    return streams.hasRun();
  }

  /** The reason why it is not ready. */
  public Optional<String> trouble() {
    return Optional.ofNullable(renewal).or(streams::trouble);
  }

  /** How it stands in this process. */
  public DomainStatus status() {
    return streams.status();
  }

  /** The partitions of this process. */
  public Set<Integer> owned() {
    return streams.owned();
  }

  /** As {@link DomainStreams#server}. */
  public Optional<String> server(int partition) {
    return streams.server(partition);
  }

  /** The partitions of this process that are held, in order. */
  public List<Integer> held() {
    return streams.held();
  }

  /** The failures of stream threads that were replaced, since its clients were made. */
  public ThreadFailures failures() {
    return streams.failures();
  }

  /** Completes when it has stopped for good, exceptionally if it failed. */
  public CompletableFuture<Void> stopped() {
    return stopped;
  }

  /** Waits for a renewal that is under way, then stops as {@link DomainStreams#close} does. */
  @Override
  public synchronized void close() {
    closed = true;
    timer.shutdown();
    streams.close();
  }
}
