package dev.rota.base.settings;

import java.util.regex.Pattern;

/**
 * A value in effect.
 *
 * @param source where it was given, or {@code default}
 * @param rank of the source: 0 for flags, higher for lower precedence
 */
public record EffectiveValue(String name, String text, String source, int rank) {
  /** The source of default values. */
  public static final String DEFAULT = "default";

  private static final Pattern LOGIN = Pattern.compile("://[^/@\\s]*@");

  public boolean isDefault() {
    return source.equals(DEFAULT);
  }

  /** The text with masked secrets and logins. */
  public String shown() {
    return SecretKeys.isSecret(name) ? "****" : LOGIN.matcher(text).replaceAll("://****@");
  }
}
