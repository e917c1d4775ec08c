package dev.rota.cores.model;

import dev.rota.kernel.engine.Fact;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/** What can happen on a chain. Each fact applies its own effect. Block -1: before the first. */
public sealed interface CoresFact extends Fact<CoresState> {
  /** A block is refused as a whole. */
  record BlockRefused(CoresReason reason, String detail, String rule, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /**
   * A block's list contradicts the state. Published only; it changes nothing itself.
   *
   * @param believed true if the list is applied nevertheless
   * @param cores in order of the block's list
   */
  record DiscrepancyFound(
      boolean believed,
      CoresReason reason,
      List<Integer> cores,
      String detail,
      String rule,
      long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /** A new block begins. */
  record BlockBegan(long number) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.begin(number);
    }
  }

  /** A claim is refused. */
  record ClaimRefused(long para, String collator, CoresReason reason, String detail, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /** A new claim joins the end of the queue. */
  record ClaimQueued(QueuedClaim claim, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claimed(claim.para());
      state.enqueue(claim);
    }
  }

  /**
   * A core no longer has a candidate.
   *
   * @param reason AVAILABLE, DISPUTED or TIMED_OUT
   */
  record CoreFreed(int core, CoresReason reason) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.empty(core);
    }
  }

  /** A claim is over because its candidate became available or was disputed. */
  record ClaimConcluded(
      int core, long para, String collator, int retries, CoresReason reason, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.unclaimed(para);
    }
  }

  /** A claim on a core returns to the end of the queue. */
  record ClaimReturned(int core, QueuedClaim claim, CoresReason reason, String rule, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.enqueue(claim);
    }
  }

  /**
   * A claim ends without a block.
   *
   * @param core the core that it was on; empty if it was queued
   * @param leavesIndex false if RUNTIME leaks the index entry
   */
  record ClaimDropped(
      Optional<Integer> core,
      long para,
      String collator,
      int retries,
      CoresReason reason,
      boolean leavesIndex,
      String rule,
      long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      if (leavesIndex) {
        state.unclaimed(para);
      }
    }
  }

  /** The scheduled list is cleared. Facts about its claims follow. */
  record ScheduleWithdrawn() implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.withdraw();
    }
  }

  /** A parachain gets its core for the block. */
  record ParachainScheduled(CoreAssignment assignment) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.schedule(assignment);
    }
  }

  /** The first claim of a core's line gets the core for the block. */
  record ClaimScheduled(CoreAssignment assignment, int offset, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claims().take(offset);
      state.schedule(assignment);
    }
  }

  /** The core's para was backed. Its candidate is pending availability. */
  record CoreOccupied(int core, CoreOccupant occupant) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.unschedule(core);
      state.occupy(core, occupant);
    }
  }

  /** A core has new shares (K2). */
  record SharesAssigned(int core, ShareSchedule schedule, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().assign(core, schedule);
    }
  }

  /** Shares of a core are refused. */
  record SharesRefused(int core, CoresReason reason, String detail, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /** Orders have become dearer or cheaper (K7). */
  record PriceMoved(SpotTraffic traffic) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().price(traffic);
    }
  }

  /** A new order joins the end of the queue, at this price (K6). */
  record OrderQueued(SpotOrder order, BigInteger price, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().enqueue(order);
    }
  }

  /** Every core goes one step further, and takes its order from the queue (K5). */
  record CoresAdvanced(long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().advance(block);
    }
  }

  /**
   * A core shows what may be backed on it in the block (K5).
   *
   * @param isAhead it is the next block's, which will serve it once more
   */
  record CoreShown(CoreAssignment assignment, boolean isAhead, long block) implements CoresFact {
    /** True if an order has its turn. */
    public boolean isOrder() {
      return assignment.kind() == OccupantKind.PARATHREAD && !isAhead;
    }

    @Override
    public void applyTo(CoresState state) {
      state.schedule(assignment);
    }
  }

  /** The order of a blocked core goes back to the end of the queue (K5). */
  record OrderReturned(int core, SpotOrder order, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().enqueue(order);
    }
  }

  /**
   * An order will not be served.
   *
   * @param core whose turn it would have been; empty: it waited
   */
  record OrderDropped(Optional<Integer> core, SpotOrder order, CoresReason reason, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.coretime().drop(order);
    }
  }

  /** A new session starts with its configuration, registry and groups. Every core is empty. */
  record SessionStarted(ActiveSession session) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.start(session);
    }
  }

  /** The queue after a session change. */
  record QueueSettled(List<QueuedClaim> claims, int cursor) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claims().reset(claims, cursor);
    }
  }

  /** The claim index after a session change. */
  record IndexSettled(ParaSet paras) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.index(paras);
    }
  }

  /**
   * The block is decided: its scheduled list and the view for the next block.
   *
   * @param session -1 before the first session
   * @param groups set if they changed; indices into the session's list of validators
   * @param nextRotationAt the first later block in which the groups rotate; -1 if never
   */
  record BlockScheduled(
      long block,
      long session,
      long sessionStartBlock,
      long rotation,
      List<CoreAssignment> scheduled,
      List<CoreStatus> cores,
      Optional<List<List<Integer>>> groups,
      long nextRotationAt)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }
}
