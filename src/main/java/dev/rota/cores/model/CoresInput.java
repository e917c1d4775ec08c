package dev.rota.cores.model;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a chain accepts. */
public sealed interface CoresInput {
  /**
   * One block of the relay chain.
   *
   * @param frozen true after a lost dispute: nothing is freed, cleared or scheduled
   * @param disputed cores whose candidate was disputed
   * @param freed cores that became available or timed out; the last entry for a core wins
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

  /**
   * A collator claims one block for a parathread; by coretime, orders one on demand.
   *
   * @param priceMax the most that an order may cost; empty: any price
   */
  record Claim(long para, String collator, Optional<BigInteger> priceMax) implements CoresInput {
    /** At any price. */
    public Claim(long para, String collator) {
      this(para, collator, Optional.empty());
    }
  }

  /**
   * What a core is to serve from a block on.
   *
   * @param end the first block in which it no longer holds; empty: until other shares begin
   */
  record Shares(int core, long begin, List<CoreShare> shares, OptionalLong end)
      implements CoresInput {}

  /** A core that became free. */
  record Freed(int core, Freeing reason) {}

  /** Why a core became free. */
  enum Freeing {
    /** A symbol that this version does not know. The block is refused. */
    UNKNOWN,
    CONCLUDED,
    TIMED_OUT
  }

  /**
   * A session as announced.
   *
   * @param validators the number of active validators; with a seed, before the shuffle and the cut
   */
  record Session(
      long index,
      int validators,
      Optional<SessionSeed> seed,
      List<Long> parachains,
      List<Long> parathreads,
      SessionParameters parameters) {}
}
