package dev.rota.app.rollout;

import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.TurnEntry;
import dev.rota.road.health.GroupMembers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.GroupState;

/** What the tests of a rollout show to it: members of a stable group, and turns of its ledger. */
final class RolloutScene {
  private RolloutScene() {}

  /**
   * A stream thread.
   *
   * @param id Kafka's name for it
   * @param standbys null: Kafka does not tell
   */
  static GroupMembers.Member member(
      String id, String client, Set<Integer> standbys, Integer... partitions) {
    return new GroupMembers.Member(id, client, "10.0.0.7", List.of(partitions), standbys);
  }

  static GroupMembers group(GroupMembers.Member... members) {
    return new GroupMembers(GroupState.STABLE, "Classic", List.of(members));
  }

  static TurnEntry turn(String lane, long atMillis) {
    return new TurnEntry(
        lane,
        1,
        atMillis,
        TurnEntry.Kind.INPUT,
        new InputPosition("jobs", 0, 0, 0, new byte[16]),
        null,
        null,
        new byte[0],
        0,
        new byte[0],
        3);
  }

  /** The group was asked, and no engine by HTTP. */
  static List<RestartTracker.Event> look(RestartTracker tracker, GroupMembers said) {
    return tracker.group(said, Map.of());
  }
}
