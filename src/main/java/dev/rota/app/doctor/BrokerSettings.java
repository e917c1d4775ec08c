package dev.rota.app.doctor;

import dev.rota.app.cluster.ClusterAdmin;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The settings of all brokers, which may differ.
 *
 * @param byBroker by node id and by name; secrets and what a broker does not know are absent
 */
record BrokerSettings(Map<String, Map<String, String>> byBroker) {
  BrokerSettings {
    byBroker = Collections.unmodifiableMap(new TreeMap<>(byBroker));
  }

  /**
   * Asks every broker.
   *
   * @throws org.apache.kafka.common.errors.ClusterAuthorizationException if they may not be seen
   */
  static BrokerSettings of(ClusterAdmin cluster) {
    List<ConfigResource> brokers =
        cluster.get(cluster.admin().describeCluster().nodes()).stream()
            .map(Node::idString)
            .map(id -> new ConfigResource(ConfigResource.Type.BROKER, id))
            .toList();
    Map<String, Map<String, String>> all = new HashMap<>();
    cluster
        .get(cluster.admin().describeConfigs(brokers).all())
        .forEach(
            (broker, config) -> {
              Map<String, String> values = new HashMap<>();
              config
                  .entries()
                  .forEach(
                      entry -> {
                        if (entry.value() != null) {
                          values.put(entry.name(), entry.value());
                        }
                      });
              all.put(broker.name(), values);
            });
    return new BrokerSettings(all);
  }

  /**
   * Which brokers have a setting with such a value, in words such as {@code auto.create=true on
   * broker 1}; empty: none.
   */
  Optional<String> where(String setting, Predicate<String> isSuch) {
    Map<String, String> found = new TreeMap<>();
    byBroker.forEach(
        (broker, settings) -> {
          String value = settings.get(setting);
          if (value != null && isSuch.test(value)) {
            found.merge(value, broker, (before, another) -> before + ", " + another);
          }
        });
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            found.entrySet().stream()
                .map(one -> "%s=%s on broker %s".formatted(setting, one.getKey(), one.getValue()))
                .collect(Collectors.joining("; ")));
  }

  /** The same of numbers that are less than they must be. */
  Optional<String> less(String setting, long least) {
    return where(setting, value -> Long.parseLong(value) < least);
  }

  /** All values of a setting, such as {@code 900000}; {@code unknown} if no broker has it. */
  String values(String setting) {
    String all =
        byBroker.values().stream()
            .map(one -> one.get(setting))
            .filter(value -> value != null)
            .distinct()
            .sorted()
            .collect(Collectors.joining(" or "));
    return all.isEmpty() ? "unknown" : all;
  }
}
