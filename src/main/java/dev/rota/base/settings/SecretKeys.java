package dev.rota.base.settings;

import java.util.Optional;
import java.util.regex.Pattern;

/** Detects keys whose values must not be shown. */
final class SecretKeys {
  /** The suffix of a key that names a file with the secret. */
  static final String TWIN = ".file";

  // By name, not by type: keys of registries and interceptors have no known types.
  private static final Pattern NAMES =
      Pattern.compile(
          ".*(password|secret|jaas\\.config|user\\.info|auth\\.token|keystore\\.key|private\\.key)"
              + "(\\.[0-9]+)?");

  private SecretKeys() {}

  static boolean isSecret(String name) {
    return NAMES.matcher(name).matches();
  }

  /** The secret of a key that names a file. */
  static Optional<String> twinOf(String name) {
    return Optional.of(name)
        .filter(twin -> twin.endsWith(TWIN))
        .map(twin -> twin.substring(0, twin.length() - TWIN.length()))
        .filter(SecretKeys::isSecret);
  }
}
