package dev.rota.cores.model;

import java.util.List;
import java.util.Optional;

/** What may be asked of a lane. */
public sealed interface CoresInput {
  /**
   * One block of the relay chain.
   *
   * @param frozen by a lost dispute: nothing is freed, cleared or scheduled
   * @param disputed cores whose candidate was disputed away
   * @param freed cores that became available or timed out; a later entry for a core wins
   * @param occupied cores whose candidate was backed, ascending
   * @param session starts with the next block
   */
  record Block(
      long number,
      boolean frozen,
      List<Integer> disputed,
      List<Freed> freed,
      List<Integer> occupied,
      Optional<Session> session)
      implements CoresInput {}

  /** A collator asks for one block of a parathread. */
  record Claim(long para, String collator) implements CoresInput {}

  /** A core that is free again. */
  record Freed(int core, Freeing reason) {}

  /** Why a core is free again. */
  enum Freeing {
    /** A symbol that this version does not know; its block is refused. */
    UNKNOWN,
    CONCLUDED,
    TIMED_OUT
  }

  /**
   * A session as announced.
   *
   * @param validators active ones; with a seed, all of them before the shuffle and the cut
   */
  record Session(
      long index,
      int validators,
      Optional<Seed> seed,
      List<Long> parachains,
      List<Long> parathreads,
      Parameters parameters) {}
}
