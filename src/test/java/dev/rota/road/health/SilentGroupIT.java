package dev.rota.road.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.lab.embedded.LocalBroker;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that answers about its topics, and not about its groups. */
class SilentGroupIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();

  @TempDir private Path dir;

  @Test
  void aGroupThatNobodyAnswersAboutIsNoMissingRight() throws Exception {
    // One broker cannot make the topic of groups with three replicas, so there is no coordinator.
    Map<String, String> none = Map.of("offsets.topic.replication.factor", "3");
    try (LocalBroker broker = LocalBroker.start(dir, 0, none)) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", broker.bootstrap());
      try (Admin admin = Admin.create(kafka)) {
        MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
      }
      try (DomainHealth health =
          DomainHealth.start(ALARMS, kafka, "rota", TreeMap::new, new IdleFollower(Set.of(0)))) {
        await().until(() -> health.of(0).asOfMillis() > 0);
        long now = System.currentTimeMillis();
        PartitionHealth told = PartitionHealth.of(0, LedgerReading.WHOLE, health.of(0), now);
        assertThat(told.cause()).isEqualTo(Cause.NOT_HEARD);
        PartitionFinding found = PartitionFinding.of("alarms", List.of(told), now).get(0);
        assertThat(found.text()).endsWith(": no broker answers about the group rota-alarms");
        assertThat(found.next().command()).isEqualTo("rota doctor --domains alarms");
      }
    }
  }
}
