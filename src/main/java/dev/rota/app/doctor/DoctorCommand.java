package dev.rota.app.doctor;

import dev.rota.app.cluster.ConnectionFlags;
import dev.rota.app.cluster.DomainsFlag;
import dev.rota.app.cluster.RoleRights;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.NameLookup;
import dev.rota.app.console.RootCommand;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.topics.rights.TopicRole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rota doctor}: looks for what would hinder Rota, and says what mends it. */
@Command(
    name = "doctor",
    description = {
      "look at cluster, topics, rights and machine; say what to mend",
      "",
      "Exit code 1: something fails."
    })
public final class DoctorCommand implements Callable<Integer> {
  /** In the order in which they are made. One that opens a service comes before others. */
  static final List<DoctorCheck> CHECKS =
      List.of(
          new ReachableCheck(),
          new AutoCreateCheck(),
          new InternalTopicsCheck(),
          BrokerLimitsCheck.TRANSACTIONS,
          BrokerLimitsCheck.GROUPS,
          BrokerLimitsCheck.SIZES,
          new TopicPlanCheck(),
          new RightsCheck(),
          new ClockCheck(),
          new SettingsCheck(),
          new StateDirCheck(),
          new SandboxCheck(),
          new RegistryCheck(),
          new SchemasCheck(),
          new OwnerCheck(),
          new HoldsCheck(),
          new MembersCheck());

  private static final Duration LOOK = Duration.ofSeconds(2);

  @ParentCommand private RootCommand root;
  @Mixin private ConnectionFlags connection;
  @Mixin private DomainsFlag domains;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "engine",
      completionCandidates = RoleRights.OfRoles.class,
      description = "whose rights are checked: ${COMPLETION-CANDIDATES}; default: engine")
  private TopicRole role;

  @Option(names = "--state-dir", paramLabel = "DIR", description = "directory of the state stores")
  private Path stateDir;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "that each check may take; default: ${DEFAULT-VALUE}")
  private int seconds;

  @Override
  public Integer call() throws IOException {
    if (seconds < 1) {
      throw new CommandFailure(
              ExitCode.USAGE, "--timeout is " + seconds, "expected 1 or more", "pass --timeout 30")
          .about("--timeout", seconds);
    }
    Settings settings =
        connection.withDev(
            domains
                .to(connection.sources(root))
                .flag("--state-dir", KnownSettings.STATE_DIR, stateDir),
            root);
    List<Domain> chosen = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    DoctorReport report = new DoctorReport(root.json(), CheckRunner.names(CHECKS, chosen));
    try (DoctorContext context = new DoctorContext(settings, role, chosen)) {
      CheckRunner runner = new CheckRunner(context, Duration.ofSeconds(seconds), LOOK, this::waits);
      runner.run(CHECKS, one -> print(report.lines(one)));
      print(report.summary(runner.skipped()));
    }
    return (report.hasFailed() ? ExitCode.DIFFERS : ExitCode.OK).code();
  }

  private void waits(String words) {
    if (!root.json()) {
      root.note(words);
    }
  }

  /** Each finding is shown as soon as it is there. */
  private void print(List<String> lines) {
    try {
      for (String line : lines) {
        root.console().line(line);
      }
      root.console().out().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
