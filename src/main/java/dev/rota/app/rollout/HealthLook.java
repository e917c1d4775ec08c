package dev.rota.app.rollout;

import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import dev.rota.road.health.DomainHealth;
import dev.rota.road.health.LedgerReading;
import dev.rota.road.health.PartitionFinding;
import dev.rota.road.health.PartitionHealth;
import dev.rota.road.stream.hold.HoldTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;

/** What the model of health says of a domain's partitions, once. Nobody reads the ledger here. */
final class HealthLook {
  private static final Duration HEARD_MAX = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 50;

  private HealthLook() {}

  private record All(Set<Integer> partitions) implements DomainHealth.Followed {
    @Override
    public Map<TopicPartition, Long> taken() {
      return Map.of();
    }
  }

  static List<PartitionFinding> of(Domain<?, ?, ?> domain, Settings settings, int partitions)
      throws InterruptedException {
    Map<String, Object> kafka = ClusterReading.kafka(settings);
    String application = settings.text(KnownSettings.APPLICATION);
    HoldTopic holds = new HoldTopic(kafka, domain.name());
    All all = new All(IntStream.range(0, partitions).boxed().collect(Collectors.toSet()));
    try (DomainHealth health = DomainHealth.start(domain, kafka, application, holds::held, all)) {
      long deadline = System.nanoTime() + HEARD_MAX.toNanos();
      while (all.partitions().stream().anyMatch(one -> health.of(one).asOfMillis() == 0)
          && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
      long now = System.currentTimeMillis();
      return PartitionFinding.of(
          domain.name(),
          all.partitions().stream()
              .map(one -> PartitionHealth.of(one, LedgerReading.WHOLE, health.of(one), now))
              .toList(),
          now);
    }
  }
}
