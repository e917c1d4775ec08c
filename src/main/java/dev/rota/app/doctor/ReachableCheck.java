package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.admin.DescribeClusterResult;

/** Whether Kafka answers, and how many brokers it has. */
final class ReachableCheck implements DoctorCheck {
  private static final int BROKERS_MIN = 3;

  @Override
  public String id() {
    return "cluster.reachable";
  }

  @Override
  public Service needs() {
    return Service.NONE;
  }

  @Override
  public Service opens() {
    return Service.KAFKA;
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    ClusterAdmin cluster = at.cluster();
    DescribeClusterResult said = cluster.admin().describeCluster();
    int brokers = cluster.get(said.nodes()).size();
    List<DoctorFinding> found = new ArrayList<>();
    found.add(
        DoctorFinding.ok(
            "Kafka answers at %s: %d broker%s, cluster %s"
                .formatted(
                    at.bootstrap(),
                    brokers,
                    brokers == 1 ? "" : "s",
                    cluster.get(said.clusterId()))));
    if (brokers < BROKERS_MIN) {
      found.add(
          DoctorFinding.warn(
              "there are fewer than %d brokers: one that fails stops all decisions, or loses them"
                  .formatted(BROKERS_MIN),
              "run at least 3 brokers, with 3 replicas and min.insync.replicas=2"));
    }
    return found;
  }
}
