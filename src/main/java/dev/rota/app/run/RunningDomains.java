package dev.rota.app.run;

import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.RenewableDomain;
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
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/** The domains of this process. */
public final class RunningDomains implements AutoCloseable {
  private static final Duration TOLD = Duration.ofSeconds(30);

  private final List<RenewableDomain> domains = new ArrayList<>();

  /** Starts all domains at once. If one cannot start, it stops the others. */
  public static RunningDomains start(List<Domain> domains, StreamsSettings config) {
    RunningDomains all = new RunningDomains();
    List<CompletableFuture<RenewableDomain>> begun =
        domains.stream()
            .map(one -> CompletableFuture.supplyAsync(() -> started(one, config)))
            .toList();
    Throwable fault = null;
    for (CompletableFuture<RenewableDomain> one : begun) {
      try {
        all.domains.add(one.join());
      } catch (CompletionException e) {
        fault = fault == null ? e.getCause() : fault;
      }
    }
    if (fault == null) {
      return all;
    }
    all.close();
    throw fault instanceof RuntimeException e ? e : new IllegalStateException(fault);
  }

  /** Kafka finds classes by the thread's loader, and a pool's threads may have another. */
  private static RenewableDomain started(Domain domain, StreamsSettings config) {
    Thread.currentThread().setContextClassLoader(RunningDomains.class.getClassLoader());
    return RenewableDomain.start(domain, config);
  }

  /**
   * Waits until all run, however long a restore takes. Health endpoints tell orchestrators that
   * they do not; a domain that fails ends the wait.
   *
   * @param tell hears twice a minute what is waited for
   */
  public void awaitRunning(Consumer<String> tell) throws InterruptedException {
    long began = System.nanoTime();
    for (RenewableDomain domain : domains) {
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

  private static boolean isRunningWithin(Duration limit, RenewableDomain domain)
      throws InterruptedException {
    try {
      domain.awaitRunning(limit);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** The partitions of a domain that this process has. */
  Set<Integer> owned(String domain) {
    return named(domain).map(RenewableDomain::owned).orElse(Set.of());
  }

  /** The page of the process that has this partition of a domain, if it has one. */
  Optional<String> server(String domain, int partition) {
    return named(domain).flatMap(one -> one.server(partition));
  }

  /** The partitions of a domain that are being opened. */
  public List<OpeningProgress> opening(String domain) {
    return named(domain).map(one -> one.status().opening()).orElse(List.of());
  }

  private Optional<RenewableDomain> named(String domain) {
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

  private static HealthEndpoints.Standing standing(RenewableDomain domain) {
    return new HealthEndpoints.Standing(
        domain.domain(),
        domain.state(),
        domain.hasRun(),
        domain.failures().count(),
        domain.trouble().orElse(null),
        domain.held(),
        domain.status());
  }

  /** Returns a future that completes when a domain stops, exceptionally if the domain failed. */
  public CompletableFuture<Object> anyStopped() {
    return CompletableFuture.anyOf(
        domains.stream().map(RenewableDomain::stopped).toArray(CompletableFuture[]::new));
  }

  @Override
  public void close() {
    domains.parallelStream().forEach(RenewableDomain::close);
  }
}
