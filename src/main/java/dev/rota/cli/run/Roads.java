package dev.rota.cli.run;

import dev.rota.cli.console.Exit;
import dev.rota.cli.console.Failure;
import dev.rota.domain.Domain;
import dev.rota.http.Health;
import dev.rota.stream.Glances;
import dev.rota.stream.Road;
import dev.rota.stream.RoadConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** The domains that run in this process. */
final class Roads implements AutoCloseable {
  private final List<Road> roads = new ArrayList<>();

  /** Starts them all; the first that cannot start takes the others down. */
  static Roads start(List<Domain<?, ?, ?>> domains, RoadConfig config) {
    Roads all = new Roads();
    try {
      for (Domain<?, ?, ?> domain : domains) {
        all.roads.add(Road.start(domain, config));
      }
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  /** Waits until every domain is ready. */
  void awaitRunning(Duration limit) throws InterruptedException {
    for (Road road : roads) {
      try {
        road.awaitRunning(limit);
      } catch (TimeoutException e) {
        throw new Failure(
            Exit.AGAIN,
            "the domain " + road.domain() + " is not ready after " + limit.toSeconds() + " s",
            "it is " + road.state() + ", so perhaps restoring its state or waiting for its group",
            "try again, or look into its log");
      }
    }
  }

  /** How the lanes of each domain stand. */
  Map<String, Glances> glances() {
    return roads.stream().collect(Collectors.toMap(Road::domain, Road::glances));
  }

  List<Health.Standing> standings() {
    return roads.stream().map(Roads::standing).toList();
  }

  private static Health.Standing standing(Road road) {
    return new Health.Standing(
        road.domain(),
        road.state(),
        road.hasRun(),
        road.deaths().count(),
        road.trouble().orElse(null));
  }

  /** Completes when any of them stops; exceptionally when it gave up. */
  CompletableFuture<Object> anyStopped() {
    return CompletableFuture.anyOf(
        roads.stream().map(Road::stopped).toArray(CompletableFuture[]::new));
  }

  @Override
  public void close() {
    roads.parallelStream().forEach(Road::close);
  }
}
