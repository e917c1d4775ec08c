package dev.rota.lab.embedded.registry;

/** An error response. Its code is part of the protocol and begins with the HTTP status. */
final class RegistryError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  RegistryError(int code, String message) {
    super(message);
    this.code = code;
  }

  RegistryError(int code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  int code() {
    return code;
  }

  int status() {
    return code > 999 ? code / 100 : code;
  }

  static RegistryError noSubject(String subject) {
    return new RegistryError(40401, "Subject '" + subject + "' not found.");
  }

  static RegistryError noVersion(String version) {
    return new RegistryError(40402, "Version " + version + " not found.");
  }

  static RegistryError noSchema() {
    return new RegistryError(40403, "Schema not found");
  }

  static RegistryError invalidSchema(String why, Throwable cause) {
    return new RegistryError(42201, "Invalid schema: " + why, cause);
  }

  static RegistryError readOnly(String subject) {
    return new RegistryError(
        42205,
        (subject.isEmpty() ? "The registry" : "Subject '" + subject + "'")
            + " is in read-only mode; change it with PUT /mode");
  }

  static RegistryError referenced(StoredSchema schema, StoredSchema by) {
    return new RegistryError(
        42206,
        "Version %d of subject '%s' is referenced by version %d of subject '%s'; delete that first"
            .formatted(schema.version(), schema.subject(), by.version(), by.subject()));
  }
}
