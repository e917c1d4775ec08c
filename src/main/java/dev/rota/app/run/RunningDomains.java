package dev.rota.app.run;

import dev.rota.app.cluster.HostClock;
import dev.rota.app.console.CommandFailure;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.DomainStreams;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.stream.status.OpeningProgress;
import dev.rota.serving.metrics.MetricsEndpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The domains of this process. They end together if this machine's clock is set back. */
public final class RunningDomains implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningDomains.class);
  private static final Duration TOLD = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 500;

  private final List<DomainStreams> domains = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(RunningDomains::daemon);

  /** Fails once the clock was set back. */
  private final CompletableFuture<Void> fall = new CompletableFuture<>();

  private boolean ended;

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "host-clock");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts all domains at once. If one cannot start, it stops the others.
   *
   * @param clock by which their clients measure time
   */
  public static RunningDomains start(
      List<Domain> domains, StreamsSettings config, HostClock clock) {
    RunningDomains all = new RunningDomains();
    List<CompletableFuture<DomainStreams>> begun =
        domains.stream()
            .map(
                one ->
                    CompletableFuture.supplyAsync(
                        () -> DomainStreams.start(one, config), Thread::startVirtualThread))
            .toList();
    Throwable fault = null;
    for (CompletableFuture<DomainStreams> one : begun) {
      try {
        all.domains.add(one.join());
      } catch (CompletionException e) {
        fault = fault == null ? e.getCause() : fault;
      }
    }
    if (fault == null) {
      var _ =
          all.timer.scheduleWithFixedDelay(
              () -> all.look(clock), 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
      return all;
    }
    all.close();
    throw fault instanceof RuntimeException e ? e : new IllegalStateException(fault);
  }

  /** The domains leave at once: what else ends with the process may wait for its clients. */
  private synchronized void look(HostClock clock) {
    try {
      clock.check();
    } catch (CommandFailure e) {
      if (!ended && fall.completeExceptionally(e)) {
        LOG.error("shutting down: {}; {}", e.what(), e.fix());
        end(DomainStreams::leave);
      }
    }
  }

  private void end(Consumer<DomainStreams> how) {
    ended = true;
    timer.shutdown();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      domains.forEach(one -> threads.execute(() -> how.accept(one)));
    }
  }

  /**
   * Waits until all run, however long a restore takes. Health endpoints tell orchestrators that
   * they do not; a domain that fails ends the wait.
   *
   * @param tell hears twice a minute what is waited for
   * @throws CommandFailure if the clock was set back
   */
  public void awaitRunning(Consumer<String> tell) throws InterruptedException {
    long began = System.nanoTime();
    for (DomainStreams domain : domains) {
      while (!isRunningWithin(TOLD, domain)) {
        tell.accept(
            "%s is not ready since %d s: it is %s, so it restores its state or waits for its group"
                .formatted(
                    domain.domain(),
                    Duration.ofNanos(System.nanoTime() - began).toSeconds(),
                    domain.state()));
      }
    }
  }

  private boolean isRunningWithin(Duration limit, DomainStreams domain)
      throws InterruptedException {
    try {
      domain.awaitRunning(limit);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (KafkaException e) {
      throw fall.isCompletedExceptionally() ? (CommandFailure) fall.exceptionNow() : e;
    }
  }

  /** The partitions of a domain that this process has. */
  Set<Integer> owned(String domain) {
    return named(domain).map(DomainStreams::owned).orElse(Set.of());
  }

  /** The page of the process that has this partition of a domain, if it has one. */
  Optional<String> server(String domain, int partition) {
    return named(domain).flatMap(one -> one.server(partition));
  }

  /** The partitions of a domain that are being opened. */
  public List<OpeningProgress> opening(String domain) {
    return named(domain).map(one -> one.status().opening()).orElse(List.of());
  }

  private Optional<DomainStreams> named(String domain) {
    return domains.stream().filter(one -> one.domain().equals(domain)).findFirst();
  }

  /** What Prometheus scrapes. Its owner closes it. */
  public MetricsEndpoint metrics(Settings settings) {
    boolean everything = settings.text(KnownSettings.METRICS_KAFKA).equals("all");
    Map<String, Supplier<KafkaStreams>> applications = new HashMap<>();
    domains.forEach(domain -> applications.put(domain.domain(), domain::application));
    return MetricsEndpoint.ofEngine(this::standings, applications, everything);
  }

  public List<HealthEndpoints.Standing> standings() {
    return domains.stream().map(RunningDomains::standing).toList();
  }

  /** The same, as fields of JSON. */
  public List<Map<String, Object>> shown() {
    return standings().stream().map(HealthEndpoints.Standing::shown).toList();
  }

  private static HealthEndpoints.Standing standing(DomainStreams domain) {
    return new HealthEndpoints.Standing(
        domain.domain(),
        domain.state(),
        domain.hasRun(),
        domain.failures().count(),
        domain.trouble().orElse(null),
        domain.held(),
        domain.status());
  }

  /**
   * Returns a future that completes when a domain stops, exceptionally if the domain failed or the
   * clock was set back.
   */
  public CompletableFuture<Object> anyStopped() {
    return CompletableFuture.anyOf(
        Stream.concat(Stream.of(fall), domains.stream().map(DomainStreams::stopped))
            .toArray(CompletableFuture[]::new));
  }

  /** Domains that leave are waited for. */
  @Override
  public synchronized void close() {
    if (!ended) {
      end(DomainStreams::close);
    }
  }
}
