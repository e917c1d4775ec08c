package dev.rota.app.config;

import dev.rota.app.clients.RangeReader;
import dev.rota.app.clients.RecordSender;
import dev.rota.app.cluster.ClusterAdmin;
import dev.rota.app.cluster.StreamsOptions;
import dev.rota.app.console.NameLookup;
import dev.rota.base.settings.EffectiveValue;
import dev.rota.base.settings.KnownSettings;
import dev.rota.base.settings.Settings;
import dev.rota.kernel.domain.Domain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;

/**
 * All settings in effect. Client settings have the prefix {@code streams.} for the engine, and
 * {@code producer.}, {@code consumer.} or {@code admin.} for commands.
 */
final class EffectiveSettings {
  private static final String ROTAS = "Rota's default";
  private static final String KAFKAS = "Kafka's default";
  private static final int RANK = Integer.MAX_VALUE;

  /** Kafka Streams keys that have a Rota setting. */
  private static final Map<String, String> NAMES =
      Map.of(
          "num.stream.threads", KnownSettings.THREADS,
          "num.standby.replicas", KnownSettings.STANDBYS);

  private final Settings settings;
  private final Map<String, EffectiveValue> given;
  private final List<EffectiveValue> clients = new ArrayList<>();

  private EffectiveSettings(Settings settings) {
    this.settings = settings;
    this.given =
        settings.all().stream()
            .collect(Collectors.toMap(EffectiveValue::name, Function.identity()));
  }

  /** Returns Rota's and given settings, then client settings, then Kafka's defaults. */
  static List<EffectiveValue> of(Settings settings, boolean brief) {
    EffectiveSettings all = new EffectiveSettings(settings);
    all.client("producer.", RecordSender.configs(settings), ProducerConfig.configDef());
    all.client("consumer.", RangeReader.configs(settings), ConsumerConfig.configDef());
    all.client("admin.", ClusterAdmin.configs(settings), AdminClientConfig.configDef());
    all.engine();
    List<EffectiveValue> values = new ArrayList<>(settings.all());
    all.clients.stream()
        .filter(value -> !brief || !value.source().equals(KAFKAS))
        .sorted(
            Comparator.comparing((EffectiveValue value) -> value.source().equals(KAFKAS))
                .thenComparing(EffectiveValue::name))
        .forEach(values::add);
    return values;
  }

  private void client(String prefix, Map<String, Object> told, ConfigDef known) {
    Set<String> keys = new TreeSet<>(known.names());
    keys.addAll(told.keySet());
    for (String key : keys) {
      Object value = told.getOrDefault(key, known.defaultValues().get(key));
      add(prefix + key, value, source(key, told.containsKey(key)));
    }
  }

  /** Most values are the same for all domains. Where they differ, the origin names the domains. */
  private void engine() {
    List<Domain> domains = NameLookup.domains(settings.list(KnownSettings.DOMAINS));
    ConfigDef known = StreamsConfig.configDef();
    Map<String, Properties> told = new LinkedHashMap<>();
    domains.forEach(domain -> told.put(domain.name(), StreamsOptions.of(settings).streams(domain)));
    Set<String> keys = new TreeSet<>(known.names());
    told.values().forEach(one -> one.keySet().forEach(key -> keys.add(key.toString())));
    for (String key : keys) {
      boolean isTold = told.values().stream().anyMatch(one -> one.containsKey(key));
      Map<Object, List<String>> owners = new LinkedHashMap<>();
      told.forEach(
          (domain, one) -> {
            Object value = one.getOrDefault(key, known.defaultValues().get(key));
            owners.computeIfAbsent(text(value), _ -> new ArrayList<>()).add(domain);
          });
      owners.forEach(
          (value, whose) ->
              add(
                  "streams." + key,
                  value,
                  source(key, isTold)
                      + (owners.size() == 1 ? "" : ", for " + String.join(", ", whose))));
    }
  }

  private void add(String name, Object value, String source) {
    // All clients share Kafka's address, which is one of Rota's own settings.
    if (!given.containsKey(name) && !name.endsWith("." + KnownSettings.BOOTSTRAP)) {
      clients.add(new EffectiveValue(name, text(value), source, RANK));
    }
  }

  /** Returns the origin of a client's value. */
  private String source(String key, boolean isTold) {
    if (!isTold) {
      return KAFKAS;
    }
    for (String name : List.of("kafka." + key, NAMES.getOrDefault(key, key))) {
      if (given.containsKey(name) && !given.get(name).isDefault()) {
        return given.get(name).source();
      }
    }
    return ROTAS;
  }

  private static String text(Object value) {
    if (value instanceof Collection<?> items) {
      return items.stream().map(EffectiveSettings::text).collect(Collectors.joining(","));
    }
    return value instanceof Class<?> type ? type.getName() : value == null ? "" : value.toString();
  }
}
