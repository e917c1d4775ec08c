package dev.rota.lab.embedded.registry;

/** An error response. Its code is part of the protocol and begins with the HTTP status. */
final class RegistryError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What to do about a call that this registry does not have. */
  static final String ELSEWHERE =
      "The registry of 'rota dev' registers schemas and finds them, and has no modes, deletions and"
          + " references: use a registry of its own for these, such as Confluent's Schema Registry";

  private final int code;

  RegistryError(int code, String message) {
    this(code, message, null);
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
}
