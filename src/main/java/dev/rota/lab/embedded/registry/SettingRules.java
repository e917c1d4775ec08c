package dev.rota.lab.embedded.registry;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Rules of settings: compatibility levels and modes, and what a mode forbids. */
final class SettingRules {
  private SettingRules() {}

  static void requireWritable(SchemaStore store, String subject) {
    if (isReadOnly(store, subject)) {
      throw RegistryError.readOnly(subject);
    }
  }

  static RegistryDecision<String> configure(SchemaStore store, String subject, String asked) {
    var level = valid(SubjectSetting.CONFIG, asked, 42203, "compatibility level");
    requireWritable(store, subject);
    return set(SubjectSetting.CONFIG, subject, level);
  }

  static RegistryDecision<String> setMode(
      SchemaStore store, String subject, String asked, boolean force) {
    var mode = valid(SubjectSetting.MODE, asked, 42204, "mode");
    if (mode.equals("IMPORT") && !force && holdsSchemas(store, subject)) {
      throw new RegistryError(
          42205, "Cannot import while there are schemas; delete them or send force=true");
    }
    return set(SubjectSetting.MODE, subject, mode);
  }

  /** Removes a value and returns it. A subject without a value of its own is not found. */
  static RegistryDecision<String> unset(SchemaStore store, SubjectSetting setting, String subject) {
    var old = store.own(setting, subject);
    if (old.isEmpty() && !subject.equals(SubjectSetting.GLOBAL)) {
      throw RegistryError.noSubject(subject);
    }
    if (setting == SubjectSetting.CONFIG) {
      requireWritable(store, subject);
    }
    return new RegistryDecision<>(
        old.orElse(setting.byDefault()),
        List.of(new RegistryFact.Set(setting, subject, Optional.empty())));
  }

  /** Returns the effective value. A subject's own value is required unless {@code orGlobal}. */
  static String get(SchemaStore store, SubjectSetting setting, String subject, boolean orGlobal) {
    if (orGlobal || subject.equals(SubjectSetting.GLOBAL)) {
      return store.effective(setting, subject);
    }
    return store
        .own(setting, subject)
        .orElseThrow(
            () ->
                new RegistryError(
                    setting == SubjectSetting.CONFIG ? 40408 : 40409,
                    "Subject '"
                        + subject
                        + "' has no "
                        + setting.field()
                        + " of its own; ask with defaultToGlobal=true for the one in force"));
  }

  private static boolean isReadOnly(SchemaStore store, String subject) {
    var overriding = store.own(SubjectSetting.MODE, SubjectSetting.GLOBAL).orElse("");
    return overriding.equals("READONLY_OVERRIDE")
        || store.effective(SubjectSetting.MODE, subject).startsWith("READONLY");
  }

  private static boolean holdsSchemas(SchemaStore store, String subject) {
    return subject.equals(SubjectSetting.GLOBAL)
        ? store.all().findAny().isPresent()
        : store.knows(subject, DeletedFilter.LIVE);
  }

  private static RegistryDecision<String> set(
      SubjectSetting setting, String subject, String value) {
    return new RegistryDecision<>(
        value, List.of(new RegistryFact.Set(setting, subject, Optional.of(value))));
  }

  private static String valid(SubjectSetting setting, String asked, int code, String what) {
    var value = asked.toUpperCase(Locale.ROOT);
    if (!setting.allows(value)) {
      throw new RegistryError(code, "Invalid " + what + " '" + asked + "'");
    }
    return value;
  }
}
