package dev.rota.app.run;

import dev.rota.app.cluster.DomainFollowers;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.FactTallies;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.serving.serve.LiveServer;
import dev.rota.serving.serve.ProcessContext;
import dev.rota.serving.serve.ServerAccess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The page of {@code rota dev}: all its domains, followed in this process. */
final class DevPage {
  private DevPage() {}

  /** This process decides all partitions, and follows all. */
  private record Beside(Supplier<RunningDomains> running) implements ProcessContext {
    @Override
    public Optional<String> server(String domain, int partition) {
      return Optional.empty();
    }

    @Override
    public List<Map<String, Object>> engine() {
      RunningDomains now = running.get();
      return now == null ? List.of() : now.shown();
    }
  }

  /**
   * Opens it.
   *
   * @param running null as long as the domains start
   */
  static LiveServer start(
      ShutdownSequence shutdown,
      List<Domain<?, ?, ?>> domains,
      Settings settings,
      PortChoice port,
      Supplier<RunningDomains> running) {
    List<LiveDomain<?, ?, ?>> live =
        DomainFollowers.start(
            shutdown,
            domains,
            settings,
            CheckpointChoice.BEGINNING,
            Set.of(),
            FactTallies.OWN_SERIES);
    return shutdown.with(port.open(number -> listen(live, number, new Beside(running))));
  }

  /** Opens the port of a page on this machine, or explains how to choose another. */
  static LiveServer listen(List<LiveDomain<?, ?, ?>> live, int port, ProcessContext beside) {
    try {
      return LiveServer.start(live, ServerAccess.local(port), beside);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.CONFIGURATION,
          "cannot listen on 127.0.0.1:" + port,
          e.getMessage(),
          "choose another with --page-port, 0 for any free one",
          e);
    }
  }
}
