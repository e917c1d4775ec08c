package dev.rota.cli;

import dev.rota.bench.RoadBench;
import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.embedded.LocalBroker;
import dev.rota.embedded.LocalRegistry;
import dev.rota.engine.Fact;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota bench}: how fast it is here, as a ratio against a baseline in the same run. */
@Command(name = "bench", description = "how fast it is here, against a baseline of the same run")
final class BenchCommand implements Runnable {
  @ParentCommand private Root root;
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say 'bench road'");
  }

  @Command(name = "road", description = "the road against a pass-through topology")
  int road(
      @Option(names = "--records", defaultValue = "200000") long records,
      @Option(names = "--rounds", defaultValue = "3") int rounds,
      @Option(names = "--lanes", defaultValue = "8") int lanes,
      @Option(names = "--threads", defaultValue = "2") int threads,
      @Option(names = "--domain", defaultValue = "cores") String domain)
      throws IOException {
    return road(
        Catalogue.domain(domain), new RoadBench.Load(records, lanes, 4, threads, 1), rounds);
  }

  private <S extends State, I, F extends Fact<S>> int road(
      Domain<S, I, F> domain, RoadBench.Load load, int rounds) throws IOException {
    try (DataDir dir = DataDir.open(null);
        LocalBroker broker = LocalBroker.start(dir.path().resolve("kafka"), 0);
        LocalRegistry registry = LocalRegistry.start(broker.bootstrap(), 0)) {
      RoadBench bench =
          new RoadBench(
              Map.of("bootstrap.servers", broker.bootstrap()),
              registry.url(),
              dir.path().resolve("state"),
              load);
      Progress filling = new Progress(root, "filled");
      bench.fill(domain, filling::at);
      filling.end();
      for (int round = 1; round <= rounds; round++) {
        Progress progress = new Progress(root, "passed");
        RoadBench.Pass base = bench.passThrough(domain, "base-" + round, progress::at);
        progress.end();
        progress = new Progress(root, "decided");
        RoadBench.Pass road = bench.road(domain, "road-" + round, progress::at);
        progress.end();
        root.console()
            .line(
                String.format(
                    Locale.ROOT,
                    "round %d: pass-through %.0f/s (%.1f µs CPU), road %.0f/s (%.1f µs CPU), ratio %.2f",
                    round,
                    base.recordsPerSecond(),
                    base.cpuMicros(),
                    road.recordsPerSecond(),
                    road.cpuMicros(),
                    road.recordsPerSecond() / base.recordsPerSecond()));
        root.console().out().flush();
      }
      return Exit.OK.code();
    }
  }
}
