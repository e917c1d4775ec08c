package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.base.settings.KnownSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.FinalizedVersionRange;

/** Whether the cluster has switched on what the engines use. */
final class FeaturesCheck implements DoctorCheck {
  private static final String TRANSACTIONS = "transaction.version";
  private static final String GROUPS = "group.version";
  private static final String STREAMS = "streams.version";

  @Override
  public String id() {
    return "cluster.features";
  }

  @Override
  public List<DoctorFinding> look(DoctorContext at) {
    ClusterAdmin cluster = at.cluster();
    Map<String, FinalizedVersionRange> features =
        cluster.get(cluster.admin().describeFeatures().featureMetadata()).finalizedFeatures();
    String protocol = String.valueOf(at.settings().streams().get(KnownSettings.GROUP_PROTOCOL));
    return judge(
        level(features, TRANSACTIONS),
        level(features, GROUPS),
        level(features, STREAMS),
        protocol,
        at.bootstrap());
  }

  private static int level(Map<String, FinalizedVersionRange> features, String name) {
    FinalizedVersionRange range = features.get(name);
    return range == null ? 0 : range.maxVersionLevel();
  }

  /** Judges finalized levels; 0: not finalized. */
  static List<DoctorFinding> judge(
      int transactions, int groups, int streams, String protocol, String bootstrap) {
    List<DoctorFinding> found = new ArrayList<>();
    if (transactions < 2) {
      found.add(
          DoctorFinding.warn(
              TRANSACTIONS
                  + "=%d: a late request of a killed engine may leave a transaction open for ever"
                      .formatted(transactions),
              upgrade(bootstrap, TRANSACTIONS, 2)));
    }
    boolean isOfStreams = protocol.equals("streams");
    if (isOfStreams && streams < 1) {
      found.add(
          DoctorFinding.fail(
              STREAMS + "=0, but group.protocol=streams needs 1: no engine could join its group",
              upgrade(bootstrap, STREAMS, 1),
              "or set group.protocol=classic"));
    }
    if (found.isEmpty()) {
      found.add(
          DoctorFinding.ok(
              "%s=%d, %s=%d, %s=%d; group.protocol=%s needs %s"
                  .formatted(
                      TRANSACTIONS,
                      transactions,
                      GROUPS,
                      groups,
                      STREAMS,
                      streams,
                      protocol,
                      isOfStreams ? STREAMS + "=1" : "none of the last two")));
    }
    return found;
  }

  private static String upgrade(String bootstrap, String feature, int level) {
    return "kafka-features.sh --bootstrap-server %s upgrade --feature %s=%d"
        .formatted(bootstrap, feature, level);
  }
}
