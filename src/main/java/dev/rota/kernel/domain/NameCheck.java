package dev.rota.kernel.domain;

/** Checks names of jobs, bots, shards and the like. */
public final class NameCheck {
  private static final int LENGTH_MAX = 512;

  private NameCheck() {}

  /** Returns what is wrong, or null. */
  public static String wrong(String field, String name) {
    if (name.isEmpty()) {
      return field + " is empty: give it a name";
    }
    if (name.length() > LENGTH_MAX) {
      return field + " has " + name.length() + " characters: " + LENGTH_MAX + " are the most";
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        return field + " has a control character: use letters, digits and signs";
      }
    }
    return null;
  }
}
