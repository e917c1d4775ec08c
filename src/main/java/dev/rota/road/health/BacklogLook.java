package dev.rota.road.health;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** Asks the cluster how far the inputs of an engine's partitions are decided. */
public final class BacklogLook implements AutoCloseable {
  private final ClusterLook cluster;
  private final String group;
  private final List<String> inputs;
  private final InputBacklog backlog;

  /**
   * Asks nothing yet.
   *
   * @param kafka settings of a client
   * @param inputs their topics
   * @param backlog is updated
   */
  public BacklogLook(
      Map<String, Object> kafka,
      Admin admin,
      String group,
      List<String> inputs,
      InputBacklog backlog) {
    this.cluster = new ClusterLook(kafka, admin);
    this.group = group;
    this.inputs = inputs;
    this.backlog = backlog;
  }

  /** Looks at these partitions. */
  public void look(Set<Integer> partitions) {
    List<TopicPartition> asked =
        inputs.stream()
            .flatMap(topic -> partitions.stream().map(one -> new TopicPartition(topic, one)))
            .toList();
    // The ends first: what is committed in between must not look like a backlog.
    ClusterLook.Offsets ends = cluster.ends(asked);
    if (ends.known().isEmpty() && !asked.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> taken =
        new HashMap<>(cluster.committed(group, ClusterLook.ANSWER_MILLIS));
    List<TopicPartition> never = asked.stream().filter(one -> !taken.containsKey(one)).toList();
    taken.putAll(cluster.begins(never).known());
    var _ =
        cluster.into(backlog.see(asked, taken, ends.known()), backlog, ClusterLook.ANSWER_MILLIS);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
