package dev.rota.road.health;

import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** Has read all of a ledger in which there is nothing. */
record IdleFollower(Set<Integer> partitions) implements DomainHealth.Followed {
  @Override
  public Map<TopicPartition, Long> taken() {
    return Map.of();
  }
}
