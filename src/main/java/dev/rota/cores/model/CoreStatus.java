package dev.rota.cores.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** How a core stands for the next block when nothing is freed in between. */
public sealed interface CoreStatus {
  int core();

  /** Nobody wants it. */
  record Free(int core) implements CoreStatus {}

  /** The next block schedules it. */
  record Scheduled(int core, long para, String collator, int group) implements CoreStatus {}

  /**
   * A candidate is pending availability.
   *
   * @param group that backed it; empty, like timeOutAt, where RUNTIME would abort on the question
   * @param since the block in which it was backed
   * @param timeOutAt the block in which it times out, as the original tells its clients; an overdue
   *     core may be shown with a block in the past
   */
  record Occupied(
      int core,
      Occupant occupant,
      OptionalInt group,
      long since,
      OptionalLong timeOutAt,
      Optional<Successor> nextUpOnAvailable,
      Optional<Successor> nextUpOnTimeOut)
      implements CoreStatus {}
}
