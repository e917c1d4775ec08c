package dev.rota.base.text;

import java.util.NavigableSet;

/** Numbers as people read many of them. */
public final class NumberRanges {
  private NumberRanges() {}

  /** Formats {@code 0-3, 7}; of no numbers, an empty string. */
  public static String of(NavigableSet<Integer> numbers) {
    StringBuilder text = new StringBuilder();
    for (int first : numbers) {
      if (numbers.contains(first - 1)) {
        continue;
      }
      int last = first;
      while (numbers.contains(last + 1)) {
        last++;
      }
      text.append(text.isEmpty() ? "" : ", ").append(first);
      text.append(last == first ? "" : "-" + last);
    }
    return text.toString();
  }
}
