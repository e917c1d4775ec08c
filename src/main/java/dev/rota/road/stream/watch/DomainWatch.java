package dev.rota.road.stream.watch;

import dev.rota.base.text.CauseChain;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.InputTopic;
import dev.rota.road.health.BacklogLook;
import dev.rota.road.health.ClusterWatch;
import dev.rota.road.health.InputBacklog;
import dev.rota.road.topics.DomainTopics;
import dev.rota.road.topics.UnfitCluster;
import dev.rota.road.topics.rights.RequiredRights;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Watches the topics and the backlog of a running domain. */
public final class DomainWatch implements AutoCloseable {
  private static final Duration STANDSTILL = Duration.ofSeconds(30);
  private static final Duration BACKLOG_LOOK = Duration.ofSeconds(2);
  private static final Duration TOPICS_LOOK = Duration.ofSeconds(10);

  private final RequiredRights rights;
  private final BacklogLook look;
  private final ClusterWatch cluster;
  private final TopicGuard guard;
  private final InputBacklog backlog;

  /**
   * Prepares it.
   *
   * @param topics as checked before the start
   * @param group of the inputs' offsets
   * @param rights that the domain cannot do without
   */
  public DomainWatch(
      Domain domain,
      Map<String, Object> kafka,
      DomainTopics topics,
      String group,
      RequiredRights rights) {
    this.rights = rights;
    this.cluster = new ClusterWatch(domain.name() + "-watch", kafka);
    this.guard = new TopicGuard(topics);
    // A turn that takes long is no standstill.
    long patienceMillis = Math.max(STANDSTILL.toMillis(), domain.turnMaxMillis());
    this.backlog = new InputBacklog(Duration.ofMillis(patienceMillis), System::currentTimeMillis);
    List<String> inputs = domain.wire().inputs().stream().map(InputTopic::topic).toList();
    this.look = new BacklogLook(kafka, cluster.admin(), group, inputs, backlog);
  }

  /**
   * Begins to watch.
   *
   * @param owned the partitions of this process
   * @param held those of them that wait for their release
   * @param stop called when the domain cannot go on with its topics
   */
  public void start(
      Supplier<Set<Integer>> owned, Supplier<List<Integer>> held, Consumer<UnfitCluster> stop) {
    cluster.every(
        BACKLOG_LOOK,
        _ -> {
          look.look(owned.get());
          backlog.excuse(held.get());
        });
    cluster.every(TOPICS_LOOK, admin -> guard.look(admin).ifPresent(stop));
  }

  /** The domain has run, so what Kafka Streams creates exists. */
  public void ran() {
    guard.started();
  }

  /**
   * Looks at the topics now. While no broker answers nobody knows.
   *
   * @throws UnfitCluster if the domain cannot go on with them
   */
  public void requireTopics() {
    guard
        .look(cluster.admin())
        .ifPresent(
            unfit -> {
              throw unfit;
            });
  }

  /** The cluster's fault that made a thread fail, if it is one. */
  public Optional<UnfitCluster> behind(Throwable fault) {
    return CauseChain.first(fault, UnfitCluster.class)
        .or(() -> rights.behind(fault, cluster.admin()))
        .or(() -> guard.look(cluster.admin()));
  }

  /**
   * Inputs that wait while nothing is committed, or a cluster that does not answer.
   *
   * @param free the partitions of this process that are not held
   */
  public Optional<String> trouble(Set<Integer> free) {
    return backlog.trouble(free);
  }

  /** The inputs that wait, by partition, as of some seconds ago. */
  public SortedMap<Integer, Long> waiting() {
    return backlog.waiting();
  }

  @Override
  public void close() {
    cluster.close();
    look.close();
  }
}
