package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.GenerationMoves;
import dev.rota.readers.follow.held.AssignmentPicture.ShownResource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A lane's assignments: all that run, and the last that have ended. Not thread-safe. */
final class HeldAssignments implements AssignmentSink, HeldLanes.Lane {
  private static final int GENERATIONS_MAX = 64;

  /** Longer names count as more assignments. */
  private static final int NAME_BYTES = 64;

  private final Map<String, ResourceRows> resources = new HashMap<>();
  private final EndedBars ended = new EndedBars();
  private final CountedNames groups = new CountedNames();
  private final List<AssignmentEnd> endings = new ArrayList<>();
  private final Map<AssignmentEnd, Integer> endingNumbers = new HashMap<>();
  private final Map<String, Long> waits = new HashMap<>();
  private final Deque<GenerationMoves> generations = new ArrayDeque<>();

  /** The same by name. */
  private final SortedMap<String, ResourceRows> sorted = new TreeMap<>(NaturalOrder.NAMES);

  private int flows;
  private long turn;
  private long turnMillis;
  private long lastMillis = Long.MIN_VALUE;
  private boolean isStanding;

  /** From here on, epoch ms, all is held. */
  private final long begunMillis;

  /** False: the lane had a history before. */
  private boolean isWhole;

  private boolean hasForgotten;
  private long heldFrom;

  /** Begins with a turn, of which {@link #take} tells next. */
  HeldAssignments(AssignmentTurn first) {
    this.turn = first.number() - 1;
    this.isWhole = first.number() == 1 && first.passage() == AssignmentTurn.Passage.STAYS;
    this.begunMillis = first.atMillis();
    this.heldFrom = first.atMillis() + 1;
  }

  /** Returns true if the turn is the next one, and what is held goes on. */
  boolean isFollowedBy(AssignmentTurn next) {
    return next.passage() == AssignmentTurn.Passage.STAYS && next.number() == turn + 1;
  }

  /** Takes a turn, and holds no more than so much. */
  void take(AssignmentTurn next, int most) {
    turn = next.number();
    turnMillis = next.atMillis();
    isStanding = next.passage() == AssignmentTurn.Passage.COMES;
    next.events().forEach(event -> event.accept(this));
    lastMillis = Math.max(lastMillis, isStanding ? turnMillis : lastMillis);
    for (GenerationMoves one : next.moves()) {
      generations.addLast(one);
      flows += one.flows().size();
      if (generations.size() > GENERATIONS_MAX) {
        forgetGeneration();
      }
    }
    trim(most);
  }

  /** What it may forget, in assignments that have ended. Rows stay as long as they have bars. */
  @Override
  public int size() {
    return Math.max(ended.size(), ended.nameBytes() / NAME_BYTES) + flows;
  }

  /** Forgets the oldest beyond so much. What runs stays. */
  @Override
  public void trim(int most) {
    while (size() > most && ended.size() > 0) {
      forgetBar();
    }
    while (size() > most && !generations.isEmpty()) {
      forgetGeneration();
    }
  }

  private void forgetBar() {
    int bar = ended.first();
    ResourceRows resource = ended.row(bar).resource();
    forgetUpTo(ended.end(bar));
    groups.drop(ended.group(bar));
    resource.forgetFirst(ended.row(bar));
    ended.forgetFirst();
    if (resource.isEmpty()) {
      resources.remove(resource.id());
      sorted.remove(resource.id());
    }
  }

  private void forgetGeneration() {
    GenerationMoves oldest = generations.removeFirst();
    flows -= oldest.flows().size();
    forgetUpTo(oldest.atMillis());
  }

  private void forgetUpTo(long atMillis) {
    heldFrom = isWhole ? atMillis + 1 : Math.max(heldFrom, atMillis + 1);
    isWhole = false;
    hasForgotten = true;
  }

  /** From here on, epoch ms, nothing is missing. */
  long heldFrom() {
    return isWhole ? begunMillis : heldFrom;
  }

  /** Times do not go back, so that no two of a row overlap. What stands says when it began. */
  private long time(long atMillis) {
    long at = atMillis == TURN_TIME ? turnMillis : atMillis;
    if (!isStanding) {
      lastMillis = Math.max(lastMillis, at);
      return lastMillis;
    }
    return at == UNKNOWN ? AssignedBar.UNKNOWN : at;
  }

  @Override
  public void waits(String thing, long atMillis) {
    waits.put(thing, time(atMillis));
  }

  @Override
  public void waitsNoMore(String thing) {
    waits.remove(thing);
  }

  @Override
  public void begins(ResourceAssignment one, long atMillis) {
    long begin = time(atMillis);
    Long noted = one.since() == NOTED ? waits.remove(one.thing()) : null;
    ResourceRows resource = resources.get(one.resource());
    if (resource == null) {
      resource = new ResourceRows(one.resource());
      resources.put(one.resource(), resource);
      sorted.put(one.resource(), resource);
    }
    if (!resource.runs(one.thing())) {
      long began = isStanding ? 0 : turn;
      int group = groups.take(one.group());
      resource.begin(
          new RunningBar(one.thing(), begin, wait(one.since(), noted, begin), began, group));
    }
  }

  private static long wait(long since, Long noted, long begin) {
    long from = since == NOTED && noted != null ? noted : since;
    if (since == NONE) {
      return 0;
    }
    return from < 0 || begin == AssignedBar.UNKNOWN
        ? AssignedBar.UNKNOWN
        : Math.max(0, begin - from);
  }

  @Override
  public void ends(String resource, String thing, AssignmentEnd end, long atMillis) {
    long at = time(atMillis);
    ResourceRows found = resources.get(resource);
    AssignedRow row = found == null ? null : found.takeOut(thing);
    if (row != null) {
      row.end(ended.add(row.running(), at, row, number(end)));
    }
  }

  private int number(AssignmentEnd end) {
    return endingNumbers.computeIfAbsent(
        end,
        _ -> {
          endings.add(end);
          return endings.size() - 1;
        });
  }

  /**
   * What is held of a time.
   *
   * @param names what people call a resource
   */
  AssignmentPicture picture(AssignmentQuestion question, UnaryOperator<String> names) {
    BarMerging bars = new BarMerging(ended, groups, endings, question);
    List<ShownResource> shown = new ArrayList<>();
    int end = question.first() + question.rows();
    int row = 0;
    for (ResourceRows one : sorted.values()) {
      if (question.wants(names.apply(one.id()))) {
        int count = one.rows().size();
        if (row < end && row + count > question.first()) {
          shown.add(new ShownResource(one.id(), row, count));
          int last = Math.min(count, end - row);
          for (int i = Math.max(0, question.first() - row); i < last; i++) {
            bars.add(one.rows().get(i), row + i);
          }
        }
        row += count;
      }
    }
    boolean whole = isWhole || question.from() >= heldFrom;
    return new AssignmentPicture(
        whole, !whole && hasForgotten, row, shown, bars.bars(), within(question));
  }

  private List<GenerationMoves> within(AssignmentQuestion question) {
    return generations.stream()
        .filter(one -> one.atMillis() >= question.from() && one.atMillis() <= question.to())
        .toList();
  }
}
