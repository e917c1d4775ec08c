package dev.rota.serving.metrics;

import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The metrics of Kafka's clients that help to run an engine. The others are some 6000 series. */
final class KafkaNames {
  private static final String KAFKA = "kafka.";
  private static final String OWN = "kafka.rota.";

  /** By group, as Micrometer names it. */
  private static final Map<String, Set<String>> USEFUL =
      Map.of(
          "kafka.stream.",
          Set.of("client.state", "alive.stream.threads", "failed.stream.threads"),
          "kafka.stream.thread.",
          Set.of(
              "process.rate",
              "process.latency.avg",
              "process.latency.max",
              "process.ratio",
              "poll.ratio",
              "punctuate.ratio",
              "commit.ratio",
              "commit.rate",
              "commit.latency.avg",
              "commit.latency.max",
              "blocked.time.ns.total",
              "thread.state"),
          "kafka.stream.task.",
          Set.of(
              "active.buffer.count",
              "dropped.records.total",
              "restore.rate",
              "restore.remaining.records.total"),
          "kafka.stream.state.",
          Set.of("total.sst.files.size", "write.stall.duration.total", "background.errors"),
          "kafka.stream.state.updater.",
          Set.of("active.restoring.tasks", "standby.updating.tasks", "restore.records.rate"),
          "kafka.consumer.",
          Set.of("last.poll.seconds.ago", "time.between.poll.max", "connection.count"),
          "kafka.consumer.fetch.manager.",
          Set.of(
              "records.lag.max",
              "records.consumed.rate",
              "bytes.consumed.rate",
              "fetch.latency.avg",
              "fetch.latency.max"),
          "kafka.consumer.coordinator.",
          Set.of(
              "assigned.partitions",
              "rebalance.total",
              "failed.rebalance.total",
              "rebalance.latency.max",
              "last.rebalance.seconds.ago",
              "last.heartbeat.seconds.ago"),
          "kafka.producer.",
          Set.of(
              "record.send.rate",
              "record.error.total",
              "record.retry.total",
              "outgoing.byte.rate",
              "request.latency.avg",
              "request.latency.max",
              "record.queue.time.max",
              "buffer.available.bytes",
              "compression.rate.avg",
              "txn.commit.time.ns.total",
              "connection.count"));

  private static final Set<String> NAMES =
      USEFUL.entrySet().stream()
          .flatMap(group -> group.getValue().stream().map(group.getKey()::concat))
          .collect(Collectors.toUnmodifiableSet());

  private KafkaNames() {}

  /** Leaves out what is Kafka's and of little use. Rota's own in Kafka's registry stay. */
  static MeterFilter useful() {
    return MeterFilter.deny(id -> id.getName().startsWith(KAFKA) && !isUseful(id.getName()));
  }

  private static boolean isUseful(String name) {
    return name.startsWith(OWN) || NAMES.contains(name);
  }

  /** As Micrometer names them. */
  static Set<String> names() {
    return NAMES;
  }
}
