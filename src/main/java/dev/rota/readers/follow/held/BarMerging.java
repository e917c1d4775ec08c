package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes bars of a row's assignments. Those that follow each other within one pixel are one bar. So
 * a row has at most two bars for each pixel, however many assignments there are.
 */
final class BarMerging {
  /** No bar is open that takes more. */
  private static final long WIDE = Long.MIN_VALUE;

  private final EndedBars ended;
  private final CountedNames groups;
  private final List<AssignmentEnd> endings;
  private final AssignmentQuestion question;
  private final List<AssignedBar> bars = new ArrayList<>();

  private int row;

  /** The first of the bar that is open. */
  private int first;

  private int count;
  private long pixel = WIDE;
  private long end;
  private long since;
  private int worst;
  private boolean isOneThing;
  private boolean isOneGroup;

  BarMerging(
      EndedBars ended,
      CountedNames groups,
      List<AssignmentEnd> endings,
      AssignmentQuestion question) {
    this.ended = ended;
    this.groups = groups;
    this.endings = endings;
    this.question = question;
  }

  List<AssignedBar> bars() {
    return bars;
  }

  /** Adds the bars of a row that has this number in the picture. */
  void add(AssignedRow from, int number) {
    row = number;
    for (int i = from.firstEnding(question.from(), ended::end); i < from.size(); i++) {
      int bar = from.bar(i);
      if (ended.begin(bar) > question.to()) {
        break;
      }
      add(bar);
    }
    close();
    RunningBar runs = from.running();
    if (runs != null && runs.begin() <= question.to()) {
      bars.add(
          new AssignedBar(
              row,
              runs.begin(),
              AssignedBar.RUNS,
              runs.waited(),
              runs.thing(),
              groups.name(runs.group()),
              null,
              runs.turn(),
              1));
    }
  }

  private void add(int bar) {
    long begins = question.pixel(ended.begin(bar));
    boolean isNarrow = begins == question.pixel(ended.end(bar));
    if (isNarrow && count > 0 && pixel == begins) {
      merge(bar);
      return;
    }
    close();
    first = bar;
    count = 1;
    pixel = isNarrow ? begins : WIDE;
    end = ended.end(bar);
    since = since(bar);
    worst = ended.ending(bar);
    isOneThing = true;
    isOneGroup = true;
  }

  private void merge(int bar) {
    count++;
    end = ended.end(bar);
    since = Math.min(since, since(bar));
    worst = tone(ended.ending(bar)).compareTo(tone(worst)) > 0 ? ended.ending(bar) : worst;
    isOneThing &= ended.isSameThing(first, bar);
    isOneGroup &= ended.group(first) == ended.group(bar);
  }

  private Tone tone(int ending) {
    return endings.get(ending).tone();
  }

  /** When the thing began to wait, as far as that is known. */
  private long since(int bar) {
    long wait = ended.waited(bar);
    return wait == AssignedBar.UNKNOWN ? Long.MAX_VALUE : ended.begin(bar) - wait;
  }

  private void close() {
    if (count > 0) {
      long begin = ended.begin(first);
      long wait = count == 1 ? ended.waited(first) : AssignedBar.UNKNOWN;
      bars.add(
          new AssignedBar(
              row,
              begin,
              end,
              count > 1 && since != Long.MAX_VALUE ? Math.max(0, begin - since) : wait,
              isOneThing ? ended.thing(first) : null,
              isOneGroup ? groups.name(ended.group(first)) : null,
              endings.get(worst),
              ended.turn(first),
              count));
    }
    count = 0;
    pixel = WIDE;
  }
}
