package dev.rota.lab.verbs.bench;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.text.SpellingSuggestion;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.bench.BenchmarkLoad;
import dev.rota.lab.bench.LaneCost;
import dev.rota.lab.bench.LanesBench;
import dev.rota.lab.bench.builds.BuildLoad;
import dev.rota.lab.bench.rules.EngineBench;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.traffic.BenchmarkTrial;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota bench}: measures throughput and latency as ratios to a baseline in the same run. */
@Command(
    name = "bench",
    description = {
      "measure speed on this machine against a baseline",
      "",
      "bench road: Rota's topology against a pass-through topology that reads and writes "
          + "one RocksDB row per record, with the same inputs, broker, threads and settings. "
          + "For chunks also the first generation of two large networks: from the last input "
          + "until it is visible.",
      "In bots, heartbeats name their session, and the policy says beats DIFFERENCES: a "
          + "heartbeat has no outcome of its own.",
      "bench DOMAIN: the domain's rules alone, on one core.",
      "bench soak: Rota's topology for minutes at half its speed; exit code 1 if a "
          + "resource grows.",
      "bench follow: a follower's speed and memory, against those of the topology that "
          + "decided.",
      "bench why: how long 'rota why' takes on a lane with a million turns, from the "
          + "shell and in a warm process, and how much of it reads from Kafka.",
      "bench watch: the road alone, beside a follower, and beside one at which browsers " + "look.",
      "bench lanes: what a partition's idle lanes cost: heap, and time at the start.",
      "bench restart: how long a task takes to start whose lane has a million rows: "
          + "after an orderly stop, without its disk, without its changelog, and without "
          + "both.",
      "bench builds: the road of builds with its front door, by the protocols of build "
          + "tools and workers, against a scheduler in memory.",
      "bench actions: what it costs to keep a bot's actions apart, against only linking and "
          + "deleting their inputs.",
      "bench notary: turns that a notary signs per second on one core, against only "
          + "hashing them."
    })
public final class BenchCommand implements Callable<Integer> {
  static final String ROAD = "road";
  static final String SOAK = "soak";
  static final String FOLLOW = "follow";
  static final String WHY = "why";
  static final String WATCH = "watch";
  static final String LANES = "lanes";
  static final String NOTARY = "notary";
  static final String RESTART = "restart";
  static final String BUILDS = "builds";
  static final String ACTIONS = "actions";
  private static final int LANES_OF_ROAD = 8;
  private static final int LANES_OF_PARTITION = 1_000_000;
  private static final int ROWS_OF_LANE = 1_000_000;
  private static final String FULL = "bots";
  private static final int PARTITIONS = 4;
  private static final int STEADY_RATE = 2_000;
  private static final int RECORDS = 200_000;
  private static final int BUILDS_RATE = 500;
  private static final int BUILDS_ACTIONS = 20_000;

  /** As many as clients and workers have connections. */
  private static final int LANES_OF_BUILDS_MAX = 4;

  private static final int ACTIONS_OF_BENCH = 500;
  private static final int INPUTS_OF_ACTION = 1_000;

  private static final long WARM_UP_NANOS = 3_000_000_000L;
  private static final long MEASURED_NANOS = 3_000_000_000L;

  @ParentCommand private RootCommand root;

  @Parameters(
      paramLabel = "WHAT",
      completionCandidates = Benches.class,
      description =
          "road, soak, follow, why, watch, lanes, restart, builds, actions, notary, or a domain "
              + "such as cores")
  private String what;

  @Option(
      names = "--records",
      description =
          "inputs per pass, default 200000; builds: actions, default 20000; actions: default 500")
  private Integer records;

  @Option(names = "--rounds", defaultValue = "3", description = "number of measured rounds")
  private int rounds;

  @Option(
      names = "--lanes",
      description =
          "number of lanes; road: default 8; lanes: default 1000000; builds: default 1, each with a"
              + " front door")
  private Integer lanes;

  @Option(
      names = "--busy",
      defaultValue = "1000",
      description = "lanes: number of lanes with a history")
  private int busy;

  @Option(names = "--threads", defaultValue = "2", description = "road: Kafka Streams threads")
  private int threads;

  @Option(
      names = "--rate",
      description =
          "inputs/s; road: for latencies, default 2000; soak: default half the speed; builds:"
              + " actions/s, default 500")
  private Integer rate;

  @Option(
      names = "--scale",
      defaultValue = "1",
      description = "DOMAIN: multiplies the usual number of waiting and live items")
  private int scale;

