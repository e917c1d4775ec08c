package dev.rota.app.cluster;

import dev.rota.app.console.ShutdownSequence;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.health.DiskWatch;
import dev.rota.road.health.DomainHealth;
import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.logs.KafkaLogs;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.stream.status.OpeningProgress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Follows domains of a cluster until the process ends. */
public final class DomainFollowers {
  private DomainFollowers() {}

  /**
   * Starts to follow.
   *
   * @param since whose kept checkpoints count
   * @param partitions of each domain; empty: all
   * @param series lanes of a domain with metrics of their own
   */
  public static List<LiveDomain> start(
      ShutdownSequence shutdown,
      List<Domain> domains,
      Settings settings,
      CheckpointChoice since,
      Set<Integer> partitions,
      int series) {
    Map<String, Object> kafka = kafka(settings);
    List<LiveDomain> live = new ArrayList<>();
    domains.forEach(
        domain -> live.add(shutdown.with(start(domain, kafka, since, partitions, series))));
    watch(shutdown, live, settings, kafka);
    return live;
  }

  /** Followers that learn later which partitions they follow. */
  public static List<LiveDomain> idle(
      ShutdownSequence shutdown, List<Domain> domains, Settings settings) {
    Map<String, Object> kafka = kafka(settings);
    List<LiveDomain> live = new ArrayList<>();
    domains.forEach(domain -> live.add(shutdown.with(idle(domain, kafka))));
    watch(shutdown, live, settings, kafka);
    return live;
  }

  /** What a follower reads is not all: it asks the cluster whether somebody decides what waits. */
  private static void watch(
      ShutdownSequence shutdown,
      List<LiveDomain> live,
      Settings settings,
      Map<String, Object> kafka) {
    for (LiveDomain one : live) {
      String application = settings.text(KnownSettings.APPLICATION);
      HoldTopic holds = new HoldTopic(kafka, one.domain().name());
      DomainHealth health =
          shutdown.with(DomainHealth.start(one.domain(), kafka, application, holds::held, one));
      one.beside(health::of);
    }
  }

  /**
   * An engine runs in the same process: what it does and the disk of its state are part of their
   * health.
   *
   * @param opening the partitions of a domain that it has not opened yet
   */
  public static void watchEngine(
      List<LiveDomain> live, Settings settings, Function<String, List<OpeningProgress>> opening) {
    Path dir = Path.of(settings.text(KnownSettings.STATE_DIR)).toAbsolutePath();
    DiskWatch disk = new DiskWatch(dir);
    for (LiveDomain one : live) {
      String domain = one.domain().name();
      one.decidedBy(new OwnEngine(disk, () -> opening.apply(domain), System::currentTimeMillis));
    }
  }

  private static Map<String, Object> kafka(Settings settings) {
    Map<String, Object> kafka = new HashMap<>(ClusterAdmin.TIMEOUTS);
    kafka.putAll(settings.consumer());
    return kafka;
  }

  private static LiveDomain idle(Domain domain, Map<String, Object> kafka) {
    return LiveDomain.idle(domain, () -> new KafkaLogs(domain, kafka), CheckpointChoice.BEGINNING);
  }

  private static LiveDomain start(
      Domain domain,
      Map<String, Object> kafka,
      CheckpointChoice since,
      Set<Integer> partitions,
      int series) {
    return LiveDomain.start(domain, () -> new KafkaLogs(domain, kafka), since, partitions, series);
  }
}
