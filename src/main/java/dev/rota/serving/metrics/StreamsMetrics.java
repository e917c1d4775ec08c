package dev.rota.serving.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;

/** Kafka Streams' own metrics of a domain, whose application may be made anew. */
final class StreamsMetrics implements AutoCloseable {
  private final Supplier<KafkaStreams> streams;
  private final MeterRegistry registry;
  private KafkaStreams bound;
  private KafkaStreamsMetrics metrics;

  StreamsMetrics(Supplier<KafkaStreams> streams, MeterRegistry registry) {
    this.streams = streams;
    this.registry = registry;
  }

  /** Binds the application's metrics, if it is another one. */
  synchronized void look() {
    KafkaStreams now = streams.get();
    if (now != null && now != bound) {
      close();
      bound = now;
      metrics = new KafkaStreamsMetrics(now);
      metrics.bindTo(registry);
    }
  }

  @Override
  public synchronized void close() {
    if (metrics != null) {
      metrics.close();
      metrics = null;
    }
  }
}
