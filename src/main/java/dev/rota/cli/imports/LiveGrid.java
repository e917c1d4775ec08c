package dev.rota.cli.imports;

import dev.rota.cli.clients.RecordBuilder;
import dev.rota.cli.clients.Sender;
import dev.rota.cli.clients.Targets;
import dev.rota.cli.clients.Values;
import dev.rota.cli.cluster.Cluster;
import dev.rota.cli.console.Failure;
import dev.rota.cli.console.Refused;
import dev.rota.cli.console.Root;
import dev.rota.cli.console.Shutdown;
import dev.rota.domain.Domain;
import dev.rota.lines.Envelope;
import dev.rota.settings.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;

/** A grid on a cluster: events go to its topics, and are over when their turns are committed. */
final class LiveGrid implements Grid {
  private static final double MILLI_NANOS = 1e6;

  private final Shutdown shutdown;
  private final Targets targets;
  private final RecordBuilder builder;
  private final KafkaProducer<byte[], byte[]> producer;
  private final LaneFollower turns;
  private final double speed;
  private final long startNanos = System.nanoTime();
  private long firstMillis = -1;

  private LiveGrid(
      Shutdown shutdown,
      Targets targets,
      RecordBuilder builder,
      KafkaProducer<byte[], byte[]> producer,
      LaneFollower turns,
      double speed) {
    this.shutdown = shutdown;
    this.targets = targets;
    this.builder = builder;
    this.producer = producer;
    this.turns = turns;
    this.speed = speed;
  }

  /**
   * Connects; fails within seconds when that is not possible.
   *
   * @param speed times real time; 0: events are sent as soon as they may
   */
  static LiveGrid open(
      Root root, Settings settings, Domain<?, ?, ?> domain, String lane, double speed) {
    Shutdown shutdown = Shutdown.nested();
    try {
      Cluster cluster = shutdown.with(Cluster.open(settings));
      Targets targets = shutdown.with(new Targets(cluster, settings));
      LaneFollower turns = shutdown.with(LaneFollower.open(root, settings, cluster, domain, lane));
      RecordBuilder builder = new RecordBuilder(shutdown.with(Values.serializer(settings)));
      var producer = shutdown.with(new KafkaProducer<byte[], byte[]>(Sender.configs(settings)));
      return new LiveGrid(shutdown, targets, builder, producer, turns, speed);
    } catch (RuntimeException e) {
      shutdown.close();
      throw e;
    }
  }

  @Override
  public List<IndexedRecord> take(List<Envelope> batch) {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (Envelope envelope : batch) {
      await(envelope.timestamp().orElseThrow());
      sent.add(send(envelope));
    }
    Set<String> sources = new HashSet<>();
    for (Future<RecordMetadata> one : sent) {
      RecordMetadata at = Sender.confirmed(one);
      sources.add(at.topic() + "/" + at.partition() + "/" + at.offset());
    }
    return turns.next(sources);
  }

  private Future<RecordMetadata> send(Envelope envelope) {
    try {
      return producer.send(builder.record(envelope, targets.of(envelope.topic())));
    } catch (Refused e) {
      throw new Failure(
          e.exit(), "an event cannot be sent", e.getMessage(), "mend that and import again", e);
    }
  }

  /** Until the wall clock, times the speed, has come as far as the trace. */
  private void await(long atMillis) {
    if (speed == 0) {
      return;
    }
    firstMillis = firstMillis < 0 ? atMillis : firstMillis;
    double due = (atMillis - firstMillis) / speed * MILLI_NANOS;
    try {
      TimeUnit.NANOSECONDS.sleep((long) due - (System.nanoTime() - startNanos));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptException(e);
    }
  }

  @Override
  public void close() {
    shutdown.close();
  }
}
