package dev.rota.chunks.naive;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A semantic version, as it was said. */
record NaiveVersion(String text) implements Comparable<NaiveVersion> {
  private static final String NUMBER = "(0|[1-9][0-9]*)";
  private static final String PART = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
  private static final Pattern SHAPE =
      Pattern.compile(
          NUMBER
              + "\\."
              + NUMBER
              + "\\."
              + NUMBER
              + "(?:-("
              + PART
              + "(?:\\."
              + PART
              + ")*))?"
              + "(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");

  /** Null: it is none. */
  static NaiveVersion of(String text) {
    return text != null && SHAPE.matcher(text).matches() ? new NaiveVersion(text) : null;
  }

  boolean isOlderThan(NaiveVersion other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(NaiveVersion other) {
    Matcher here = matched(text);
    Matcher there = matched(other.text);
    for (int i = 1; i <= 3; i++) {
      int order = new BigInteger(here.group(i)).compareTo(new BigInteger(there.group(i)));
      if (order != 0) {
        return order;
      }
    }
    if (here.group(4) == null || there.group(4) == null) {
      return Boolean.compare(here.group(4) == null, there.group(4) == null);
    }
    return early(here.group(4).split("\\."), there.group(4).split("\\."));
  }

  private static Matcher matched(String text) {
    Matcher match = SHAPE.matcher(text);
    if (!match.matches()) {
      throw new IllegalStateException(text);
    }
    return match;
  }

  private static int early(String[] here, String[] there) {
    for (int i = 0; i < Math.min(here.length, there.length); i++) {
      boolean number = here[i].matches("[0-9]+");
      boolean other = there[i].matches("[0-9]+");
      int order =
          number && other
              ? new BigInteger(here[i]).compareTo(new BigInteger(there[i]))
              : number || other ? Boolean.compare(other, number) : here[i].compareTo(there[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(here.length, there.length);
  }
}
