package dev.rota.lab.verbs.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rota.app.console.CommandReport;
import dev.rota.app.console.CompletionWords;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.ProgressDisplay;
import dev.rota.app.console.RootCommand;
import dev.rota.app.log.LogVerbosity;
import dev.rota.domains.Domains;
import dev.rota.kernel.domain.Domain;
import dev.rota.lab.road.KafkaPromise;
import dev.rota.lab.road.RoadCounts;
import dev.rota.lab.road.RoadSimulation;
import dev.rota.lab.road.RoadSimulation.Finding;
import dev.rota.lab.traffic.DomainTraffic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code rota simulate road}: engines over a modelled Kafka, with faults at every step. */
@Command(
    name = "road",
    description = {
      "run engines over a modelled Kafka, with faults at every step",
      "",
      "An engine's own code decides, keeps rows and writes pages, in one thread. The seed says who"
          + " goes on next and what fails: engines are killed and frozen, transactions time out,"
          + " their markers come late, partitions move and are held, rows are damaged,"
          + " changelogs are lost."
          + " A follower verifies all that becomes visible: each input is taken once, each output"
          + " is there once, and the ledger is what its replay gives. If not, the exit code is 1"
          + " and a command that reproduces the failure is printed."
    })
final class SimulateRoad implements Callable<Integer> {
  private static final int HISTORIES_MAX = 1_000_000;
  private static final int EVENTS_MAX = 10_000;
  private static final double NANOS = 1e9;

  @ParentCommand private SimulateCommand parent;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DOMAIN",
      arity = "0..*",
      completionCandidates = CompletionWords.OfAllDomains.class,
      description = "domains; default: all")
  private List<String> names = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "of the first history; the next one has the next seed; default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--histories",
      paramLabel = "H",
      defaultValue = "10",
      description = "of each domain; default: ${DEFAULT-VALUE}")
  private int histories;

  @Option(
      names = "--events",
      paramLabel = "E",
      defaultValue = "150",
      description = "of each of four lanes; default: ${DEFAULT-VALUE}")
  private int events;

  @Option(
      names = "--break",
      paramLabel = "PROMISE",
      description =
          "the model does not keep this promise of Kafka's, and enough histories must show it;"
              + " if none does, the exit code is 3: ${COMPLETION-CANDIDATES}")
  private KafkaPromise broken;

  @Override
  public Integer call() throws Exception {
    FlagValidator flags = new FlagValidator(spec);
    ParseResult before = spec.parent().commandLine().getParseResult();
    boolean ofParent = before.matchedOptions().stream().anyMatch(one -> !one.inherited());
    if (ofParent || !before.matchedPositionals().isEmpty()) {
      throw flags.usage("domains and options of 'simulate road' follow the word 'road'");
    }
    flags.within("--histories", histories, 1, HISTORIES_MAX);
    flags.within("--events", events, 1, EVENTS_MAX);
    flags.within("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE - HISTORIES_MAX);
    RootCommand root = parent.root();
    RoadSimulation simulation =
        new RoadSimulation(new RoadSimulation.Plan(domains(), seed, histories, events, broken));
    long started = System.nanoTime();
    // Engines warn of each fault that the model makes.
    Runnable loud = root.verbosity() == 0 ? LogVerbosity.divert(_ -> {}) : () -> {};
    Optional<Finding> found;
    try {
      found =
          ProgressDisplay.beside(
              root, "histories simulated", simulation::histories, simulation::run);
    } finally {
      loud.run();
    }
    double seconds = (System.nanoTime() - started) / NANOS;
    report(simulation, found, seconds).print(root);
    return exit(found.isPresent()).code();
  }

  /** What is broken on purpose must be found. */
  private ExitCode exit(boolean isFound) {
    if (isFound) {
      return ExitCode.DIFFERS;
    }
    return broken == null ? ExitCode.OK : ExitCode.NOT_FOUND;
  }

  /** All of them are those that have traffic. */
  private List<Domain> domains() {
    if (names.isEmpty() || names.contains("all")) {
      return Domains.ALL.stream().filter(one -> DomainTraffic.find(one).isPresent()).toList();
    }
    List<Domain> chosen = NameLookup.domains(names);
    chosen.forEach(DomainTraffic::of);
    return chosen;
  }

  private CommandReport report(RoadSimulation simulation, Optional<Finding> found, double seconds) {
    RoadCounts total = simulation.total();
    CommandReport report = new CommandReport("road: " + verdict(found));
    List<String> of = simulation.counts().keySet().stream().map(Domain::name).toList();
    ObjectNode json = report.fields().put("ok", exit(found.isPresent()) == ExitCode.OK);
    found.ifPresent(one -> tell(one, report));
    long last = found.map(Finding::seed).orElse(seed + histories - 1);
    report.line(
        "histories",
        "%d of %s: %s, %d events of each lane",
        simulation.histories(),
        String.join(", ", of),
        seed == last ? "seed " + seed : "seeds %d to %d".formatted(seed, last),
        events);
    json.put("histories", simulation.histories()).put("seed", seed).put("events", events);
    of.forEach(json.putArray("domains")::add);
    if (broken != null) {
      json.put("broken", broken.name());
    }
    for (RoadCounts.Kind kind : RoadCounts.Kind.values()) {
      report.line(kind.name().toLowerCase(Locale.ROOT), "%s", words(total, kind));
    }
    ObjectNode happened = json.putObject("happened");
    total.counts().forEach((what, count) -> happened.put(what.name(), count));
    report.line(
        "speed",
        "%.0f turns/s, %.0f kills/s, %.1f s",
        total.counts().get(RoadCounts.What.TURN_VERIFIED) / seconds,
        total.counts().get(RoadCounts.What.ENGINE_KILLED) / seconds,
        seconds);
    json.put("seconds", seconds);
    return report;
  }

  private String verdict(Optional<Finding> found) {
    return found
        .map(one -> "BROKEN in %s, seed %d".formatted(one.domain().name(), one.seed()))
        .orElse(broken == null ? "OK" : "NOTHING FOUND although the model breaks " + broken);
  }

  private void tell(Finding found, CommandReport report) {
    String repeat =
        "./rota simulate road %s --seed %d --histories 1 --events %d%s"
            .formatted(
                found.domain().name(),
                found.seed(),
                found.events(),
                broken == null ? "" : " --break " + broken);
    report.line("found", "%s", found.what());
    report.line("repeat", "%s", repeat);
    report
        .fields()
        .putObject("finding")
        .put("domain", found.domain().name())
        .put("seed", found.seed())
        .put("events", found.events())
        .put("found", found.what())
        .put("repeat", repeat);
  }

  private static String words(RoadCounts counts, RoadCounts.Kind kind) {
    return counts.counts().entrySet().stream()
        .filter(one -> one.getKey().kind() == kind)
        .map(SimulateRoad::word)
        .collect(Collectors.joining(", "));
  }

  private static String word(Map.Entry<RoadCounts.What, Long> count) {
    return count.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + " "
        + count.getValue();
  }
}
