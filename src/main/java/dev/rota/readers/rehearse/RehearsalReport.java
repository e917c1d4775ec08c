package dev.rota.readers.rehearse;

import dev.rota.kernel.domain.measures.Distribution;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a rehearsal found. */
public final class RehearsalReport {
  private final SortedSet<Integer> recordedRules = new TreeSet<>();
  private final Set<String> lanes = new TreeSet<>();
  private final Set<String> differing = new TreeSet<>();
  private final SortedMap<String, BothHistories> kinds = new TreeMap<>();
  private final SortedSet<String> leftOut = new TreeSet<>();
  private final Distribution waited = new Distribution();
  private final Distribution waiting = new Distribution();
  private String waits = "";
  private long turns;
  private long differences;
  private long notDecided;
  private RehearsalDifference first;

  void turn(String lane, int rules) {
    turns++;
    lanes.add(lane);
    recordedRules.add(rules);
  }

  /** Turns of a lane differ; the first of all is kept. */
  void differs(RehearsalDifference difference) {
    differences++;
    differing.add(difference.lane());
    keep(difference);
  }

  private void keep(RehearsalDifference difference) {
    Comparator<RehearsalDifference> order =
        Comparator.comparingLong(RehearsalDifference::atMillis)
            .thenComparing(RehearsalDifference::lane)
            .thenComparingLong(RehearsalDifference::number);
    if (first == null || order.compare(difference, first) < 0) {
      first = difference;
    }
  }

  void published(String kind, long recorded, long rehearsed) {
    kinds.merge(
        kind,
        new BothHistories(recorded, rehearsed),
        (all, more) -> all.plus(more.recorded(), more.rehearsed()));
  }

  void waiting(String what, long recorded, long rehearsed) {
    waits = what;
    waited.add(recorded);
    waiting.add(rehearsed);
  }

  /** A turn that its own rules do not replay here. */
  void notDecided() {
    notDecided++;
  }

  /** What cannot be rehearsed, a sentence. */
  void leaveOut(String what) {
    leftOut.add(what);
  }

  void merge(RehearsalReport part) {
    recordedRules.addAll(part.recordedRules);
    lanes.addAll(part.lanes);
    differing.addAll(part.differing);
    part.kinds.forEach((kind, both) -> published(kind, both.recorded(), both.rehearsed()));
    leftOut.addAll(part.leftOut);
    waited.merge(part.waited);
    waiting.merge(part.waiting);
    waits = part.waits.isEmpty() ? waits : part.waits;
    turns += part.turns;
    differences += part.differences;
    notDecided += part.notDecided;
    if (part.first != null) {
      keep(part.first);
    }
  }

  /** Returns true if no turn differs. */
  public boolean isSame() {
    return differences == 0;
  }

  /** The earliest turn that differs. */
  public Optional<RehearsalDifference> first() {
    return Optional.ofNullable(first);
  }

  /** The versions that decided the recorded turns. */
  public SortedSet<Integer> recordedRules() {
    return Collections.unmodifiableSortedSet(recordedRules);
  }

  /** Turns that were decided by both. */
  public long turns() {
    return turns;
  }

  public long differences() {
    return differences;
  }

  public int lanes() {
    return lanes.size();
  }

  public int differingLanes() {
    return differing.size();
  }

  /** Turns that the rules of then do not replay here, and those after them. */
  public long turnsNotDecided() {
    return notDecided;
  }

  public SortedSet<String> leftOut() {
    return Collections.unmodifiableSortedSet(leftOut);
  }

  /** How many outputs of each kind there were, such as {@code ASSIGNMENTS Lease GRANTED}. */
  public SortedMap<String, BothHistories> kinds() {
    return Collections.unmodifiableSortedMap(kinds);
  }

  /** What waits, such as {@code jobs}. */
  public String waits() {
    return waits;
  }

  /** How many waited in a lane at the ends of its pages. */
  public Distribution waited() {
    return waited;
  }

  /** The same in the rehearsal. */
  public Distribution waiting() {
    return waiting;
  }
}
