package dev.rota.road.health;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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

  /** What follows the name of the process in the name of a stream thread's consumer. */
  private static final Pattern THREAD = Pattern.compile("-StreamThread-\\d+(-consumer)?$");

  /**
   * A stream thread, which is a member of its own.
   *
   * @param id Kafka's name for it: another one after a restart
   * @param client its name, which begins with that of its process
   * @param partitions that it decides, in order
   * @param standbys partitions of which it keeps a copy of the rows; null: Kafka does not tell
   */
  public record Member(
      String id, String client, String host, List<Integer> partitions, Set<Integer> standbys) {
    static Member of(
        String id,
        String client,
        String host,
        List<Integer> partitions,
        Collection<Integer> standbys) {
      return new Member(
          id,
          client.replaceFirst("-consumer$", ""),
          host.replaceFirst("^/", ""),
          partitions.stream().distinct().sorted().toList(),
          standbys == null ? null : new TreeSet<>(standbys));
    }

    /** Its client and host. */
    public String words() {
      return client + " at " + host;
    }

    /** The process that it is a thread of. */
    public String instance() {
      return THREAD.matcher(client).replaceFirst("");
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
