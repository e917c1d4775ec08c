package dev.rota.base.settings;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.StreamsConfig;

/** Keys of Kafka's clients: names, types, and which are reserved. */
final class KafkaKeys {
  private static final Map<String, String> RESERVED =
      Map.of(
          "processing.guarantee", "exactly_once_v2",
          "isolation.level", "read_committed",
          "acks", "all",
          "enable.idempotence", "true");
  private static final Pattern HANDLER = Pattern.compile(".*\\.exception\\.handler(\\..*)?");
  private static final Pattern WITHIN_STREAMS =
      Pattern.compile("((main|restore|global)\\.)?(consumer|producer|admin|topic)\\..*");

  private KafkaKeys() {}

  static boolean isClientKey(String key) {
    return clients().stream().anyMatch(def -> def.names().contains(key));
  }

  static boolean isStreamsKey(String key) {
    return StreamsConfig.configDef().names().contains(key);
  }

  /** Returns true if exactly-once requires another value of this key. */
  static boolean isReserved(String key, String value) {
    String own = key.replaceFirst("^((main|restore|global)\\.)?(consumer|producer)\\.", "");
    String needed = RESERVED.get(own);
    if (needed == null) {
      return HANDLER.matcher(own).matches();
    }
    return !needed.equals(value) && !(own.equals("acks") && value.equals("-1"));
  }

  /** All known keys of this prefix. */
  static Collection<String> known(ClientPrefix prefix) {
    Set<String> names = new TreeSet<>();
    defs(prefix).forEach(def -> names.addAll(def.names()));
    return names;
  }

  /** Returns true if the client may accept the key, even if Kafka does not define it. */
  static boolean isOpen(ClientPrefix prefix, String key) {
    return prefix == ClientPrefix.REGISTRY
        || known(prefix).contains(key)
        || (prefix == ClientPrefix.STREAMS
            && (WITHIN_STREAMS.matcher(key).matches() || isClientKey(key)));
  }

  /** Describes the expected value, without quoting the given one; empty if it is valid. */
  static Optional<String> wrong(ClientPrefix prefix, String key, String value) {
    for (ConfigDef def : defs(prefix)) {
      ConfigDef.ConfigKey known = def.configKeys().get(key);
      if (known == null) {
        continue;
      }
      try {
        Object parsed = ConfigDef.parseType(key, value, known.type);
        if (known.validator != null) {
          known.validator.ensureValid(key, parsed);
        }
        return Optional.empty();
      } catch (ConfigException _) {
        String bounds = known.validator == null ? "" : " " + known.validator;
        return Optional.of(expected(known.type) + bounds);
      }
    }
    return Optional.empty();
  }

  private static String expected(ConfigDef.Type type) {
    return switch (type) {
      case BOOLEAN -> "true or false";
      case INT, SHORT, LONG -> "a whole number";
      case DOUBLE -> "a number";
      case LIST -> "comma-separated items";
      case CLASS -> "a class on the class path";
      case STRING, PASSWORD -> "a text";
    };
  }

  private static List<ConfigDef> defs(ClientPrefix prefix) {
    return switch (prefix) {
      case KAFKA -> clients();
      case STREAMS -> List.of(StreamsConfig.configDef());
      case PRODUCER -> List.of(ProducerConfig.configDef());
      case CONSUMER -> List.of(ConsumerConfig.configDef());
      case ADMIN -> List.of(AdminClientConfig.configDef());
      case REGISTRY -> List.of();
    };
  }

  private static List<ConfigDef> clients() {
    return List.of(
        ConsumerConfig.configDef(), ProducerConfig.configDef(), AdminClientConfig.configDef());
  }
}
