package dev.rota.kernel.domain;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A change of a fleet, or of a job's priority.
 *
 * @param added false: it is removed
 * @param kind such as bot, or bots for a number of them
 * @param name of the one, or how many
 * @param like the one that an added one behaves like; null: the domain chooses
 */
public record FleetChange(boolean added, String kind, String name, String like) {
  private static final Pattern FORM =
      Pattern.compile("([a-z]+):(.+?)(?:=like:(.+))?", Pattern.DOTALL);

  /** The kind of a change of a job: its name, and its priority in the place of the like one. */
  public static final String PRIORITY = "priority";

  /** Returns how many are meant, if the name is a number from 1 on. */
  public int number() {
    if (!name.matches("[1-9]\\d{0,5}")) {
      throw new BadArgument(
          this + ": after '" + kind + ":' comes how many, from 1 to 999999, not '" + name + "'");
    }
    return Integer.parseInt(name);
  }

  /**
   * Reads one as it is written behind its flag.
   *
   * @param text {@code KIND:NAME}, and if it is added {@code =like:OTHER}
   * @throws BadArgument if it is not of that form
   */
  public static FleetChange of(boolean added, String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches() || !added && form.group(3) != null) {
      throw new BadArgument(
          "'" + text + "' is not of the form KIND:NAME" + (added ? "[=like:OTHER]" : ""));
    }
    return new FleetChange(added, form.group(1), form.group(2), form.group(3));
  }

  /** A job gets another priority. */
  public static FleetChange priority(String job, String priority) {
    return new FleetChange(true, PRIORITY, job, priority);
  }

  @Override
  public String toString() {
    if (kind.equals(PRIORITY)) {
      return "--priority " + name + "=" + like;
    }
    return (added ? "--add " : "--remove ")
        + kind
        + ":"
        + name
        + (like == null ? "" : "=like:" + like);
  }
}
