package dev.rota.kept;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Predicate;

/**
 * Goes through kept checkpoints from the last one back, a run of them at a time. Of two audits that
 * wrote at once it may pass some by.
 */
final class LastFirst implements Iterator<FoundCheckpoint> {
  private final KeptLog log;
  private final Predicate<FoundCheckpoint> wanted;
  private final Deque<FoundCheckpoint> ahead = new ArrayDeque<>();
  private long before;

  LastFirst(KeptLog log, Predicate<FoundCheckpoint> wanted) {
    this.log = log;
    this.wanted = wanted;
    this.before = log.end();
  }

  @Override
  public boolean hasNext() {
    while (ahead.isEmpty() && before > 0) {
      Run run = log.last(before);
      if (run.ends().isEmpty()) {
        // Pieces without an end, or what nobody can read: only reading everything helps.
        before = before(before);
      } else {
        run.ends().stream().filter(wanted).forEach(ahead::addFirst);
        before = run.begin();
      }
    }
    return !ahead.isEmpty();
  }

  private long before(long offset) {
    List<FoundCheckpoint> all = log.all().stream().filter(one -> one.offset() < offset).toList();
    all.stream().filter(wanted).forEach(ahead::addFirst);
    return 0;
  }

  @Override
  public FoundCheckpoint next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ahead.removeFirst();
  }
}
