package dev.rota.lab.verbs.dev;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.Output.Channel;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic.Workforce;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The simulated workers of a demonstration. With kept data they start anew: what they held, they
 * learn from the answers to what they say.
 *
 * @param byTopic by lane, by the topics that they hear
 */
record DemoWorkforces(Map<String, Map<String, Workforce>> byTopic) {
  private static final List<Channel> HEARD = List.of(Channel.ASSIGNMENTS, Channel.OUTCOMES);

  static DemoWorkforces of(List<Domain> domains, DemoTraffic.Pace pace) {
    Map<String, Map<String, Workforce>> all = new HashMap<>();
    for (Domain domain : domains) {
      Map<String, Workforce> byLane = new HashMap<>();
      for (String lane : DemoTraffic.lanes(domain, pace.lanes())) {
        Workforce workforce = DomainTraffic.of(domain).workforce(lane, pace.seed());
        if (workforce != null) {
          byLane.put(lane, workforce);
        }
      }
      if (!byLane.isEmpty()) {
        HEARD.forEach(channel -> all.put(channel.topic(domain.name()), byLane));
      }
    }
    return new DemoWorkforces(all);
  }

  Set<String> topics() {
    return byTopic.keySet();
  }

  /** Calls with each lane and its workers, once. */
  void each(BiConsumer<String, Workforce> to) {
    byTopic.values().stream().distinct().forEach(byLane -> byLane.forEach(to));
  }

  /** Call it in the thread that plays the workers. */
  void hear(ConsumerRecord<byte[], Object> output) {
    Workforce workforce = byTopic.get(output.topic()).get(new String(output.key(), UTF_8));
    if (workforce != null) {
      workforce.hear((SpecificRecord) output.value());
    }
  }
}
