package dev.rota.base.settings;

import dev.rota.base.text.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Normalises a setting's spelling in a file or variable to its name. */
final class Naming {
  private static final Map<String, String> ALIASES =
      Map.of(
          "kafka.bootstrap.servers", Known.BOOTSTRAP,
          "registry.url", Known.REGISTRY,
          "registry.schema.registry.url", Known.REGISTRY,
          "streams.application.id", Known.APPLICATION,
          "streams.state.dir", Known.STATE_DIR);

  private Naming() {}

  /** A key of a file or of {@code -X}; empty if it is unknown. */
  static Optional<GivenValue> file(GivenValue entry) {
    String name = entry.name();
    if (Known.named(name).isPresent()) {
      return Optional.of(entry);
    }
    return prefixed(entry).or(() -> twin(entry, Naming::file)).or(() -> bare(entry));
  }

  /** A variable. The entry's name is the variable's. */
  static Optional<GivenValue> variable(GivenValue entry) {
    Optional<Setting> setting = Known.variable(entry.name());
    if (setting.isPresent()) {
      return Optional.of(entry.named(setting.get().name()));
    }
    String dotted = dotted(entry.name().substring(Known.ENVIRONMENT.length()));
    return prefixed(entry.named(dotted))
        .or(() -> twin(entry.named(dotted), twin -> Known.named(twin.name()).map(any -> twin)));
  }

  /** {@code SSL__X_KEY} becomes {@code ssl_x.key}. */
  static String dotted(String variable) {
    return variable
        .toLowerCase(Locale.ROOT)
        .replace("__", "\0")
        .replace('_', '.')
        .replace('\0', '_');
  }

  static String unknown(GivenValue entry) {
    return "%s: unknown setting%s%s; 'rota config show' lists all settings"
        .formatted(entry.source(), shownName(entry), suggestion(entry.name()));
  }

  private static String shownName(GivenValue entry) {
    return entry.source().equals(entry.name()) ? "" : " '" + entry.name() + "'";
  }

  private static String suggestion(String name) {
    List<String> candidates = new ArrayList<>();
    if (name.startsWith(Known.ENVIRONMENT)) {
      Known.ALL.forEach(setting -> candidates.add(setting.environment()));
      candidates.addAll(Known.OTHER_VARIABLES);
    } else {
      Known.ALL.forEach(setting -> candidates.add(setting.name()));
      candidates.addAll(KafkaKeys.known(Prefix.KAFKA));
      candidates.addAll(KafkaKeys.known(Prefix.STREAMS));
    }
    return Suggestion.after(name, candidates);
  }

  private static Optional<GivenValue> prefixed(GivenValue entry) {
    if (Prefix.of(entry.name()).isEmpty()) {
      return Optional.empty();
    }
    String alias = ALIASES.get(entry.name());
    if (alias != null) {
      return Optional.of(entry.named(alias));
    }
    return Optional.of(
        Secrets.twinOf(entry.name())
            .map(secret -> new GivenValue(secret, entry.text(), entry.source(), true))
            .orElse(entry));
  }

  private static Optional<GivenValue> twin(
      GivenValue entry, java.util.function.Function<GivenValue, Optional<GivenValue>> place) {
    return Secrets.twinOf(entry.name())
        .flatMap(secret -> place.apply(new GivenValue(secret, entry.text(), entry.source(), true)));
  }

  /** Keys without prefix, so that files for Kafka's own tools work. */
  private static Optional<GivenValue> bare(GivenValue entry) {
    String name = entry.name();
    if (KafkaKeys.isClientKey(name)) {
      return Optional.of(entry.named(Prefix.KAFKA.text() + name));
    }
    if (KafkaKeys.isStreamsKey(name)) {
      return Optional.of(entry.named(Prefix.STREAMS.text() + name));
    }
    return name.startsWith("schema.registry.")
        ? Optional.of(entry.named(Prefix.REGISTRY.text() + name))
        : Optional.empty();
  }
}
