package dev.rota.base.settings;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings in effect, and client configurations derived from them. */
public final class Settings {
  private static final String ANEW_MILLIS = "10000";

  private final Map<String, EffectiveValue> values;
  private final boolean unsafe;

  Settings(Map<String, EffectiveValue> values, boolean unsafe) {
    this.values = Map.copyOf(values);
    this.unsafe = unsafe;
  }

  /** A setting of Rota; empty if it has neither value nor default. */
  public Optional<EffectiveValue> find(String name) {
    if (KnownSettings.named(name).isEmpty()) {
      throw new IllegalArgumentException("no setting is named " + name);
    }
    return Optional.ofNullable(values.get(name));
  }

  /** Returns these settings with a value for a missing one. */
  public Settings otherwise(String name, String text, String source) {
    if (find(name).filter(value -> !value.isDefault()).isPresent()) {
      return this;
    }
    Map<String, EffectiveValue> more = new HashMap<>(values);
    more.put(name, new EffectiveValue(name, text, source, Integer.MAX_VALUE));
    return new Settings(more, unsafe);
  }

  /** As text; empty if it has neither value nor default. */
  public String text(String name) {
    return find(name).map(EffectiveValue::text).orElse("");
  }

  /** As a number. The setting must have a default or be required. */
  public int number(String name) {
    return Integer.parseInt(text(name));
  }

  /** The comma-separated items. */
  public List<String> list(String name) {
    return items(text(name));
  }

  /** The source of the value. */
  public String origin(String name) {
    return find(name).map(EffectiveValue::source).orElse("not set");
  }

  /** All values in effect, sorted by name, with client prefixes. */
  public Collection<EffectiveValue> all() {
    return values.values().stream()
        .sorted(java.util.Comparator.comparing(EffectiveValue::name))
        .toList();
  }

  /** Overridden keys that exactly-once depends on, to warn about at each start. */
  public List<String> dangers() {
    return !unsafe
        ? List.of()
        : all().stream()
            .filter(
                value ->
                    ClientPrefix.of(value.name())
                        .filter(p -> KafkaKeys.isReserved(p.strip(value.name()), value.text()))
                        .isPresent())
            .map(value -> value.name() + " is overridden by " + value.source())
            .toList();
  }

  /** Configures any client: addresses and common keys. */
  public Map<String, Object> kafka() {
    Map<String, Object> configs = new LinkedHashMap<>();
    // The first answer on a connection has no time-out in Kafka's admin client. If the network
    // loses it, the client asks that broker again and again until it begins anew.
    configs.put("metadata.recovery.rebootstrap.trigger.ms", ANEW_MILLIS);
    find(KnownSettings.BOOTSTRAP)
        .ifPresent(value -> configs.put(KnownSettings.BOOTSTRAP, value.text()));
    passed(ClientPrefix.KAFKA, configs);
    return configs;
  }

  /** Configures an idempotent producer that waits for all in-sync replicas. */
  public Map<String, Object> producer() {
    Map<String, Object> configs = new LinkedHashMap<>();
    configs.put("acks", "all");
    configs.put("enable.idempotence", "true");
    return client(configs, ClientPrefix.PRODUCER);
  }

  /** Configures a read_committed consumer. */
  public Map<String, Object> consumer() {
    Map<String, Object> configs = new LinkedHashMap<>();
    configs.put("isolation.level", "read_committed");
    return client(configs, ClientPrefix.CONSUMER);
  }

  public Map<String, Object> admin() {
    return client(new LinkedHashMap<>(), ClientPrefix.ADMIN);
  }

  /**
   * Configures Kafka Streams, with the keys of inner clients under its own prefixes. {@code
   * StreamsSettings} adds what Rota itself decides.
   */
  public Map<String, Object> streams() {
    Map<String, Object> configs = new LinkedHashMap<>();
    configs.put("num.standby.replicas", text(KnownSettings.STANDBYS));
    configs.put("commit.interval.ms", text(KnownSettings.COMMIT_INTERVAL));
    configs.put("group.protocol", text(KnownSettings.GROUP_PROTOCOL));
    client(configs, ClientPrefix.STREAMS);
    for (ClientPrefix inner :
        List.of(ClientPrefix.PRODUCER, ClientPrefix.CONSUMER, ClientPrefix.ADMIN)) {
      of(inner).forEach(value -> configs.put(value.name(), value.text()));
    }
    return configs;
  }

  /** Configures registry clients, serializers and deserializers. */
  public Map<String, Object> registry() {
    Map<String, Object> configs = new LinkedHashMap<>();
    find(KnownSettings.REGISTRY)
        .ifPresent(value -> configs.put(KnownSettings.REGISTRY, value.text()));
    passed(ClientPrefix.REGISTRY, configs);
    return configs;
  }

  static List<String> items(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  /**
   * A client's own key overrides a common one, except if the common one is a flag and the other is
   * not.
   */
  private Map<String, Object> client(Map<String, Object> configs, ClientPrefix prefix) {
    configs.putAll(kafka());
    for (EffectiveValue value : of(prefix)) {
      String key = prefix.strip(value.name());
      EffectiveValue general = values.get(ClientPrefix.KAFKA.text() + key);
      if (general == null || general.rank() > 0 || value.rank() == 0) {
        configs.put(key, value.text());
      }
    }
    return configs;
  }

  private void passed(ClientPrefix prefix, Map<String, Object> configs) {
    of(prefix).forEach(value -> configs.put(prefix.strip(value.name()), value.text()));
  }

  private List<EffectiveValue> of(ClientPrefix prefix) {
    return all().stream().filter(value -> value.name().startsWith(prefix.text())).toList();
  }
}
