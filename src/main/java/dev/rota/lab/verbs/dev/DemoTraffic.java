package dev.rota.lab.verbs.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.app.console.RootCommand;
import dev.rota.app.console.ShutdownSequence;
import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.verbs.dev.DemoDisplay.DemoAssignments;
import dev.rota.registry.AvroSerializer;
import dev.rota.road.partitions.PartitionReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends a domain's traffic to real topics, at a multiple of its own speed. */
final class DemoTraffic implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DemoTraffic.class);

  /** A request for each event would keep a core busy. */
  private static final int LINGER_MILLIS = 50;

  private final KafkaProducer<byte[], Object> producer;
  private final double speed;

  /** Plays all histories. What still comes when it is closed is dropped. */
  private final ScheduledExecutorService timer =
      new ScheduledThreadPoolExecutor(1, new ThreadPoolExecutor.DiscardPolicy());

  /**
   * The amount of traffic.
   *
   * @param lanes lanes per domain
   * @param seed equal seeds make equal traffic
   * @param speed multiple of real time
   */
  record Pace(int lanes, long seed, double speed) {}

  private DemoTraffic(KafkaProducer<byte[], Object> producer, double speed) {
    this.producer = producer;
    this.speed = speed;
  }

  /**
   * Starts the traffic of all domains and shows assignments.
   *
   * @param banner lines that stay on the screen
   */
  static void start(
      ShutdownSequence shutdown,
      RootCommand root,
      DevStack stack,
      List<Domain> domains,
      Pace pace,
      List<String> banner) {
    if (!root.json()) {
      DemoAssignments assignments = new DemoAssignments(domains);
      shutdown.with(() -> root.note("stopping …"));
      shutdown.with(shown(stack, domains, assignments));
      shutdown.with(DemoDisplay.start(root, assignments, stack.page(), banner));
    }
    Map<String, Object> configs = new HashMap<>(stack.settings().producer());
    configs.putAll(stack.settings().registry());
    configs.put("linger.ms", LINGER_MILLIS);
    AvroSerializer values = new AvroSerializer();
    values.configure(configs, false);
    DemoTraffic demo =
        shutdown.with(
            new DemoTraffic(
                new KafkaProducer<>(configs, new ByteArraySerializer(), values), pace.speed()));
    try (PartitionReader<byte[]> reader = PartitionReader.ofBytes(stack.settings().kafka())) {
      for (Domain domain : domains) {
        List<String> lanes = lanes(domain, pace.lanes());
        SentEventCounts.of(reader, domain, lanes, stack.partitions())
            .forEach(
                (lane, sent) ->
                    demo.play(
                        lane,
                        sent.rest(DomainTraffic.of(domain).demonstration(lane, pace.seed()))));
      }
    }
    demo.employ(shutdown, stack, DemoWorkforces.of(domains, pace));
  }

  /** Simulated workers hear the outputs before they send anything. */
  private void employ(ShutdownSequence shutdown, DevStack stack, DemoWorkforces workforces) {
    if (!workforces.topics().isEmpty()) {
      shutdown.with(
          OutputFeed.start(
              stack.settings(),
              workforces.topics(),
              record -> timer.execute(() -> workforces.hear(record))));
    }
    workforces.each(this::play);
  }

  private static OutputFeed shown(
      DevStack stack, List<Domain> domains, DemoAssignments assignments) {
    Map<String, String> names = new HashMap<>();
    domains.forEach(
        domain -> names.put(Output.Channel.ASSIGNMENTS.topic(domain.name()), domain.name()));
    return OutputFeed.start(
        stack.settings(),
        names.keySet(),
        record -> assignments.add(names.get(record.topic()), (SpecificRecord) record.value()));
  }

  /** Returns the first lanes of the domain's traffic. Empty if it has none. */
  static List<String> lanes(Domain domain, int most) {
    List<String> names = DomainTraffic.find(domain).map(Traffic::lanes).orElse(List.of());
    return names.subList(0, Math.min(most, names.size()));
  }

  private void play(String lane, Iterator<Traffic.Event> history) {
    timer.execute(() -> send(lane, history, history.next()));
  }

  /** Sends all events of one instant, then schedules the next ones. */
  private void send(String lane, Iterator<Traffic.Event> history, Traffic.Event first) {
    Traffic.Event event = first;
    while (event.atMillis() == first.atMillis()) {
      send(new ProducerRecord<>(event.topic(), lane.getBytes(UTF_8), event.record()));
      event = history.next();
    }
    Traffic.Event next = event;
    long waitMicros = Math.round((next.atMillis() - first.atMillis()) * 1_000 / speed);
    var _ = timer.schedule(() -> send(lane, history, next), waitMicros, TimeUnit.MICROSECONDS);
  }

  /** The history goes on without an event that cannot be sent. */
  private void send(ProducerRecord<byte[], Object> event) {
    try {
      var _ = producer.send(event, (_, fault) -> sent(event, fault));
    } catch (InterruptException e) { // it is closed
      throw e;
    } catch (KafkaException e) { // it cannot be encoded while the registry is away
      sent(event, e);
    }
  }

  private static void sent(ProducerRecord<byte[], Object> event, Exception fault) {
    if (fault != null) {
      LOG.warn("the demo could not send an event to {}", event.topic(), fault);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    producer.close(Duration.ofSeconds(5));
  }
}
