package dev.rota.readers.follow.held;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A lane's ended assignments in columns, in the order of their ends, without gaps: 45 bytes each,
 * and its thing's name. Not thread-safe.
 */
final class EndedBars {
  private static final int LEAST = 16;
  private static final int NAMES_LEAST = 256;

  private long[] begin = new long[LEAST];
  private long[] end = new long[LEAST];
  private long[] waited = new long[LEAST];
  private long[] turn = new long[LEAST];
  private AssignedRow[] row = new AssignedRow[LEAST];
  private int[] group = new int[LEAST];
  private byte[] ending = new byte[LEAST];

  /** Behind the name of each in {@code names}, as the count of all bytes so far. */
  private int[] nameEnd = new int[LEAST];

  private byte[] names = new byte[NAMES_LEAST];
  private int namesFirst;
  private int namesNext;

  /** Numbers may overflow: what counts is how far one is from another. */
  private int first;

  private int next;

  int size() {
    return next - first;
  }

  /** Bytes of all names. */
  int nameBytes() {
    return namesNext - namesFirst;
  }

  /** The number of the oldest. */
  int first() {
    return first;
  }

  /** Adds one. Returns its number. */
  int add(RunningBar bar, long endMillis, AssignedRow in, int endingNumber) {
    if (size() == begin.length) {
      resize(begin.length * 2);
    }
    int slot = slot(next);
    begin[slot] = bar.begin();
    end[slot] = endMillis;
    waited[slot] = bar.waited();
    turn[slot] = bar.turn();
    row[slot] = in;
    group[slot] = bar.group();
    ending[slot] = (byte) endingNumber;
    name(bar.thing().getBytes(UTF_8));
    nameEnd[slot] = namesNext;
    return next++;
  }

  private void name(byte[] name) {
    if (nameBytes() + name.length > names.length) {
      resizeNames(Integer.highestOneBit(nameBytes() + name.length) * 2);
    }
    for (byte one : name) {
      names[namesNext++ & (names.length - 1)] = one;
    }
  }

  /** Forgets the oldest. */
  void forgetFirst() {
    int slot = slot(first);
    row[slot] = null;
    namesFirst = nameEnd[slot];
    first++;
    if (begin.length > LEAST && size() < begin.length / 4) {
      resize(begin.length / 2);
    }
    if (names.length > NAMES_LEAST && nameBytes() < names.length / 4) {
      resizeNames(names.length / 2);
    }
  }

  private void resizeNames(int length) {
    names = moved(names, names.length, new byte[length], length, namesFirst, namesNext);
  }

  private void resize(int length) {
    int was = begin.length;
    begin = moved(begin, was, new long[length], length, first, next);
    end = moved(end, was, new long[length], length, first, next);
    waited = moved(waited, was, new long[length], length, first, next);
    turn = moved(turn, was, new long[length], length, first, next);
    row = moved(row, was, new AssignedRow[length], length, first, next);
    group = moved(group, was, new int[length], length, first, next);
    ending = moved(ending, was, new byte[length], length, first, next);
    nameEnd = moved(nameEnd, was, new int[length], length, first, next);
  }

  /** Copies what lies from one number to another, at each place modulo the length. */
  private static <A> A moved(A from, int was, A to, int length, int first, int next) {
    int at = first;
    while (at != next) {
      int place = at & (was - 1);
      int target = at & (length - 1);
      int run = Math.min(next - at, Math.min(was - place, length - target));
      System.arraycopy(from, place, to, target, run);
      at += run;
    }
    return to;
  }

  private int slot(int bar) {
    return bar & (begin.length - 1);
  }

  long begin(int bar) {
    return begin[slot(bar)];
  }

  long end(int bar) {
    return end[slot(bar)];
  }

  long waited(int bar) {
    return waited[slot(bar)];
  }

  long turn(int bar) {
    return turn[slot(bar)];
  }

  AssignedRow row(int bar) {
    return row[slot(bar)];
  }

  int group(int bar) {
    return group[slot(bar)];
  }

  int ending(int bar) {
    return ending[slot(bar)];
  }

  /** Returns true if both are of the same thing. */
  boolean isSameThing(int bar, int other) {
    int from = nameBegin(bar);
    int length = nameEnd[slot(bar)] - from;
    int otherFrom = nameBegin(other);
    boolean same = nameEnd[slot(other)] - otherFrom == length;
    for (int i = 0; same && i < length; i++) {
      same = nameByte(from + i) == nameByte(otherFrom + i);
    }
    return same;
  }

  private int nameBegin(int bar) {
    return bar == first ? namesFirst : nameEnd[slot(bar - 1)];
  }

  private byte nameByte(int at) {
    return names[at & (names.length - 1)];
  }

  /** The name of its thing. */
  String thing(int bar) {
    int from = nameBegin(bar);
    byte[] name = new byte[nameEnd[slot(bar)] - from];
    for (int i = 0; i < name.length; i++) {
      name[i] = nameByte(from + i);
    }
    return new String(name, UTF_8);
  }
}
