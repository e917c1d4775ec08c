package dev.rota.serving.metrics;

import dev.rota.readers.follow.FactTallies.Counter;
import dev.rota.readers.follow.FactTallies.Kind;
import dev.rota.readers.follow.FollowProgress;
import dev.rota.readers.follow.LiveDomain;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth;
import dev.rota.road.health.PartitionOwner;
import dev.rota.road.health.RecentLetters;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** What followers know of their domains. */
final class FollowedCollector implements MultiCollector {
  private static final Map<Kind, String[]> COUNTERS =
      Map.of(
          Kind.TURNS,
          new String[] {"rota_turns", "Turns."},
          Kind.DEAD_LETTERS,
          new String[] {"rota_dead_letters", "Turns with a dead letter."},
          Kind.MOVES,
          new String[] {"rota_moves", "Items that left the resource they had and went on."},
          Kind.DEADLINES,
          new String[] {"rota_deadlines_fired", "Deadlines that fired and did not fail."},
          Kind.LATE_DEADLINES,
          new String[] {"rota_deadlines_late", "Deadlines that fired more than 1 s late."},
          Kind.REFUSALS,
          new String[] {"rota_refusals", "Inputs and attempts that were refused, by reason."});

  private final Map<LiveDomain, LaneReadings> lanes = new LinkedHashMap<>();
  private final LongSupplier clock;

  /**
   * Collects nothing yet.
   *
   * @param clock epoch ms
   */
  FollowedCollector(List<LiveDomain> domains, LongSupplier clock) {
    domains.forEach(domain -> lanes.put(domain, new LaneReadings(domain)));
    this.clock = clock;
  }

  @Override
  public synchronized MetricSnapshots collect() {
    MetricFamilies all = new MetricFamilies();
    lanes.forEach(
        (domain, readings) -> {
          readings.read();
          readings.tell(clock.getAsLong(), all);
          String name = domain.domain().name();
          domain.tallies().counts().forEach((counter, count) -> tell(name, counter, count, all));
          long known = domain.standings().stream().mapToLong(FollowProgress::lanes).sum();
          all.gauge("rota_lanes", "Lanes that have taken a turn.", known, "domain", name);
          domain.standings().forEach(one -> tell(name, one, all));
          List<PartitionHealth> health = domain.health();
          all.gauge(
              "rota_lanes_set_aside",
              "Lanes whose state cannot be opened.",
              health.stream().mapToLong(one -> one.setAside().size()).sum(),
              "domain",
              name);
          health.forEach(one -> tell(name, one, all));
        });
    return all.snapshots();
  }

  private static void tell(String domain, Counter counter, long count, MetricFamilies to) {
    String[] words = COUNTERS.get(counter.kind());
    if (counter.reason() == null) {
      to.counter(words[0], words[1], count, "domain", domain, "lane", counter.series());
    } else {
      String[] labels = {"domain", domain, "lane", counter.series(), "reason", counter.reason()};
      to.counter(words[0], words[1], count, labels);
    }
  }

  /** What is not known has no value: an alert must not take it for 0. */
  private void tell(String domain, PartitionHealth one, MetricFamilies to) {
    String partition = Integer.toString(one.partition());
    conditions(domain, partition, one.conditions(), to);
    String[] labels = {"domain", domain, "partition", partition};
    if (one.waiting() != null) {
      to.gauge(
          "rota_inputs_waiting", "Inputs that no engine has taken.", one.waiting().count(), labels);
      to.gauge(
          "rota_inputs_waiting_seconds",
          "How long the oldest such input has waited; 0: none waits.",
          one.waiting().ageMillis(clock.getAsLong()) / 1e3,
          labels);
    }
    letters(domain, partition, one.letters(), to);
    if (one.owner() != null
        && one.owner().kind() != PartitionOwner.Kind.UNKNOWN
        && one.owner().kind() != PartitionOwner.Kind.ELSEWHERE) {
      to.gauge(
          "rota_partition_owned",
          "1: an engine has the partition, as the consumer group says.",
          one.owner().kind() == PartitionOwner.Kind.NOBODY ? 0 : 1,
          labels);
    }
    if (one.asOfMillis() > 0) {
      to.gauge(
          "rota_health_age_seconds",
          "Age of Kafka's last answer about the partition.",
          Math.max(0, clock.getAsLong() - one.asOfMillis()) / 1e3,
          labels);
    }
  }

  private static void conditions(
      String domain, String partition, List<PartitionCondition> all, MetricFamilies to) {
    for (PartitionCondition is : all) {
      to.gauge(
          "rota_partition_health",
          "1: this is so of the partition; level WELL, WAITS, UNKNOWN or WRONG.",
          1,
          "domain",
          domain,
          "partition",
          partition,
          "level",
          is.cause().level().name(),
          "cause",
          is.cause().name());
    }
  }

  private static void letters(
      String domain, String partition, RecentLetters letters, MetricFamilies to) {
    letters
        .byReason()
        .forEach(
            (reason, count) -> {
              String[] labels = {"domain", domain, "partition", partition, "reason", reason};
              to.gauge(
                  "rota_dead_letters_recent",
                  "Inputs that became dead letters, until none did for 10 min.",
                  count,
                  labels);
            });
  }

  private void tell(String domain, FollowProgress one, MetricFamilies to) {
    String[] labels = {"domain", domain, "partition", Integer.toString(one.partition())};
    to.gauge(
        "rota_follower_lag_records",
        "Records of the ledger that are committed and not read.",
        one.behind(),
        labels);
    to.gauge(
        "rota_follower_caught_up",
        "1: all that was committed when it began is verified.",
        one.caughtUp() ? 1 : 0,
        labels);
    to.gauge(
        "rota_follower_reading",
        "0: the ledger cannot be read at present.",
        one.trouble() == null ? 1 : 0,
        labels);
    to.gauge(
        "rota_proved", "1: each turn that was read is verified.", one.isProved() ? 1 : 0, labels);
    to.gauge(
        "rota_proof_tail_seconds",
        "Age of the last verified turn; 0: all that is committed is verified.",
        one.tailMillis(clock.getAsLong()) / 1e3,
        labels);
    to.gauge("rota_ledger_turns", "Turns up to where it is read.", one.turns(), labels);
    to.counter(
        "rota_ledger_read_bytes",
        "Bytes of the ledger's records that were read, uncompressed.",
        one.bytes(),
        labels);
  }
}
