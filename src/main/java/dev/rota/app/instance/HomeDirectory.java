package dev.rota.app.instance;

import java.nio.file.Path;
import java.util.Map;

/** The directory for notes of running processes and for logs. */
public final class HomeDirectory {
  private static final String VARIABLE = "ROTA_HOME";

  private HomeDirectory() {}

  /** {@code $ROTA_HOME}, or {@code ~/.rota}. */
  public static Path of(Map<String, String> variables) {
    return isNamed(variables)
        ? Path.of(variables.get(VARIABLE))
        : Path.of(System.getProperty("user.home"), ".rota");
  }

  /** Returns whether somebody chose it. */
  public static boolean isNamed(Map<String, String> variables) {
    return !variables.getOrDefault(VARIABLE, "").isBlank();
  }
}
