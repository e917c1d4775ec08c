package dev.rota.lab.embedded.registry;

import java.util.Set;

/** A setting of one subject or, with the empty name, of all. */
enum SubjectSetting {
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

  /** The subject name of the global setting. */
  static final String GLOBAL = "";

  private final String field;
  private final String byDefault;

  @SuppressWarnings("ImmutableEnumChecker") // always an immutable set
  private final Set<String> allowed;

  SubjectSetting(String field, String byDefault, Set<String> allowed) {
    this.field = field;
    this.byDefault = byDefault;
    this.allowed = allowed;
  }

  /** Returns the value's field name in the topic and in responses. */
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
