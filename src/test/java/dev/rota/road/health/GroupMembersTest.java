package dev.rota.road.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.road.health.GroupMembers.Member;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a group says of its members, under either protocol. */
class GroupMembersTest {
  private static final Set<GroupState> MOVING =
      EnumSet.of(
          GroupState.PREPARING_REBALANCE,
          GroupState.COMPLETING_REBALANCE,
          GroupState.ASSIGNING,
          GroupState.RECONCILING);

  private static final Member MEMBER =
      Member.of("rota-7-StreamThread-1-consumer", "/10.0.0.7", List.of(2, 0, 2));

  @ParameterizedTest
  @EnumSource(GroupState.class)
  void partitionsOnTheirWayAreOnTheirWayInEveryProtocol(GroupState state) {
    assertThat(new GroupMembers(state, "any", List.of(MEMBER)).isMoving())
        .isEqualTo(MOVING.contains(state));
    assertThat(new GroupMembers(state, "any", List.of()).isMoving()).as("to nobody").isFalse();
  }

  @Test
  void aMemberIsAThreadOfAProcess() {
    assertThat(MEMBER.words()).isEqualTo("rota-7-StreamThread-1 at 10.0.0.7");
    assertThat(MEMBER.partitions()).containsExactly(0, 2);
  }
}
