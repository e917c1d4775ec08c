package dev.rota.cli;

import dev.rota.domain.Domain;
import dev.rota.executor.AccountMachine;
import dev.rota.stream.RoadConfig;
import dev.rota.workers.WorkerPool;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** The worker that runs beside the shards' engine, in the same process. */
final class EmbeddedWorkers implements AutoCloseable {
  private static final String DOMAIN = "shards";

  private final WorkerPool pool;

  private EmbeddedWorkers(WorkerPool pool) {
    this.pool = pool;
  }

  /**
   * Starts it where the shards are among the domains.
   *
   * @param threads 0: none is started
   */
  static EmbeddedWorkers start(List<Domain<?, ?, ?>> domains, RoadConfig config, int threads) {
    boolean wanted = threads > 0 && domains.stream().anyMatch(one -> one.name().equals(DOMAIN));
    return new EmbeddedWorkers(
        wanted ? WorkerPool.start(config, name(config), threads, new AccountMachine()) : null);
  }

  /** The same at every start of this process, and nobody else's: a state directory is locked. */
  private static String name(RoadConfig config) {
    String place = config.stateDir().toAbsolutePath().normalize().toString();
    return host() + "-" + Integer.toHexString(place.hashCode());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
  }
}
