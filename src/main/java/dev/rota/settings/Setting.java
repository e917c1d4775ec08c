package dev.rota.settings;

import java.util.Locale;

/**
 * A setting of ours.
 *
 * @param otherwise its default; empty when it has none
 * @param secret never shown, and has a twin that names a file holding it
 * @param about what it is, in a line
 */
public record Setting(
    String name, SettingKind kind, String otherwise, boolean secret, String about) {
  /** {@code ROTA_HTTP_PORT} and its like. */
  public String environment() {
    return Known.ENVIRONMENT + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
