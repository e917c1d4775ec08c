package dev.rota.readers.follow.json;

import dev.rota.base.text.SpellingSuggestion;
import java.util.Collection;

/** Thrown for a question that cannot be asked: what is wrong, why, and what can be asked. */
public final class BadQuestion extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String why;
  private final String fix;
  private final boolean missing;

  private BadQuestion(String what, String why, String fix, boolean missing, Throwable cause) {
    super(what + ": " + why, cause);
    this.what = what;
    this.why = why;
    this.fix = fix;
    this.missing = missing;
  }

  BadQuestion(String what, String why, String fix, Throwable cause) {
    this(what, why, fix, false, cause);
  }

  /**
   * There is no such name.
   *
   * @param kind what it names, such as query
   */
  static BadQuestion unknown(String kind, String said, Collection<String> known, String fix) {
    String why = known.isEmpty() ? "it takes none" : SpellingSuggestion.among(said, known);
    return new BadQuestion("no " + kind + " '" + said + "'", why, fix, kind.equals("query"), null);
  }

  public String what() {
    return what;
  }

  public String why() {
    return why;
  }

  public String fix() {
    return fix;
  }

  /** Returns true if the thing that is asked does not exist, false if it is asked wrongly. */
  public boolean isOfNothing() {
    return missing;
  }
}
