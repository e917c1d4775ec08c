package dev.rota.settings;

import java.util.regex.Pattern;

/**
 * A value in effect.
 *
 * @param source where it was given; {@code default} when nowhere
 * @param rank the layer it came from: 0 for flags, rising as precedence falls
 */
public record Value(String name, String text, String source, int rank) {
  /** The source of what was given nowhere. */
  public static final String DEFAULT = "default";

  private static final Pattern LOGIN = Pattern.compile("://[^/@\\s]*@");

  public boolean isDefault() {
    return source.equals(DEFAULT);
  }

  /** The text for human eyes: secrets, and logins within addresses, are stars. */
  public String shown() {
    return Secrets.isSecret(name) ? "****" : LOGIN.matcher(text).replaceAll("://****@");
  }
}
