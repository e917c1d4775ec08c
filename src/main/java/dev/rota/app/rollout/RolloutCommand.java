package dev.rota.app.rollout;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.DomainParameter;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.FlagValidator;
import dev.rota.app.console.RootCommand;
import dev.rota.app.doctor.CheckResult;
import dev.rota.app.doctor.DoctorFinding;
import dev.rota.app.doctor.DoctorFinding.Verdict;
import dev.rota.app.doctor.EngineClients;
import dev.rota.app.doctor.RestartChecks;
import dev.rota.app.size.SizeFigures;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.health.GroupMembers;
import dev.rota.road.health.PartitionFinding;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.StreamsSettings;
import dev.rota.road.topics.RequiredTopics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rota rollout}: tells what a rolling restart of a domain's engines costs. */
@Command(
    name = "rollout",
    description = {
      "tell what a rolling restart costs, and whether it is safe now",
      "",
      "It restarts nothing. Exit code 1: something speaks against it.",
      "Each engine is named in the order in which to restart it, with its partitions, how long each"
          + " stands still and why. docs/rolling-restart.md has the procedure."
    })
public final class RolloutCommand implements Callable<Integer> {
  private static final int ANSWER_MILLIS = 10_000;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;
  @Mixin private ConnectionFlags connection;
  @Mixin private DomainParameter domain;

  @Option(
      names = "--engine",
      paramLabel = "URL",
      split = ",",
      description =
          "asks engines by their HTTP for version, copies of rows and trouble; more with commas")
  private List<String> engines = List.of();

  @Option(
      names = "--watch",
      description =
          "then follows the restart until each engine was restarted once, and says how long each"
              + " partition was silent, beside the estimate")
  private boolean watch;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "that each check may take; default: ${DEFAULT-VALUE}")
  private int seconds;

  /** What was asked by HTTP, and what came of it. */
  private record Asked(List<EngineStatus> statuses, List<DoctorFinding> silent) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    new FlagValidator(spec).within("--timeout", seconds, 1, 3_600);
    List<URI> urls = engines.stream().map(this::address).toList();
    Domain<?, ?, ?> chosen = domain.domain();
    Settings settings = connection.kafka(root);
    String group = RequiredTopics.group(settings.text(KnownSettings.APPLICATION), chosen.name());
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      String ledger = RequiredTopics.ledger(chosen.name());
      int partitions = cluster.require(ledger).partitions().size();
      Optional<GroupMembers> said = GroupMembers.of(cluster.admin(), group, ANSWER_MILLIS);
      Asked asked = ask(urls, chosen.name());
      ClusterReading reading = new ClusterReading(settings);
      RolloutFacts facts = facts(chosen, settings, partitions, said, asked.statuses(), reading);
      RolloutPlan plan = RolloutPlan.of(facts);
      List<CheckResult> found = checks(chosen, settings, facts, plan, said, asked, reading);
      new RolloutReport(facts, plan, found).report().print(root);
      boolean failed = found.stream().anyMatch(one -> one.finding().verdict() == Verdict.FAIL);
      if (watch && !failed) {
        root.console().out().flush();
        new RolloutWatch(root, ClusterReading.kafka(settings), group, ledger, plan).follow();
      }
      return (failed ? ExitCode.DIFFERS : ExitCode.OK).code();
    }
  }

  private URI address(String text) {
    try {
      URI url = URI.create(text);
      if (url.getHost() != null && url.getScheme().matches("https?")) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // It is said below.
    }
    throw new FlagValidator(spec)
        .usage(
            "--engine is '" + text + "'; expected http://HOST:PORT, as 'rota run' serves /status");
  }

  private static Asked ask(List<URI> urls, String domain) {
    Asked asked = new Asked(new ArrayList<>(), new ArrayList<>());
    for (URI url : urls) {
      try {
        asked.statuses().add(EngineStatus.ask(url, domain));
      } catch (CommandFailure e) {
        asked
            .silent()
            .add(
                DoctorFinding.fail(
                    "no engine answers at %s: %s".formatted(url, e.why()),
                    "see whether it runs; http.host and http.port say where it listens"));
      }
    }
    return asked;
  }

  private RolloutFacts facts(
      Domain<?, ?, ?> chosen,
      Settings settings,
      int partitions,
      Optional<GroupMembers> said,
      List<EngineStatus> statuses,
      ClusterReading reading) {
    StreamsSettings streams = StreamsOptions.of(settings, CheckpointChoice.BEGINNING);
    String changelog = streams.changelog(chosen);
    root.note("reads the last turns of each partition");
    Map<Integer, LedgerTail> tails =
        reading.tails(RequiredTopics.ledger(chosen.name()), partitions);
    boolean engine = said.isPresent() && !said.get().members().isEmpty();
    Map<Integer, Long> changelogs = engine ? reading.changelogs(changelog, partitions) : Map.of();
    RestoreRate rate = reading.rate(changelog, changelogs);
    boolean byBrokers = said.isPresent() && said.get().protocol().equals("Streams");
    return new RolloutFacts(
        chosen.name(),
        streams.applicationId(chosen.name()),
        said.map(one -> EngineInstance.of(one, statuses)).orElse(List.of()),
        partitions,
        tails,
        changelogs,
        RestoreRate.best(rate, statuses, changelogs),
        reading.rateUnknown(),
        new RolloutFacts.Settings(
            settings.number(KnownSettings.STANDBYS),
            byBrokers ? null : (Double) (EngineClients.of(streams, chosen).sessionMillis() / 1e3),
            streams.checkpoints()),
        SizeFigures.all().get(chosen.name()));
  }

  private List<CheckResult> checks(
      Domain<?, ?, ?> chosen,
      Settings settings,
      RolloutFacts facts,
      RolloutPlan plan,
      Optional<GroupMembers> said,
      Asked asked,
      ClusterReading reading)
      throws InterruptedException {
    String name = chosen.name();
    RolloutChecks own = new RolloutChecks(facts, plan, settings.text(KnownSettings.BOOTSTRAP));
    List<CheckResult> found =
        new ArrayList<>(
            RestartChecks.run(settings, chosen, Duration.ofSeconds(seconds), root::note));
    List<PartitionFinding> health = HealthLook.of(chosen, settings, facts.partitions());
    found.addAll(RolloutChecks.named("rollout.engines", name, List.of(own.engines(said))));
    found.addAll(RolloutChecks.named("rollout.standbys", name, List.of(own.standbys())));
    found.addAll(RolloutChecks.named("rollout.health", name, own.health(health)));
    RulesAdoption adoption = RulesAdoption.of(settings.text(KnownSettings.RULES_ADOPT));
    DoctorFinding rules = own.rules(chosen.engine().rules(), adoption);
    found.addAll(RolloutChecks.named("rollout.rules", name, List.of(rules)));
    found.addAll(RolloutChecks.named("rollout.versions", name, asked.silent()));
    if (asked.silent().isEmpty() || !asked.statuses().isEmpty()) {
      found.addAll(RolloutChecks.named("rollout.versions", name, own.statuses(asked.statuses())));
    }
    found.addAll(RolloutChecks.named("rollout.known", name, reading.unknown()));
    return found;
  }
}
