package dev.rota.readers.follow.held;

import java.util.Comparator;

/** Names as people count: core 2 is before core 10. Equal to none but the same name. */
final class NaturalOrder implements Comparator<String> {
  static final NaturalOrder NAMES = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String one, String other) {
    int i = 0;
    int j = 0;
    while (i < one.length() && j < other.length()) {
      int iEnd = digitsEnd(one, i);
      int jEnd = digitsEnd(other, j);
      if (iEnd == i || jEnd == j) {
        if (one.charAt(i) != other.charAt(j)) {
          return Character.compare(one.charAt(i), other.charAt(j));
        }
        i++;
        j++;
      } else {
        int byNumber = compareNumbers(one, i, iEnd, other, j, jEnd);
        if (byNumber != 0) {
          return byNumber;
        }
        i = iEnd;
        j = jEnd;
      }
    }
    int byRest = Integer.compare(one.length() - i, other.length() - j);
    return byRest == 0 ? one.compareTo(other) : byRest;
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** Numbers of any length. */
  private static int compareNumbers(
      String one, int from, int end, String other, int otherFrom, int otherEnd) {
    int i = digitsBegin(one, from, end);
    int j = digitsBegin(other, otherFrom, otherEnd);
    int order = Integer.compare(end - i, otherEnd - j);
    for (; order == 0 && i < end; i++, j++) {
      order = Character.compare(one.charAt(i), other.charAt(j));
    }
    return order;
  }

  /** Behind zeros that lead. */
  private static int digitsBegin(String text, int from, int end) {
    int begin = from;
    while (begin < end && text.charAt(begin) == '0') {
      begin++;
    }
    return begin;
  }
}
