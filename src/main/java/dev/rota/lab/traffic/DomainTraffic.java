package dev.rota.lab.traffic;

import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.kernel.domain.Domain;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A domain's own traffic, and what else the lab wants of the domain. Its jar may name it in {@code
 * META-INF/services}. Its lanes have histories of a realistic size.
 */
public interface DomainTraffic extends Traffic {
  /** The domain's name. */
  String domain();

  /** Returns a new observer that checks a lane's inputs against its outputs. */
  default TopicsObserver watch() {
    return TopicsObserver.BLIND;
  }

  /**
   * Further benchmarks, in this order. Later ones may use the results of earlier ones.
   *
   * @param scale percentage of the usual size, at least 1
   */
  default List<BenchmarkTrial> trials(int scale) {
    return List.of();
  }

  /** Returns the domain's traffic, if a jar of this program names it. */
  static Optional<DomainTraffic> find(Domain domain) {
    return Named.ALL.stream().filter(traffic -> traffic.domain().equals(domain.name())).findFirst();
  }

  /** Returns the domain's traffic, or fails with where it is looked for. */
  static DomainTraffic of(Domain domain) {
    return find(domain)
        .orElseThrow(
            () ->
                new CommandFailure(
                    ExitCode.USAGE,
                    "there is no traffic of the domain '" + domain.name() + "'",
                    "no jar lists one in META-INF/services/" + DomainTraffic.class.getName(),
                    "pass records of your own, or see 'Adding a domain' in CONTRIBUTING.md"));
  }

  /** What the jars of this program name. */
  final class Named {
    private static final List<DomainTraffic> ALL =
        ServiceLoader.load(DomainTraffic.class, DomainTraffic.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();

    private Named() {}
  }
}
