package dev.rota.road.stream.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rota.alarms.AlarmDomain;
import dev.rota.lab.embedded.TestCluster;
import dev.rota.road.topics.MissingTopics;
import dev.rota.road.topics.RequiredTopics;
import dev.rota.testing.LoggedLines;
import dev.rota.testing.Patience;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine starts on a cluster that is slow to answer. */
class PacemakerIT {
  private static final AlarmDomain ALARMS = new AlarmDomain();

  private final LoggedLines log = LoggedLines.of(Pacemaker.class.getName());

  @AfterEach
  void listenNoMore() {
    log.close();
  }

  @Test
  void aBrokerThatDoesNotSayItsTimeAtOnceIsAskedAgain() throws Exception {
    try (TestCluster cluster = TestCluster.start()) {
      Map<String, Object> kafka = Map.of("bootstrap.servers", cluster.bootstrap());
      ClusterClock clock = new ClusterClock(System::nanoTime, System::currentTimeMillis);
      CompletableFuture<Pacemaker> starting =
          CompletableFuture.supplyAsync(
              () ->
                  Pacemaker.start(
                      ALARMS,
                      kafka,
                      "rota-alarms",
                      clock,
                      new TaskPulses(),
                      Duration.ofMillis(100)),
              Thread::startVirtualThread);
      // As long as the broker does not know the topic of time, it has no answer.
      await()
          .failFast(starting::isDone)
          .until(() -> log.texts().stream().anyMatch(line -> line.contains("asking again")));
      assertThat(starting).isNotDone();
      try (Admin admin = Admin.create(kafka)) {
        MissingTopics.create(admin, RequiredTopics.of(ALARMS), 1, (short) 1);
      }
      starting.get(Patience.MAX.toMillis(), TimeUnit.MILLISECONDS).close();
    }
  }
}
