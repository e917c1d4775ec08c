package dev.rota.road.kept;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Goes through kept checkpoints from the last one back, a run of them at a time. What does not hold
 * costs its own reading, and hides none. Of two audits that wrote at once it may come late to some.
 */
final class NewestCheckpointsFirst implements Iterator<CheckpointMark> {
  /** Offsets that are looked at first: most of an audit's ends, few pieces. */
  private static final long WIDTH = 4;

  private final CheckpointLog log;
  private final Predicate<CheckpointMark> wanted;
  private final boolean thorough;
  private final Deque<CheckpointMark> ahead = new ArrayDeque<>();
  private final Set<Long> found = new HashSet<>();
  private long before;
  private long width = WIDTH;
  private boolean over;

  /**
   * Begins behind the last record.
   *
   * @param thorough true: at last all records are read, so that none is passed by
   */
  NewestCheckpointsFirst(CheckpointLog log, Predicate<CheckpointMark> wanted, boolean thorough) {
    this.log = log;
    this.wanted = wanted;
    this.thorough = thorough;
    this.before = log.end();
  }

  @Override
  public boolean hasNext() {
    while (ahead.isEmpty() && before > 0) {
      look();
    }
    if (ahead.isEmpty() && thorough && !over) {
      over = true;
      take(log.all().stream().filter(CheckpointMark::holds).toList());
    }
    return !ahead.isEmpty();
  }

  private void look() {
    CheckpointLog.Window window = log.window(before, width);
    if (window.ends().isEmpty()) {
      // Pieces without an end, or what nobody who counts has written.
      before = window.behindLastEnd();
      width *= WIDTH;
    } else if (window.isFull()) {
      width *= WIDTH; // there may be more of them
    } else {
      take(window.ends());
      before = log.begin(window);
      width = WIDTH;
    }
  }

  private void take(List<CheckpointMark> ends) {
    for (CheckpointMark end : ends) {
      if (wanted.test(end) && found.add(end.offset())) {
        ahead.addFirst(end);
      }
    }
  }

  @Override
  public CheckpointMark next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ahead.removeFirst();
  }
}
