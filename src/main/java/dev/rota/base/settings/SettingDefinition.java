package dev.rota.base.settings;

import java.util.Locale;

/**
 * A setting of Rota.
 *
 * @param otherwise its default; empty: none
 * @param about one line of documentation
 */
public record SettingDefinition(String name, SettingKind kind, String otherwise, String about) {
  /** The variable, such as {@code ROTA_HTTP_PORT}. */
  public String environment() {
    return KnownSettings.ENVIRONMENT + name.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