  @Option(
      names = "--percent",
      defaultValue = "100",
      description =
          "percentage of the usual size; DOMAIN: of the other trials; road: of a large "
              + "turn; builds:"
              + " of all but rates, actions and bots")
  private int small;

  @Option(
      names = "--browsers",
      defaultValue = "50",
      description =
          "watch: number of browsers; each reads a lane's events and asks as often as the page")
  private int browsers;

  @Option(
      names = "--beside",
      paramLabel = "COMMAND",
      defaultValue = "",
      description = "watch: runs follower and browsers, such as 'taskset -c 2,3'")
  private String beside;

  @Option(
      names = "--bots",
      defaultValue = "1000",
      description = "builds: number of workers; a tenth of them at the steady rate")
  private int bots;

  @Option(names = "--minutes", defaultValue = "10", description = "soak: duration")
  private int minutes;

  @Option(
      names = "--domain",
      completionCandidates = CompletionWords.OfDomains.class,
      description =
          "road, soak, follow, watch: domain of the traffic, default: the first; lanes: "
              + "default: all;"
              + " restart, why: default: bots")
  private String domain;

  @Option(
      names = "--rows",
      defaultValue = "" + ROWS_OF_LANE,
      description = "restart: number of items that wait in the lane, each with a row")
  private int rows;

  @Option(
      names = "--turns",
      defaultValue = "1000000",
      description = "why: inputs of the lane; default: ${DEFAULT-VALUE}")
  private int turns;

