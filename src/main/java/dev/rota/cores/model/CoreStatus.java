package dev.rota.cores.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A core's state for the next block, if nothing is freed before. */
public sealed interface CoreStatus {
  int core();

  /** No para needs the core. */
  record Free(int core) implements CoreStatus {}

  /** The next block schedules the core. */
  record Scheduled(int core, long para, String collator, int group) implements CoreStatus {}

  /**
   * A candidate is pending availability.
   *
   * @param group the group that backed it; empty, like timeOutAt, if RUNTIME would abort
   * @param since the block in which it was backed
   * @param timeOutAt the block of its time-out as the original reports it; it may be in the past
   */
  record Occupied(
      int core,
      CoreOccupant occupant,
      OptionalInt group,
      long since,
      OptionalLong timeOutAt,
      Optional<CoreSuccessor> nextUpOnAvailable,
      Optional<CoreSuccessor> nextUpOnTimeOut)
      implements CoreStatus {}
}
