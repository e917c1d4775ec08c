package dev.rota.readers.follow.held;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.ledger.TurnEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lane's last turns in columns, 16 bytes each, without gaps. What the newest of them said is held
 * as well, some 80 bytes each. Not thread-safe.
 */
final class HeldTurns implements HeldLanes.Lane {
  private static final int LEAST = 16;

  /** Of so many turns, one's words are held. */
  private static final int SAID_SHARE = 8;

  /** All that turns are besides number, time and outputs. There are few of them. */
  private record Sort(TurnEntry.Kind kind, String input, String reason) {}

  private final Map<Sort, Integer> known = new HashMap<>();
  private final List<Sort> sorts = new ArrayList<>();
  private long[] at = new long[LEAST];
  private int[] outputs = new int[LEAST];
  private int[] sort = new int[LEAST];

  /** UTF-8; null: nothing. */
  private byte[][] said = new byte[LEAST][];

  private long first = 1;
  private long last;

  /** The oldest turn that is held. */
  long first() {
    return first;
  }

  /** The newest; one less than the oldest: none is held. */
  long last() {
    return last;
  }

  @Override
  public int size() {
    return (int) (last - first + 1);
  }

  /** Adds a turn. A lane that goes on elsewhere than behind its last one begins anew. */
  void add(RecentTurn turn, int most) {
    if (turn.turn() != last + 1) {
      first = turn.turn();
      last = first - 1;
      Arrays.fill(said, null);
    }
    if (size() == at.length && at.length < most) {
      resize(at.length * 2);
      resizeSaid(Math.min(at.length, saidMost(most)));
    }
    last++;
    trim(most);
    int slot = slot(last);
    at[slot] = turn.atMillis();
    outputs[slot] = turn.outputs();
    sort[slot] = known.computeIfAbsent(sortOf(turn), this::learn);
    said[saidSlot(last)] = turn.said() == null ? null : turn.said().getBytes(UTF_8);
  }

  private static Sort sortOf(RecentTurn turn) {
    return new Sort(turn.kind(), turn.input(), turn.reason());
  }

  private int learn(Sort one) {
    sorts.add(one);
    return sorts.size() - 1;
  }

  /** Forgets the oldest beyond so many, a power of two. */
  @Override
  public void trim(int most) {
    first = Math.max(first, last - most + 1);
    if (at.length > Math.max(LEAST, most)) {
      resize(Math.max(LEAST, most));
    }
    if (said.length > saidMost(most)) {
      resizeSaid(saidMost(most));
    }
  }

  private static int saidMost(int most) {
    return Math.max(LEAST, most / SAID_SHARE);
  }

  private void resizeSaid(int length) {
    byte[][] words = new byte[length][];
    for (long turn = Math.max(saidFrom(), last - length + 1); turn <= last; turn++) {
      words[(int) (turn & (length - 1))] = said[saidSlot(turn)];
    }
    said = words;
  }

  private int saidSlot(long turn) {
    return (int) (turn & (said.length - 1));
  }

  /** The oldest turn of which it knows what it said. */
  long saidFrom() {
    return Math.max(first, last - said.length + 1);
  }

  private String said(long turn) {
    byte[] words = turn < saidFrom() ? null : said[saidSlot(turn)];
    return words == null ? null : new String(words, UTF_8);
  }

  private void resize(int length) {
    long[] times = new long[length];
    int[] counts = new int[length];
    int[] kinds = new int[length];
    for (long turn = first; turn <= last; turn++) {
      int from = slot(turn);
      int to = (int) (turn & (length - 1));
      times[to] = at[from];
      counts[to] = outputs[from];
      kinds[to] = sort[from];
    }
    at = times;
    outputs = counts;
    sort = kinds;
  }

  private int slot(long turn) {
    return (int) (turn & (at.length - 1));
  }

  RecentTurn turn(long turn) {
    int slot = slot(turn);
    Sort is = sorts.get(sort[slot]);
    return new RecentTurn(
        turn, at[slot], is.kind(), is.input(), is.reason(), outputs[slot], said(turn));
  }

  /** Returns true if a held turn is one that is looked for. */
  boolean isOf(TurnFilter filter, long turn) {
    int slot = slot(turn);
    Sort is = sorts.get(sort[slot]);
    return filter.takes(is.kind(), is.reason())
        && (filter.idle() || !isQuiet(turn))
        && (!filter.decided() || outputs[slot] > 0)
        && (filter.isSaid(is.input(), is.reason()) || filter.isSaid(said(turn)));
  }

  /** Returns true if it is a tick that did nothing. */
  boolean isQuiet(long turn) {
    int slot = slot(turn);
    Sort is = sorts.get(sort[slot]);
    return is.kind() == TurnEntry.Kind.TICK && is.reason() == null && outputs[slot] == 0;
  }

  /** What the turns from one to another, which are held, are together. */
  TurnStretch stretch(long from, long to) {
    int[] bySort = new int[sorts.size()];
    int decided = 0;
    int lines = 0;
    int lead = 0;
    long published = 0;
    boolean quietBefore = from > first && isQuiet(from - 1);
    for (long turn = from; turn <= to; turn++) {
      int slot = slot(turn);
      boolean quiet = isQuiet(turn);
      bySort[sort[slot]]++;
      decided += outputs[slot] > 0 ? 1 : 0;
      published += outputs[slot];
      lines += quiet && quietBefore ? 0 : 1;
      lead += quiet && lead == turn - from ? 1 : 0;
      quietBefore = quiet;
    }
    Map<TurnEntry.Kind, Integer> kinds = new EnumMap<>(TurnEntry.Kind.class);
    int refused = 0;
    for (int i = 0; i < bySort.length; i++) {
      kinds.merge(sorts.get(i).kind(), bySort[i], Integer::sum);
      refused += sorts.get(i).reason() == null ? 0 : bySort[i];
    }
    return new TurnStretch(
        from, to, at[slot(from)], kinds, refused, decided, published, lines, lead);
  }
}
