package dev.rota.readers.follow.held;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.Locale;

/**
 * Which of the held turns are looked for.
 *
 * @param idle false: not ticks that did nothing
 * @param kind null: any
 * @param reason why something was refused, such as {@code NO_BOT}; {@link #ANY}: whatever it was;
 *     null: also where nothing was refused
 * @param decided true: only those that published something
 * @param text that is in what a turn says, in its input's name or in its reason, in any case; null:
 *     any
 */
public record TurnFilter(
    boolean idle, TurnEntry.Kind kind, String reason, boolean decided, String text) {
  /** All turns. */
  public static final TurnFilter ALL = new TurnFilter(true, null, null, false, null);

  /** Without ticks that did nothing. */
  public static final TurnFilter NOT_IDLE = new TurnFilter(false, null, null, false, null);

  /** The reason of those who take any. */
  public static final String ANY = "any";

  /** A text of spaces is none. */
  public TurnFilter {
    text = text == null || text.isBlank() ? null : text.strip().toLowerCase(Locale.ROOT);
  }

  boolean takes(TurnEntry.Kind is, String why) {
    return (kind == null || kind == is)
        && (reason == null || (reason.equals(ANY) ? why != null : reason.equals(why)));
  }

  /** Returns true if one of these has the text; null has none. */
  boolean isSaid(String... texts) {
    if (text == null) {
      return true;
    }
    for (String one : texts) {
      if (one != null && one.toLowerCase(Locale.ROOT).contains(text)) {
        return true;
      }
    }
    return false;
  }
}
