package dev.rota.app.run;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.CommandFailure;
import dev.rota.app.console.ExitCode;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.stream.hold.HoldTopic;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.GroupState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Holds all partitions of domains that nobody decides, before they start. */
final class HeldStart {
  private static final Logger LOG = LoggerFactory.getLogger(HeldStart.class);

  /** An instance that was killed leaves its group after its session. */
  private static final Duration LEFT_MAX = Duration.ofSeconds(15);

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Set<GroupState> NOBODY = EnumSet.of(GroupState.EMPTY, GroupState.DEAD);

  private final ClusterAdmin cluster;
  private final Settings settings;

  private HeldStart(ClusterAdmin cluster, Settings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  /**
   * Holds them. What is held in part stays so: it is a held start that goes on.
   *
   * @throws CommandFailure if somebody decides one of them
   */
  static void begin(List<Domain> domains, Settings settings) throws InterruptedException {
    try (ClusterAdmin cluster = ClusterAdmin.open(settings)) {
      HeldStart start = new HeldStart(cluster, settings);
      for (Domain domain : domains) {
        start.hold(domain.name());
      }
    }
  }

  private void hold(String domain) throws InterruptedException {
    String ledger = RequiredTopics.ledger(domain);
    TopicDescription found = cluster.describe(Set.of(ledger)).get(ledger);
    if (found == null) {
      return; // the start refuses, and says what is missing
    }
    int partitions = found.partitions().size();
    short replicas = (short) settings.number(KnownSettings.REPLICATION);
    MissingTopics.create(
        cluster.admin(), List.of(RequiredTopics.ofHolds(domain)), partitions, replicas);
    HoldTopic topic = new HoldTopic(settings.kafka(), domain);
    Map<Integer, Instant> held = topic.held();
    if (!held.isEmpty()) {
      LOG.info("{}: held before: partitions {}; the others are decided", domain, held.keySet());
      return;
    }
    String group = StreamsOptions.of(settings).applicationId(domain);
    awaitNobody(domain, group);
    topic.hold(IntStream.range(0, partitions).boxed().collect(Collectors.toList()), group);
  }

  private void awaitNobody(String domain, String group) throws InterruptedException {
    long deadline = System.nanoTime() + LEFT_MAX.toNanos();
    while (isDecided(group)) {
      if (System.nanoTime() - deadline > 0) {
        throw new CommandFailure(
            ExitCode.AGAIN,
            "the domain " + domain + " cannot start held",
            "the group " + group + " has members that decide it",
            "stop them first, or start without --hold");
      }
      TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
    }
  }

  private boolean isDecided(String group) {
    return cluster.get(cluster.admin().listGroups().valid()).stream()
        .filter(one -> one.groupId().equals(group))
        .anyMatch(one -> !one.groupState().map(NOBODY::contains).orElse(false));
  }
}
