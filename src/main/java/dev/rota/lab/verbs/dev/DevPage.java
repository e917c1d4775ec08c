package dev.rota.lab.verbs.dev;

import dev.rota.app.cluster.Followers;
import dev.rota.app.console.Shutdown;
import dev.rota.app.run.Listening;
import dev.rota.app.run.RunningDomains;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.readers.follow.Tallies;
import dev.rota.road.kept.Since;
import dev.rota.serving.serve.Elsewhere;
import dev.rota.serving.serve.LiveServer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The page of {@code rota dev}: all its domains, followed in this process. */
final class DevPage {
  private DevPage() {}

  /** This process decides all partitions, and follows all. */
  private record Beside(Supplier<RunningDomains> running) implements Elsewhere {
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
      Shutdown shutdown,
      List<Domain<?, ?, ?>> domains,
      Settings settings,
      Port port,
      Supplier<RunningDomains> running) {
    List<LiveDomain<?, ?, ?>> live =
        Followers.start(shutdown, domains, settings, Since.BEGINNING, Set.of(), Tallies.OWN_SERIES);
    return shutdown.with(port.open(number -> Listening.page(live, number, new Beside(running))));
  }
}
