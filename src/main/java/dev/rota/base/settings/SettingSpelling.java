package dev.rota.base.settings;

import dev.rota.base.text.SpellingSuggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Normalises a setting's spelling in a file or variable to its name. */
final class SettingSpelling {
  private static final Map<String, String> ALIASES =
      Map.of(
          "kafka.bootstrap.servers", KnownSettings.BOOTSTRAP,
          "registry.url", KnownSettings.REGISTRY,
          "registry.schema.registry.url", KnownSettings.REGISTRY,
          "streams.application.id", KnownSettings.APPLICATION,
          "streams.state.dir", KnownSettings.STATE_DIR);

  private SettingSpelling() {}

  /** A key of a file or of {@code -X}; empty if it is unknown. */
  static Optional<GivenValue> file(GivenValue entry) {
    String name = entry.name();
    if (KnownSettings.named(name).isPresent()) {
      return Optional.of(entry);
    }
    return prefixed(entry).or(() -> twin(entry, SettingSpelling::file)).or(() -> bare(entry));
  }

  /** A variable. The entry's name is the variable's. */
  static Optional<GivenValue> variable(GivenValue entry) {
    Optional<SettingDefinition> setting = KnownSettings.variable(entry.name());
    if (setting.isPresent()) {
      return Optional.of(entry.named(setting.get().name()));
    }
    String dotted = dotted(entry.name().substring(KnownSettings.ENVIRONMENT.length()));
    return prefixed(entry.named(dotted))
        .or(
            () ->
                twin(entry.named(dotted), twin -> KnownSettings.named(twin.name()).map(_ -> twin)));
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
    if (name.startsWith(KnownSettings.ENVIRONMENT)) {
      KnownSettings.ALL.forEach(setting -> candidates.add(setting.environment()));
      candidates.addAll(KnownSettings.OTHER_VARIABLES);
    } else {
      KnownSettings.ALL.forEach(setting -> candidates.add(setting.name()));
      candidates.addAll(KafkaKeys.known(ClientPrefix.KAFKA));
      candidates.addAll(KafkaKeys.known(ClientPrefix.STREAMS));
    }
    return SpellingSuggestion.after(name, candidates);
  }

  private static Optional<GivenValue> prefixed(GivenValue entry) {
    if (ClientPrefix.of(entry.name()).isEmpty()) {
      return Optional.empty();
    }
    String alias = ALIASES.get(entry.name());
    if (alias != null) {
      return Optional.of(entry.named(alias));
    }
    return Optional.of(
        SecretKeys.twinOf(entry.name())
            .map(secret -> new GivenValue(secret, entry.text(), entry.source(), true))
            .orElse(entry));
  }

  private static Optional<GivenValue> twin(
      GivenValue entry, java.util.function.Function<GivenValue, Optional<GivenValue>> place) {
    return SecretKeys.twinOf(entry.name())
        .flatMap(secret -> place.apply(new GivenValue(secret, entry.text(), entry.source(), true)));
  }

  /** Keys without prefix, so that files for Kafka's own tools work. */
  private static Optional<GivenValue> bare(GivenValue entry) {
    String name = entry.name();
    if (KafkaKeys.isClientKey(name)) {
      return Optional.of(entry.named(ClientPrefix.KAFKA.text() + name));
    }
    if (KafkaKeys.isStreamsKey(name)) {
      return Optional.of(entry.named(ClientPrefix.STREAMS.text() + name));
    }
    return name.startsWith("schema.registry.")
        ? Optional.of(entry.named(ClientPrefix.REGISTRY.text() + name))
        : Optional.empty();
  }
}
