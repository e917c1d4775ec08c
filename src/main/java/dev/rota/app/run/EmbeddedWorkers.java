package dev.rota.app.run;

import dev.rota.client.ShardWorker;
import dev.rota.client.TopicAccess;
import dev.rota.road.stream.StreamsSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Workers that run in the same process as the shards' engine. */
public final class EmbeddedWorkers implements AutoCloseable {
  private final List<ShardWorker> workers = new ArrayList<>();

  private EmbeddedWorkers() {}

  /** Starts a worker per executor. The shards' topics must exist. */
  public static EmbeddedWorkers start(StreamsSettings config, List<HostedExecutor> executing) {
    EmbeddedWorkers all = new EmbeddedWorkers();
    try {
      for (HostedExecutor one : executing) {
        String name = name(config) + "-" + one.name();
        all.workers.add(
            ShardWorker.start(access(config), name, one.threads(), one.executor(), one.pools()));
      }
      return all;
    } catch (RuntimeException e) {
      all.close();
      throw e;
    }
  }

  private static TopicAccess access(StreamsSettings config) {
    return new TopicAccess(config.kafka(), config.newSerializer(), config.newDeserializer());
  }

  /** Returns a name that is stable across restarts and unique: a state directory is locked. */
  private static String name(StreamsSettings config) {
    String place = config.stateDir().toAbsolutePath().normalize().toString();
    return host() + "-" + Integer.toHexString(place.hashCode());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException _) {
      return "localhost";
    }
  }

  @Override
  public void close() {
    workers.parallelStream().forEach(ShardWorker::close);
  }
}
