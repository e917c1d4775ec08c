package dev.rota.kernel.domain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Puts what the facts of a turn say into one short line. */
public final class TurnHeadline {
  /** The longest line, in characters. */
  public static final int LENGTH_MAX = 120;

  private static final String PLACE = "%s";
  private static final int PARTS_SHOWN = 3;

  /** A turn may have a million facts, and nobody counts them in a line. */
  private static final int FACTS_READ = 500;

  private TurnHeadline() {}

  /** The first parts, and how many more there are, in the order of the facts. */
  public static <F> String of(List<F> facts, Function<? super F, String> part) {
    return line(new Parts(), facts, part);
  }

  /**
   * The first parts, and how many more there are; null: no fact says anything.
   *
   * @param head the facts that are told before all others, wherever they are
   * @param part what a fact says; null: nothing that anybody looks for
   */
  public static <F> String of(
      List<F> facts, Predicate<? super F> head, Function<? super F, String> part) {
    Parts parts = new Parts();
    facts.forEach(
        fact -> {
          if (head.test(fact)) {
            parts.add(part.apply(fact));
          }
        });
    return line(parts, facts, part);
  }

  private static <F> String line(Parts parts, List<F> facts, Function<? super F, String> part) {
    int read = Math.min(FACTS_READ, facts.size());
    for (int i = 0; i < read; i++) {
      parts.add(part.apply(facts.get(i)));
    }
    return parts.line(facts.size() > read);
  }

  /** Each is there once. A follower makes a line of every turn, and most have one part. */
  private static final class Parts {
    private final List<String> shown = new ArrayList<>(PARTS_SHOWN);

    /** Null: there are no more than are shown. */
    private Set<String> more;

    void add(String part) {
      if (part == null || shown.contains(part)) {
        return;
      }
      if (shown.size() < PARTS_SHOWN) {
        shown.add(part);
      } else {
        more = more == null ? new HashSet<>() : more;
        more.add(part);
      }
    }

    String line(boolean isCut) {
      if (shown.isEmpty()) {
        return null;
      }
      int left = more == null ? 0 : more.size();
      String rest = isCut ? "; and more" : left == 0 ? "" : "; and " + left + " more";
      String first = shown.size() == 1 ? shown.get(0) : String.join("; ", shown);
      return cut(first, LENGTH_MAX - rest.length()) + rest;
    }
  }

  /** Puts these in the places {@code %s} of a text, in their order, alike everywhere. */
  public static String filled(String text, Object... parts) {
    StringBuilder all = new StringBuilder(LENGTH_MAX);
    int at = 0;
    for (Object part : parts) {
      int place = text.indexOf(PLACE, at);
      all.append(text, at, place).append(part);
      at = place + PLACE.length();
    }
    return all.append(text, at, text.length()).toString();
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
