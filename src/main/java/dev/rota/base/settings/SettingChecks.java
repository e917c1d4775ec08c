package dev.rota.base.settings;

import dev.rota.base.text.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Validates settings before anything is started. */
final class SettingChecks {
  private final Map<String, EffectiveValue> values;
  private final List<String> problems;

  private SettingChecks(Map<String, EffectiveValue> values, List<String> problems) {
    this.values = values;
    this.problems = problems;
  }

  static void all(
      Map<String, EffectiveValue> values,
      List<String> required,
      boolean unsafe,
      List<String> problems) {
    SettingChecks checks = new SettingChecks(values, problems);
    values.values().forEach(value -> checks.one(value, unsafe));
    required.forEach(checks::given);
    checks.together();
  }

  private void one(EffectiveValue value, boolean unsafe) {
    Optional<ClientPrefix> prefix = ClientPrefix.of(value.name());
    if (KnownSettings.named(value.name()).isPresent()) {
      KnownSettings.named(value.name())
          .get()
          .kind()
          .unlike(value.text())
          .ifPresent(why -> bad(value, why));
    } else if (prefix.isPresent()) {
      passed(value, prefix.get(), unsafe);
    }
  }

  private void passed(EffectiveValue value, ClientPrefix prefix, boolean unsafe) {
    String key = prefix.strip(value.name());
    if (KafkaKeys.isReserved(key, value.text()) && !unsafe) {
      problems.add(
          "%s: '%s' cannot be set, since exactly-once depends on it; remove it, or set"
                  .formatted(value.source(), key)
              + " ROTA_UNSAFE=1 and lose exactly-once");
      return;
    }
    if (!KafkaKeys.isOpen(prefix, key)) {
      SpellingSuggestion.nearest(key, KafkaKeys.known(prefix))
          .ifPresent(
              near ->
                  problems.add(
                      "%s: no Kafka client has the setting '%s'; did you mean '%s'?"
                          .formatted(value.source(), key, near)));
    }
    KafkaKeys.wrong(prefix, key, value.text()).ifPresent(why -> bad(value, why));
  }

  private void bad(EffectiveValue value, String expected) {
    problems.add(
        "%s: '%s' is %s; expected %s"
            .formatted(value.source(), value.name(), quoted(value), expected));
  }

  private static String quoted(EffectiveValue value) {
    return SecretKeys.isSecret(value.name()) ? "invalid" : "'" + value.shown() + "'";
  }

  private void given(String name) {
    if (!values.containsKey(name)) {
      SettingDefinition setting = KnownSettings.named(name).orElseThrow();
      problems.add(
          "'%s' is not set (%s); set it in a --config file or with %s"
              .formatted(name, setting.about(), setting.environment()));
    }
  }

  private void together() {
    EffectiveValue protocol = values.get(KnownSettings.GROUP_PROTOCOL);
    for (String name : List.of("kafka.group.instance.id", "consumer.group.instance.id")) {
      EffectiveValue member = values.get(name);
      if (member != null && protocol != null && protocol.text().equals("streams")) {
        problems.add(
            "%s and %s: the streams protocol does not support static members;"
                    .formatted(member.source(), protocol.source())
                + " remove group.instance.id or use group.protocol=classic");
      }
    }
  }
}