  @Option(
      names = "--behind",
      defaultValue = "25000",
      description = "why: inputs after the newest kept checkpoint; default: ${DEFAULT-VALUE}")
  private int behind;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (domain != null) {
      NameLookup.domain(domain);
    }
    if (what.equals(WHY)) {
      return why();
    }
    if (what.equals(LANES)) {
      return lanes();
    }
    if (what.equals(NOTARY)) {
      NotaryReport.of(records(RECORDS), rounds).print(root);
      return ExitCode.OK.code();
    }
    if (what.equals(ACTIONS)) {
      ActionsReport.of(records(ACTIONS_OF_BENCH), INPUTS_OF_ACTION, rounds).print(root);
      return ExitCode.OK.code();
    }
    if (what.equals(RESTART)) {
      Domain full = NameLookup.domain(domain == null ? FULL : domain);
      return BenchStand.restarts(BenchStand.settings(root), full, rows, new RestartRun(root));
    }
    if (what.equals(BUILDS)) {
      return builds();
    }
    return List.of(ROAD, SOAK, FOLLOW, WATCH).contains(what) ? road() : engine(rules());
  }

  /** The domain whose rules alone are measured. */
  private Domain rules() {
    if (NameLookup.names().contains(what)) {
      return NameLookup.domain(what);
    }
    List<String> all = new ArrayList<>();
    new Benches().forEach(all::add);
    throw new CommandFailure(
        ExitCode.USAGE,
        "no benchmark '" + what + "'",
        "there are " + String.join(", ", all) + SpellingSuggestion.after(what, all),
        "name one of them");
  }

  /** The road itself, or what follows it. */
  private int road() throws IOException {
    int count = lanes == null ? LANES_OF_ROAD : lanes;
    BenchmarkLoad load = new BenchmarkLoad(records(RECORDS), count, PARTITIONS, threads, 1);
    Settings settings = BenchStand.settings(root);
    Domain whose = domain == null ? Domains.ALL.get(0) : NameLookup.domain(domain);
    if (what.equals(ROAD)) {
      int steady = rate == null ? STEADY_RATE : rate;
      RoadRun road = new RoadRun(root, load, rounds, steady, small);
      return BenchStand.with(settings, whose, load, bench -> road.on(bench).code());
    }
    if (what.equals(SOAK)) {
      SoakRun soak = new SoakRun(root, load, minutes, rate);
      return BenchStand.with(settings, whose, load, bench -> soak.on(bench).code());
    }
    if (what.equals(FOLLOW)) {
      FollowRun follow = new FollowRun(root, load, rounds);
      return BenchStand.follower(settings, whose, load, follow);
    }
    return BenchStand.watched(settings, whose, load, watch(load));
  }

  private WatchRun watch(BenchmarkLoad load) {
    List<String> words = beside.isBlank() ? List.of() : List.of(beside.strip().split(" +", -1));
    return new WatchRun(root, load, rounds, browsers, words);
  }

  private int why() throws IOException {
    FlagValidator flags = new FlagValidator(spec);
    flags.within("--turns", turns, 2, Integer.MAX_VALUE);
    flags.within("--behind", behind, 1, turns - 1);
    flags.within("--rounds", rounds, 1, Integer.MAX_VALUE);
    Domain whose = NameLookup.domain(domain == null ? FULL : domain);
    BenchmarkLoad load = new BenchmarkLoad(turns, 1, 1, 1, 1);
    WhyRun run = new WhyRun(root, turns, behind, rounds);
    return BenchStand.why(BenchStand.settings(root), whose, load, run);
  }

  private int records(int usual) {
    return records == null ? usual : records;
  }

  private int builds() throws IOException {
    FlagValidator flags = new FlagValidator(spec);
    flags.within("--bots", bots, 1, Integer.MAX_VALUE);
    flags.within("--rounds", rounds, 1, Integer.MAX_VALUE);
    int steady = rate == null ? BUILDS_RATE : rate;
    flags.within("--rate", steady, 1, Integer.MAX_VALUE);
    int grids = lanes == null ? 1 : lanes;
    flags.within("--lanes", grids, 1, LANES_OF_BUILDS_MAX);
    int actions = records(BUILDS_ACTIONS);
    flags.within("--records", actions, 1, Integer.MAX_VALUE);
    BuildLoad load = BuildLoad.of(steady, actions, bots, small);
    Settings settings = BenchStand.settings(root);
    String commits = settings.text(KnownSettings.COMMIT_INTERVAL);
    BuildsRun run = new BuildsRun(root, load, rounds, commits);
    return BenchStand.builds(settings, NameLookup.domain(FULL), grids, load, run);
  }

  private int lanes() throws IOException {
    int count = lanes == null ? LANES_OF_PARTITION : lanes;
    List<Domain> all = domain == null ? Domains.ALL : List.of(NameLookup.domain(domain));
    for (Domain one : all) {
      try (DataDir dir = DataDir.open(null)) {
        LanesBench bench = new LanesBench(one);
        Path store = dir.state();
        LaneCost cost =
            ProgressDisplay.of(root, "lanes", seen -> bench.run(count, busy, store, seen));
        LanesReport report = new LanesReport(cost);
        root.report(report.json(), report.text());
        root.console().out().flush();
      }
    }
    return ExitCode.OK.code();
  }

  private int engine(Domain domain) throws IOException {
    DomainTraffic traffic = DomainTraffic.of(domain);
    for (Map.Entry<String, Traffic> kind : traffic.benchmarks(scale).entrySet()) {
      String name = kind.getKey().isEmpty() ? domain.name() : domain.name() + ", " + kind.getKey();
      EngineReport report = engine(domain, name, kind.getValue());
      root.report(report.json(), report.text());
      root.console().out().flush();
    }
    for (BenchmarkTrial trial : traffic.trials(small)) {
      TrialReport report =
          ProgressDisplay.of(root, "done", seen -> TrialReport.of(trial, rounds, seen));
      root.console().line(root.json() ? report.json() : report.name() + ": " + report.text());
      root.console().out().flush();
    }
    return ExitCode.OK.code();
  }

  private EngineReport engine(Domain domain, String name, Traffic traffic) {
    EngineBench bench =
        ProgressDisplay.of(
            root, "made", seen -> new EngineBench(domain, traffic, records(RECORDS), 1, seen));
    passes(bench, 1, WARM_UP_NANOS); // warm-up: a short pass is mostly JIT compilation
    return new EngineReport(
        name,
        passes(bench, rounds, MEASURED_NANOS),
        EngineBench.digestsPerSecond(),
        ProgressDisplay.of(root, "decided and saved", bench::footprint),
        DomainTraffic.of(domain).peer());
  }

  /** Runs at least this many passes, and more until the time is over: a short pass says little. */
  private List<EngineBench.Pass> passes(EngineBench bench, int least, long nanos) {
    List<EngineBench.Pass> passes = new ArrayList<>();
    long start = System.nanoTime();
    while (passes.size() < least || System.nanoTime() - start < nanos) {
      passes.add(ProgressDisplay.of(root, "facts", bench::pass));
    }
    return passes;
  }

  /** The possible benchmarks, for completion. */
  static final class Benches implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.concat(
              Stream.of(ROAD, SOAK, FOLLOW, WHY, WATCH, LANES, RESTART, BUILDS, ACTIONS, NOTARY),
              NameLookup.names().stream())
          .iterator();
    }
  }
}
