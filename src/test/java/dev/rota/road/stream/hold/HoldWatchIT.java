package dev.rota.road.stream.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LoggedLines;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The topic of holds is deleted, and made anew, while an engine follows it. */
class HoldWatchIT {
  private static final String DOMAIN = "alarms";
  private static final String TOPIC = RequiredTopics.holds(DOMAIN);
  private static final String GROUP = "rota-alarms";

  private final HeldPartitions holds = new HeldPartitions();
  private TestCluster cluster;
  private Admin admin;
  private HoldTopic topic;
  private HoldWatch watch;

  @BeforeEach
  void hold() {
    cluster = TestCluster.start();
    Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
    admin = Admin.create(kafka);
    topic = new HoldTopic(kafka, DOMAIN);
    create();
    topic.hold(List.of(0, 1), GROUP);
    watch = new HoldWatch(DOMAIN, kafka, holds);
    watch.start();
    assertThat(holds.all()).containsExactlyInAnyOrder(0, 1);
  }

  @AfterEach
  void stop() {
    watch.close();
    admin.close();
    cluster.close();
  }

  @Test
  void whatIsHeldStaysSoUntilItIsReleasedOnTheNewTopic() throws Exception {
    delete();
    create();
    assertThat(holds.all()).as("nobody has released them").containsExactlyInAnyOrder(0, 1);
    topic.release(List.of(0), GROUP);
    await().until(() -> !holds.isHeld(0));
    assertThat(holds.isHeld(1)).isTrue();

    topic.release(List.of(1), GROUP);
    await().until(() -> holds.isEmpty());
  }

  /** The new topic is read from its beginning then, and says nothing of what is still held. */
  @Test
  void whatIsHeldOutlivesATopicThatIsGoneForLong() throws Exception {
    try (LoggedLines log = LoggedLines.of(HoldWatch.class.getName())) {
      delete();
      await().until(() -> log.texts().stream().anyMatch(line -> line.contains("holds is gone")));
    }
    create();
    topic.release(List.of(0), GROUP);
    await().until(() -> !holds.isHeld(0));
    assertThat(holds.isHeld(1)).as("nobody has released it").isTrue();
  }

  @Test
  void aPartitionIsHeldAgainByTheNewTopic() throws Exception {
    topic.release(List.of(0, 1), GROUP);
    await().until(() -> holds.isEmpty());
    delete();
    create();
    topic.hold(List.of(1), GROUP);
    await().until(() -> holds.isHeld(1));
    assertThat(holds.isHeld(0)).isFalse();
  }

  private void create() {
    MissingTopics.create(admin, List.of(RequiredTopics.ofHolds(DOMAIN)), 2, (short) 1);
  }

  private void delete() throws Exception {
    admin.deleteTopics(List.of(TOPIC)).all().get();
    await().until(() -> !admin.listTopics().names().get().contains(TOPIC));
  }
}
