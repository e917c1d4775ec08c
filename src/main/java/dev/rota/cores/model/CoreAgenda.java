package dev.rota.cores.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a core serves, and what it will serve (cores K2, cores K3).
 *
 * @param round empty: the core serves nobody
 * @param queued by their begin
 */
public record CoreAgenda(Optional<ShareRound> round, List<ShareSchedule> queued) {
  public static final CoreAgenda EMPTY = new CoreAgenda(Optional.empty(), List.of());

  /** K2: true if the queue has shares that begin later. */
  public boolean refuses(long begin) {
    return !queued.isEmpty() && begin < queued.getLast().begin();
  }

  /** K2: shares that begin with the last queued ones join these. */
  public CoreAgenda with(ShareSchedule schedule) {
    List<ShareSchedule> all = new ArrayList<>(queued);
    if (!all.isEmpty() && all.getLast().begin() == schedule.begin()) {
      all.add(all.removeLast().and(schedule.shares(), schedule.end()));
    } else {
      all.add(schedule);
    }
    return new CoreAgenda(round, List.copyOf(all));
  }

  /**
   * K3: as the block finds the core. Once the first queued shares begin, they replace what the core
   * serves, or, if they are over, the first of the queue that are not, whenever these begin.
   */
  CoreAgenda at(long block) {
    if (queued.isEmpty() || queued.getFirst().begin() > block) {
      boolean isOver = round.isPresent() && round.get().schedule().isOver(block);
      return isOver ? new CoreAgenda(Optional.empty(), queued) : this;
    }
    int next = 0;
    while (next < queued.size() && queued.get(next).isOver(block)) {
      next++;
    }
    return next == queued.size()
        ? EMPTY
        : new CoreAgenda(
            Optional.of(ShareRound.begin(queued.get(next))),
            List.copyOf(queued.subList(next + 1, queued.size())));
  }

  /** After the core's turn. */
  CoreAgenda next() {
    if (round.isEmpty()) {
      return this;
    }
    ShareRound next = round.get().next();
    return next.equals(round.get()) ? this : new CoreAgenda(Optional.of(next), queued);
  }
}
