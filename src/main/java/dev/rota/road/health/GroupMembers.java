package dev.rota.road.health;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.GroupState;

/**
 * The members of a domain's group.
 *
 * @param protocol as Kafka names the group's type
 */
public record GroupMembers(GroupState state, String protocol, List<Member> members) {
  /** Partitions are on their way from one member to another. */
  private static final Set<GroupState> MOVING =
      EnumSet.of(
          GroupState.PREPARING_REBALANCE,
          GroupState.COMPLETING_REBALANCE,
          GroupState.ASSIGNING,
          GroupState.RECONCILING);

  /**
   * A stream thread, which is a member of its own.
   *
   * @param client its name, which begins with that of its process
   * @param partitions that it decides, in order
   */
  public record Member(String client, String host, List<Integer> partitions) {
    static Member of(String client, String host, List<Integer> partitions) {
      return new Member(
          client.replaceFirst("-consumer$", ""),
          host.replaceFirst("^/", ""),
          partitions.stream().distinct().sorted().toList());
    }

    /** Its client and host. */
    public String words() {
      return client + " at " + host;
    }
  }

  /**
   * Asks a cluster; empty if there is no such group.
   *
   * @param millis how long it waits
   * @throws org.apache.kafka.common.KafkaException if it does not answer, or may not
   */
  public static Optional<GroupMembers> of(Admin admin, String group, int millis) {
    return new GroupLook(admin, group).members(millis);
  }

  /** True while members get their partitions. */
  public boolean isMoving() {
    return !members.isEmpty() && MOVING.contains(state);
  }
}
