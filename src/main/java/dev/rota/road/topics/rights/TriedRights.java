package dev.rota.road.topics.rights;

import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/**
 * Which rights a client has, as its cluster says. What cannot be looked up is used, by requests
 * that change nothing.
 *
 * @param missing also optional ones
 * @param untold of topics that do not exist, and what no harmless request needs
 */
public record TriedRights(
    List<AccessRight> granted, List<AccessRight> missing, List<AccessRight> untold) {
  /**
   * Asks.
   *
   * @throws org.apache.kafka.common.KafkaException if the cluster does not answer
   */
  public static TriedRights of(Admin admin, Collection<AccessRight> rights) {
    return MissingRights.tried(admin, rights);
  }
}
