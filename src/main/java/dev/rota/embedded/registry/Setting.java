package dev.rota.embedded.registry;

import java.util.Set;

/** What can be set for one subject or, under the empty name, for all. */
enum Setting {
  CONFIG(
      "compatibilityLevel",
      "BACKWARD",
      Set.of(
          "NONE",
          "BACKWARD",
          "BACKWARD_TRANSITIVE",
          "FORWARD",
          "FORWARD_TRANSITIVE",
          "FULL",
          "FULL_TRANSITIVE")),
  MODE("mode", "READWRITE", Set.of("READWRITE", "READONLY", "READONLY_OVERRIDE", "IMPORT"));

  /** The name under which a setting for every subject is kept. */
  static final String GLOBAL = "";

  private final String field;
  private final String byDefault;

  @SuppressWarnings("ImmutableEnumChecker") // only ever Set.of, which cannot change
  private final Set<String> allowed;

  Setting(String field, String byDefault, Set<String> allowed) {
    this.field = field;
    this.byDefault = byDefault;
    this.allowed = allowed;
  }

  /** The value's name, in the topic and in answers. */
  String field() {
    return field;
  }

  String byDefault() {
    return byDefault;
  }

  boolean allows(String value) {
    return allowed.contains(value);
  }
}
