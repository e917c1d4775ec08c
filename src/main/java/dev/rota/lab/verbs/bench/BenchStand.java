package dev.rota.lab.verbs.bench;

import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.RestartBench;
import dev.rota.lab.bench.RoadBench;
import dev.rota.lab.bench.builds.BuildLoad;
import dev.rota.lab.bench.builds.BuildsBench;
import dev.rota.lab.bench.follow.FollowBench;
import dev.rota.lab.bench.follow.WhyBench;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.lab.embedded.registry.LocalRegistry;
import java.io.IOException;
import java.util.Map;

/** The broker, registry and directory that a benchmark of the topology runs on. */
final class BenchStand {
  private BenchStand() {}

  /** A benchmark; returns its exit code. */
  interface Work {
    int on(RoadBench bench) throws IOException;
  }

  /** Settings for Kafka Streams apply to the topology and to its baseline. */
  static Settings settings(RootCommand root) {
    return new SettingsSources()
        .environment(root.console().variables())
        .refuse("bench starts its own broker", KnownSettings.BOOTSTRAP, KnownSettings.REGISTRY)
        .load();
  }

  /** What it runs on: the clients' settings, the registry's URL and a directory. */
  private interface Place {
    int use(Map<String, Object> kafka, String registry, DataDir dir) throws IOException;
  }

  /** What is done on the road of a domain. */
  private interface Use {
    int of(RoadBench bench, Map<String, Object> kafka, String registry) throws IOException;
  }

  static int with(Settings settings, Domain domain, BenchmarkLoad load, Work work)
      throws IOException {
    return road(settings, domain, load, (bench, _, _) -> work.on(bench));
  }

  /** As {@link #with}, for a follower of what the topology has decided. */
  static int follower(Settings settings, Domain domain, BenchmarkLoad load, FollowRun run)
      throws IOException {
    return road(
        settings,
        domain,
        load,
        (bench, kafka, _) -> run.on(bench, new FollowBench(domain, kafka)).code());
  }

  /** As {@link #with}, for questions about what the topology has decided. */
  static int why(Settings settings, Domain domain, BenchmarkLoad load, WhyRun run)
      throws IOException {
    return road(
        settings,
        domain,
        load,
        (bench, kafka, url) -> {
          WhyBench why = new WhyBench(domain, kafka, RoadBench.FIRST_LANE);
          return run.on(bench, why, new WhyRun.Place(domain.name(), address(kafka), url)).code();
        });
  }

  /** As {@link #with}, beside processes that look. */
  static int watched(Settings settings, Domain domain, BenchmarkLoad load, WatchRun run)
      throws IOException {
    return road(
        settings,
        domain,
        load,
        (bench, kafka, _) -> run.on(bench, domain.name(), address(kafka)).code());
  }

  private static String address(Map<String, Object> kafka) {
    return kafka.get("bootstrap.servers").toString();
  }

  private static int road(Settings settings, Domain domain, BenchmarkLoad load, Use use)
      throws IOException {
    return place(
        (kafka, url, dir) -> {
          try (RoadBench bench =
              new RoadBench(domain, kafka, settings.streams(), url, dir.state(), load)) {
            bench.createTopics();
            return use.of(bench, kafka, url);
          }
        });
  }

  /** As {@link #with}, for restarts of one lane with so many waiting items. */
  static int restarts(Settings settings, Domain domain, int waiting, RestartRun run)
      throws IOException {
    return place(
        (kafka, url, dir) -> {
          try (RestartBench bench =
              new RestartBench(domain, kafka, settings.streams(), url, dir.state(), waiting)) {
            return run.on(bench).code();
          }
        });
  }

  /** As {@link #with}, for the road of builds with its front door. */
  static int builds(Settings settings, Domain domain, int lanes, BuildLoad load, BuildsRun run)
      throws IOException {
    return place(
        (kafka, url, dir) -> {
          try (BuildsBench bench =
              BuildsBench.open(domain, kafka, settings.streams(), url, dir.state(), lanes, load)) {
            return run.on(bench).code();
          }
        });
  }

  private static int place(Place work) throws IOException {
    try (DataDir dir = DataDir.open(null);
        LocalBroker broker = LocalBroker.start(dir.kafka(), 0);
        LocalRegistry registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      return work.use(Map.of("bootstrap.servers", broker.bootstrap()), registry.url(), dir);
    }
  }
}
