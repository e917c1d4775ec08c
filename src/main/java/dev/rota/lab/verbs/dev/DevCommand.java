package dev.rota.lab.verbs.dev;

import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.cluster.SettingFlags;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FailureTranslator;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.app.instance.DevChoice;
import dev.rota.app.instance.HomeDirectory;
import dev.rota.app.run.ExecutorFlags;
import dev.rota.app.run.HostedExecutor;
import dev.rota.app.run.ReadyLine;
import dev.rota.base.lines.AnswerJson;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.embedded.DataDir;
import dev.rota.lab.toys.AccountMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota dev}: runs everything in one process. */
@Command(
    name = "dev",
    description = {
      "run everything in one process: Kafka, registry, domains",
      "",
      "Needs no Docker and nothing running. Ctrl-C ends it."
    })
public final class DevCommand implements Callable<Integer> {
  private static final int PORT_MAX = 65_535;
  private static final int PARTITIONS_MAX = 1_000;
  private static final int KAFKA = 9092;
  private static final int REGISTRY = 8081;
  private static final int HTTP = 8080;
  private static final int PAGE = 8090;
  private static final int REAPI = 8980;
  private static final int BOTS_MAX = 1_000;
  private static final int LANES = 3;
  private static final double SPEED = 6;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Option(
      names = "--demo",
      description = "generate traffic for each domain, and show what is assigned")
  private boolean demo;

  @Option(
      names = "--speed",
      paramLabel = "N",
      description = "the demo's time, as a multiple of real time; default: 6")
  private Double speed;

  @Option(names = "--seed", paramLabel = "N", description = "of the demo's traffic; default: 1")
  private Long seed;

  @Option(names = "--lanes", paramLabel = "N", description = "of the demo, per domain; default: 3")
  private Integer lanes;

  @Option(
      names = "--reapi",
      description = {
        "a build farm for Bazel, recc and the like: a front door, a storage, bots.",
        "Whoever reaches the port runs commands as you; only this machine does"
      })
  private boolean reapi;

  /**
   * Each action waits for two commits: until a worker has it, and until its client has the result.
   */
  private static final String FARM_COMMIT_MILLIS = "20";

  @Option(
      names = "--bots",
      paramLabel = "N",
      description = "of the farm: actions at a time, 0: none; default: one per core")
  private Integer bots;

