package dev.rota.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.domains.Domains;
import dev.rota.road.topics.LaneKey;
import dev.rota.road.topics.RequiredTopics;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client knows no domain: what it says of their topics is compared here. */
final class TopicNamesTest {
  @Test
  void itNamesAllTopicsThatClientsReadAndWrite() throws IllegalAccessException {
    List<String> named = new ArrayList<>();
    for (Field field : TopicNames.class.getFields()) {
      if (Modifier.isStatic(field.getModifiers())) {
        named.add((String) field.get(null));
      }
    }
    List<String> topics =
        Domains.ALL.stream()
            .flatMap(domain -> RequiredTopics.of(domain).stream())
            .map(topic -> topic.name())
            .filter(
                name -> !name.matches(".*-(ledger|dead-letters|time|owners|checkpoints|replays)"))
            .toList();
    assertThat(named).containsExactlyInAnyOrderElementsOf(topics);
  }

  @Test
  void aLaneHasThePartitionThatEnginesExpect() {
    for (String lane : List.of("polkadot", "builds", "mainnet", "tethys", "a", "grid:1_x.y-z")) {
      byte[] key = lane.getBytes(StandardCharsets.UTF_8);
      for (int partitions = 1; partitions < 20; partitions++) {
        assertThat(TopicNames.partition(lane, partitions))
            .isEqualTo(LaneKey.partition(key, partitions));
      }
    }
  }
}
