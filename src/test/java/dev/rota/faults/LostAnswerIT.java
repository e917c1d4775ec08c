package dev.rota.faults;

import static org.awaitility.Awaitility.await;

import dev.rota.base.settings.Settings;
import dev.rota.base.settings.SettingsSources;
import dev.rota.faults.KafkaRelay.Fate;
import dev.rota.road.health.ClusterWatch;
import dev.rota.road.topics.AdminAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The network is cut for a moment, so that the first answer on a new connection is lost. */
final class LostAnswerIT {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir private Path home;

  @Test
  void aWatchSeesTheClusterAgainSoon() throws Exception {
    AtomicInteger lost = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    try (Brokers brokers = Brokers.routedAlone(home)) {
      Brokers.Route route = brokers.routes().getFirst();
      Settings settings =
          new SettingsSources().fallback("bootstrap.servers", route.bootstrap(), "test").load();
      try (ClusterWatch watch = new ClusterWatch("watch", settings.kafka())) {
        watch.every(
            Duration.ofMillis(100),
            admin -> {
              AdminAnswer.of(admin.describeCluster().nodes(), "unseen");
              seen.incrementAndGet();
            });
        await().until(() -> seen.get() > 0);
        route.suffer(
            frame -> {
              if (frame.kind() == ApiKeys.API_VERSIONS) {
                lost.incrementAndGet();
              }
              return Fate.LOST;
            });
        await().until(() -> lost.get() > 0); // it has given the old connection up
        route.calm();
        int before = seen.get();
        await().atMost(SOON).until(() -> seen.get() > before);
      }
    }
  }
}
