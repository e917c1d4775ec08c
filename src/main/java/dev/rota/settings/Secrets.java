package dev.rota.settings;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which keys hold what nobody may see. */
final class Secrets {
  /** Ends the name of a secret's twin, which names a file. */
  static final String TWIN = ".file";

  // By name, not by type: a registry's and an interceptor's keys have no types that we know.
  private static final Pattern NAMES =
      Pattern.compile(
          ".*(password|secret|jaas\\.config|user\\.info|auth\\.token|keystore\\.key|private\\.key)"
              + "(\\.[0-9]+)?");

  private Secrets() {}

  static boolean isSecret(String name) {
    return Known.named(name).map(Setting::secret).orElseGet(() -> NAMES.matcher(name).matches());
  }

  /** The secret whose twin this is. */
  static Optional<String> twinOf(String name) {
    return Optional.of(name)
        .filter(twin -> twin.endsWith(TWIN))
        .map(twin -> twin.substring(0, twin.length() - TWIN.length()))
        .filter(Secrets::isSecret);
  }
}
