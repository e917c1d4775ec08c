package dev.rota.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** "Did you mean": the known word nearest to one that is not known. */
public final class Suggestion {
  private Suggestion() {}

  /**
   * The nearest word, letter case aside, that is at most a third of its length away (one letter at
   * least). Of equally near ones the first in the collection's order.
   */
  public static Optional<String> nearest(String wrong, Collection<String> known) {
    int best = Integer.MAX_VALUE;
    Optional<String> nearest = Optional.empty();
    for (var word : known) {
      int limit = Math.max(1, word.length() / 3);
      if (Math.abs(word.length() - wrong.length()) > limit) {
        continue;
      }
      int distance = distance(lower(wrong), lower(word));
      if (distance <= limit && distance < best) {
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

  /** Insertions, deletions, replacements and swaps of neighbours, each counting one. */
  private static int distance(String from, String to) {
    int[] before = new int[to.length() + 1];
    int[] last = new int[to.length() + 1];
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = last[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      int[] spare = before;
      before = last;
      last = row;
      row = spare;
    }
    return last[to.length()];
  }
}
