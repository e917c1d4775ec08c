package dev.rota.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.text.similarity.DamerauLevenshteinDistance;

/** "Did you mean": the known word nearest to one that is not known. */
public final class Suggestion {
  private Suggestion() {}

  /**
   * The nearest word, letter case aside, that is at most a third of its length away (one letter at
   * least): insertions, deletions, replacements and swaps of neighbours. Of equally near ones the
   * first in the collection's order.
   */
  public static Optional<String> nearest(String wrong, Collection<String> known) {
    int best = Integer.MAX_VALUE;
    Optional<String> nearest = Optional.empty();
    for (var word : known) {
      int limit = Math.max(1, word.length() / 3);
      int distance = new DamerauLevenshteinDistance(limit).apply(lower(wrong), lower(word));
      if (distance >= 0 && distance < best) { // farther than the limit is -1
        best = distance;
        nearest = Optional.of(word);
      }
    }
    return nearest;
  }

  /** {@code "; did you mean 'para'?"}, or nothing. */
  public static String after(String wrong, Collection<String> known) {
    return nearest(wrong, known).map(word -> "; did you mean '" + word + "'?").orElse("");
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }
}
