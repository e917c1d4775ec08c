package dev.rota.road.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsDomain;
import dev.rota.road.topics.TopicSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an operator has set comes back, as far as an engine runs with it. */
class RestoredTopicsTest {
  private static final TopicSpec JOBS = DomainBackup.spec(new BotsDomain(), "jobs").orElseThrow();

  private static Map<String, String> restored(String setting, String value, int replicas) {
    return RestoredTopics.settings(JOBS, Map.of(setting, value), replicas);
  }

  @Test
  void aRetentionLimitStays() {
    assertThat(restored("retention.ms", "2592000000", 3))
        .containsEntry("retention.ms", "2592000000");
    assertThat(restored("segment.bytes", "1048576", 3)).containsEntry("segment.bytes", "1048576");
  }

  @Test
  void whatATopicDidNotHaveIsAsRequired() {
    assertThat(restored("segment.bytes", "1048576", 3))
        .containsAllEntriesOf(JOBS.configs(3))
        .containsEntry("retention.ms", "-1");
  }

  @Test
  void whatNoEngineRunsWithIsNotRestored() {
    assertThat(restored("cleanup.policy", "compact", 3)).containsEntry("cleanup.policy", "delete");
    assertThat(restored("message.timestamp.type", "LogAppendTime", 3))
        .containsEntry("message.timestamp.type", "CreateTime");
  }

  /** Of one replica two cannot be in sync, and of three one alone would be too few. */
  @Test
  void howManyReplicasMustBeInSyncFollowsFromThoseHere() {
    assertThat(restored("min.insync.replicas", "2", 1)).containsEntry("min.insync.replicas", "1");
    assertThat(restored("min.insync.replicas", "1", 3)).containsEntry("min.insync.replicas", "2");
    assertThat(restored("min.insync.replicas", "2", -1)).containsEntry("min.insync.replicas", "2");
  }
}
