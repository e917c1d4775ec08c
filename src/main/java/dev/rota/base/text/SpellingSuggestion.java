package dev.rota.base.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** "Did you mean": finds the known word nearest to an unknown one. */
public final class SpellingSuggestion {
  private static final int SHOWN_MAX = 20;

  private SpellingSuggestion() {}

  /**
   * Returns the nearest word, ignoring case, within a third of its length (at least one letter).
   * Insertions, deletions, replacements and swaps of neighbours count one each. Ties go to the
   * first in the collection's order.
   */
  public static Optional<String> nearest(String wrong, Collection<String> known) {
    int best = Integer.MAX_VALUE;
    Optional<String> nearest = Optional.empty();
    for (var word : known) {
      int limit = Math.max(1, word.length() / 3);
      int distance = new DamerauLevenshteinDistance(limit).apply(lower(wrong), lower(word));
      if (distance >= 0 && distance < best) { // -1: beyond the limit
        best = distance;
        nearest = Optional.of(word);
      }
    }
    return nearest;
  }

  /** Returns {@code "; did you mean 'para'?"}, or an empty string. */
  public static String after(String wrong, Collection<String> known) {
    return nearest(wrong, known).map(word -> "; did you mean '" + word + "'?").orElse("");
  }

  /**
   * Returns {@code "did you mean 'cores'? There are cores, bots"}: the nearest word, and at most 20
   * of all in the collection's order; or an empty string if there are none.
   */
  public static String among(String wrong, Collection<String> known) {
    if (known.isEmpty()) {
      return "";
    }
    String all = "here are " + some(known);
    return nearest(wrong, known)
        .map(word -> "did you mean '" + word + "'? T" + all)
        .orElse("t" + all);
  }

  private static String some(Collection<String> known) {
    String some = known.stream().limit(SHOWN_MAX).collect(Collectors.joining(", "));
    return known.size() > SHOWN_MAX ? some + ", …" : some;
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
