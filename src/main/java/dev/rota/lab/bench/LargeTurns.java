package dev.rota.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.traffic.Traffic.Large;
import dev.rota.registry.AvroDeserializer;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Measures a domain's largest decision on the road: from its last input until it is visible. */
final class LargeTurns implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final double NANOS = 1e9;

  private final String outcomes;
  private final PartitionReader<byte[]> reader;
  private final AvroDeserializer values = new AvroDeserializer();
  private final LongSupplier cpuNanos;

  LargeTurns(Domain domain, Map<String, Object> kafka, String registry, LongSupplier cpuNanos) {
    this.outcomes = Channel.OUTCOMES.topic(domain.name());
    this.reader = PartitionReader.ofBytes(kafka);
    this.cpuNanos = cpuNanos;
    values.configure(Map.of("schema.registry.url", registry, "specific.avro.reader", true), false);
  }

  /** Plays one history on a lane of its own. The topology must run. */
  LargeTurnsResult run(BenchmarkFeed feed, String lane, Large large, LongConsumer progress) {
    List<TopicPartition> all = reader.partitionsOf(outcomes);
    reader.assign(all).skip(all);
    long cpuAtFirst = cpuNanos.getAsLong();
    long inputs = feed.sendAll(lane, large.events(), progress);
    long last = System.nanoTime();
    long cpuAtLast = cpuNanos.getAsLong();
    await(lane, large, last + PATIENCE.toNanos());
    long now = System.nanoTime();
    long cpu = cpuNanos.getAsLong();
    return new LargeTurnsResult(
        large.what(),
        inputs,
        (now - last) / NANOS,
        (cpu - cpuAtLast) / NANOS,
        (cpu - cpuAtFirst) / NANOS,
        ProcessFigures.anonymousMiB());
  }

  private void await(String lane, Large large, long deadlineNanos) {
    while (true) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        if (lane.equals(new String(record.key(), UTF_8)) && large.isMade().test(outcome(record))) {
          return;
        }
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new TimeoutException("the decision about " + large.what() + " did not come");
      }
    }
  }

  private SpecificRecord outcome(ConsumerRecord<byte[], byte[]> record) {
    return (SpecificRecord) values.deserialize(outcomes, record.headers(), record.value());
  }

  @Override
  public void close() {
    reader.close();
    values.close();
  }
}
