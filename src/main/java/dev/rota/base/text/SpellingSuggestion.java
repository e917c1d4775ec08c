package dev.rota.base.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
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
    return nearest(wrong, known, word -> word, 1).stream().findFirst();
  }

  /**
   * Returns the nearest things in the same sense, the nearest first.
   *
   * @param name of each
   * @param most things, 1 or more
   */
  public static <T> List<T> nearest(
      String wrong, Collection<T> known, Function<T, String> name, int most) {
    record Near<T>(T thing, int distance) {}

    String sought = lower(wrong);
    List<Near<T>> near = new ArrayList<>();
    for (T one : known) {
      String word = name.apply(one);
      int limit = Math.max(1, word.length() / 3);
      int distance = new DamerauLevenshteinDistance(limit).apply(sought, lower(word));
      if (distance >= 0) { // -1: beyond the limit
        near.add(new Near<>(one, distance));
      }
    }
    near.sort(Comparator.comparingInt(Near::distance));
    return near.stream().limit(most).map(Near::thing).toList();
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