  @Mixin private DomainsFlag domains;

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "keep data here; default: a temporary directory, removed at the end")
  private Path dataDir;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what other commands may call it, where several run; default: its process id")
  private String name;

  @Option(names = "--kafka-port", paramLabel = "PORT", description = "default: 9092" + PORT)
  private Integer kafkaPort;

  @Option(names = "--registry-port", paramLabel = "PORT", description = "default: 8081" + PORT)
  private Integer registryPort;

  @Option(names = "--http-port", paramLabel = "PORT", description = "default: 8080" + PORT)
  private Integer httpPort;

  @Option(names = "--page-port", paramLabel = "PORT", description = "default: 8090" + PORT)
  private Integer pagePort;

  @Option(names = "--reapi-port", paramLabel = "PORT", description = "default: 8980" + PORT)
  private Integer reapiPort;

  @Option(names = "--partitions", paramLabel = "N", description = "of each topic; default: 4")
  private Integer partitions;

  @Mixin private SettingFlags given;

  @Mixin private ExecutorFlags executor;

  private static final String PORT = ", or any free one where that is taken; 0: any free one";

  @Override
  public Integer call() throws IOException, InterruptedException {
    checkWords();
    Settings settings = sources().load();
    int wanted = settings.number(KnownSettings.PARTITIONS);
    flags().within(settings.origin(KnownSettings.PARTITIONS), wanted, 1, PARTITIONS_MAX);
    List<Domain> chosen = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    checkFarm(chosen);
    List<HostedExecutor> executing =
        demo
            ? HostedExecutor.of(chosen, settings, new AccountMachine(), this::demoLanes)
            : HostedExecutor.of(chosen, settings);
    var ports =
        new DevPorts(
            new PortChoice(kafkaPort, KAFKA),
            new PortChoice(registryPort, REGISTRY),
            new PortChoice(http(settings), HTTP),
            new PortChoice(pagePort, PAGE));
    try (ShutdownSequence shutdown = ShutdownSequence.onSignal(root)) {
      DataDir data = shutdown.with(DataDir.open(dataDir));
      DevStack stack =
          DevStack.start(shutdown, root, name, data, chosen, ports, settings, executing);
      DevFarm farm = reapi ? shutdown.with(farm(stack, data)) : null;
      List<String> executes = HostedExecutor.told(chosen, executing);
      List<String> banner = banner(stack, data, ports, executes);
      banner.addAll(banner.size() - 1, building(farm));
      ready(stack, data, banner, farm);
      if (demo) {
        DemoTraffic.start(shutdown, root, stack, chosen, pace(), banner);
      }
      stack.awaitFault();
      return ExitCode.OK.code();
    } catch (ExecutionException e) {
      throw FailureTranslator.gaveUp(
          "a part of the process has failed", e, "see its log for the first fault");
    }
  }

  private PortChoice farmPort() {
    return new PortChoice(reapiPort, REAPI);
  }

  private DevFarm farm(DevStack stack, DataDir data) throws IOException {
    root.note("starting the build farm …");
    int cores = Runtime.getRuntime().availableProcessors();
    return DevFarm.open(
        data,
        stack.settings(),
        HomeDirectory.of(root.console().variables()),
        farmPort(),
        bots == null ? cores : bots);
  }

  private void checkFarm(List<Domain> chosen) {
    if (!reapi) {
      ofTheFarm("--bots", bots);
      ofTheFarm("--reapi-port", reapiPort);
      return;
    }
    FlagValidator flags = flags();
    flags.within("--bots", bots, 0, BOTS_MAX);
    flags.within("--reapi-port", reapiPort, 0, PORT_MAX);
    if (chosen.stream().noneMatch(domain -> domain.name().equals("bots"))) {
      throw flags.usage("--reapi needs the domain bots; name it in --domains too");
    }
    farmPort().requireFree("--reapi-port");
  }

  private void ofTheFarm(String flag, Object value) {
    if (value != null) {
      throw flags().usage(flag + " is of the build farm: add --reapi, or leave it out");
    }
  }

  private SettingsSources sources() {
    SettingsSources sources =
        given
            .to(new SettingsSources().environment(root.console().variables()))
            .flag("--partitions", KnownSettings.PARTITIONS, partitions)
            .flag("--http-port", KnownSettings.HTTP_PORT, httpPort);
    if (reapi) {
      sources.fallback(KnownSettings.COMMIT_INTERVAL, FARM_COMMIT_MILLIS, "rota dev --reapi");
    }
    return DevSettings.refusing(executor.to(domains.to(sources)));
  }

  private List<String> demoLanes(Domain domain) {
    return DemoTraffic.lanes(domain, pace().lanes());
  }

  private DemoTraffic.Pace pace() {
    return new DemoTraffic.Pace(
        lanes == null ? LANES : lanes, seed == null ? 1 : seed, speed == null ? SPEED : speed);
  }

  /** Returns the HTTP port, or null if none was requested. */
  private static Integer http(Settings settings) {
    return settings
        .find(KnownSettings.HTTP_PORT)
        .filter(value -> !value.isDefault())
        .map(value -> Integer.valueOf(value.text()))
        .orElse(null);
  }

  /** Checks the arguments before anything starts, so that a mistake is reported as one. */
  private void checkWords() {
    if (dataDir != null && dataDir.toString().isEmpty()) {
      throw flags().usage("--data-dir is empty; expected a directory");
    }
    if (!demo) {
      ofTheDemo("--speed", speed);
      ofTheDemo("--seed", seed);
      ofTheDemo("--lanes", lanes);
    }
    FlagValidator flags = flags();
    flags.within("--kafka-port", kafkaPort, 0, PORT_MAX);
    flags.within("--registry-port", registryPort, 0, PORT_MAX);
    flags.within("--http-port", httpPort, 0, PORT_MAX);
    flags.within("--page-port", pagePort, 0, PORT_MAX);
    flags.within("--partitions", partitions, 1, PARTITIONS_MAX);
    flags.within("--lanes", lanes, 1, Integer.MAX_VALUE);
    double times = pace().speed();
    if (!(times > 0) || Double.isInfinite(times)) {
      throw flags.usage("--speed is " + times + "; expected a number above 0");
    }
  }

  private void ofTheDemo(String flag, Object value) {
    if (value != null) {
      throw flags().usage(flag + " is of the demonstration: add --demo, or leave it out");
    }
  }

  private FlagValidator flags() {
    return new FlagValidator(spec);
  }

  private void ready(DevStack stack, DataDir data, List<String> banner, DevFarm farm)
      throws IOException {
    if (root.json()) {
      root.console()
          .line(
              AnswerJson.text(
                  new ReadyLine(
                      stack.bootstrap(),
                      stack.registry(),
                      stack.http(),
                      data.path().toString(),
                      stack.page(),
                      farm == null ? null : farm.address())));
      root.console().out().flush();
      return;
    }
    if (!(demo && DemoDisplay.isScreen(root))) {
      banner.forEach(root::note);
    }
  }

  /** Returns the lines with all addresses. */
  private List<String> banner(DevStack stack, DataDir data, DevPorts ports, List<String> executes) {
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "page: " + stack.page() + ports.page().remark(stack.page()),
            "rota dev is ready; Ctrl-C ends it",
            "  Kafka     " + stack.bootstrap() + ports.kafka().remark(stack.bootstrap()),
            "  registry  " + stack.registry() + ports.registry().remark(stack.registry()),
            "  HTTP      " + stack.http() + "/status" + ports.http().remark(stack.http()),
            "  data      " + data.path() + (data.kept() ? ", kept" : ", removed at the end"),
            "  log       " + stack.logPlace(),
            "  topics    "
                + stack.partitions()
                + " partitions each; 'rota topics list' shows them"));
    for (int i = 0; i < executes.size(); i++) {
      lines.add((i == 0 ? "  shards    " : "            ") + executes.get(i));
    }
    lines.add(DevChoice.among(root.console().variables()).howToFind(stack.name()));
    return lines;
  }

  /** Returns the lines about builds: what to paste, or what to start for it. */
  private List<String> building(DevFarm farm) {
    String address = farm == null ? "grpc://127.0.0.1:" + REAPI : farm.address();
    String paste = "bazel build --remote_executor=" + address + " //...";
    if (farm != null) {
      return List.of("  builds    " + paste + farmPort().remark(address));
    }
    return demo ? List.of("  builds    with --reapi: " + paste) : List.of();
  }
}
