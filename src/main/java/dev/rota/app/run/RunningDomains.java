package dev.rota.app.run;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.http.HealthEndpoints;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.RenewableDomain;
import dev.rota.road.stream.StreamsSettings;
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
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/** The domains of this process. */
public final class RunningDomains implements AutoCloseable {
  private final List<RenewableDomain> domains = new ArrayList<>();

  /** Starts all domains at once. If one cannot start, it stops the others. */
  public static RunningDomains start(List<Domain<?, ?, ?>> domains, StreamsSettings config) {
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
  private static RenewableDomain started(Domain<?, ?, ?> domain, StreamsSettings config) {
    Thread.currentThread().setContextClassLoader(RunningDomains.class.getClassLoader());
    return RenewableDomain.start(domain, config);
  }

  public void awaitRunning(Duration limit) throws InterruptedException {
    for (RenewableDomain domain : domains) {
      try {
        domain.awaitRunning(limit);
      } catch (TimeoutException e) {
        throw new CommandFailure(
            ExitCode.AGAIN,
            "the domain " + domain.domain() + " is not ready after " + limit.toSeconds() + " s",
            "it is " + domain.state() + ", so perhaps restoring its state or waiting for its group",
            "try again, or look into its log");
      }
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
