package dev.rota.cores.model;

import dev.rota.engine.Fact;
import java.util.List;
import java.util.Optional;

/** What can happen to a chain, each with its effect. A block of -1: before the first. */
public sealed interface CoresFact extends Fact<CoresState> {
  /** A block that may not happen; nothing of it does. */
  record BlockRefused(Reason reason, String detail, String rule, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /**
   * What a block says of these cores is not so. It is told, and changes nothing by itself.
   *
   * @param believed whether it is done all the same
   * @param cores in the order of the block's list
   */
  record DiscrepancyFound(
      boolean believed, Reason reason, List<Integer> cores, String detail, String rule, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /** The chain is at another block. */
  record BlockBegan(long number) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.begin(number);
    }
  }

  /** A claim that may not be made. */
  record ClaimRefused(long para, String collator, Reason reason, String detail, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }

  /** A new claim waits at the end of the queue. */
  record ClaimQueued(QueuedClaim claim, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claimed(claim.para());
      state.enqueue(claim);
    }
  }

  /** A core has no candidate any more. */
  record CoreFreed(int core) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.empty(core);
    }
  }

  /** A claim's candidate became available or was disputed away: the claim is over. */
  record ClaimConcluded(
      int core, long para, String collator, int retries, Reason reason, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.unclaimed(para);
    }
  }

  /** A claim that was on a core waits again, at the end of the queue. */
  record ClaimReturned(int core, QueuedClaim claim, Reason reason, String rule, long block)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.enqueue(claim);
    }
  }

  /**
   * A claim is over without a block.
   *
   * @param core that it was on; empty when it waited
   * @param leavesIndex false where RUNTIME leaks the entry
   */
  record ClaimDropped(
      Optional<Integer> core,
      long para,
      String collator,
      int retries,
      Reason reason,
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

  /** The scheduled list is taken whole; facts about its claims follow. */
  record ScheduleWithdrawn() implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.withdraw();
    }
  }

  /** A parachain gets its core for the block. */
  record ParachainScheduled(Assignment assignment) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.schedule(assignment);
    }
  }

  /** The first claim of a core's line gets the core for the block. */
  record ClaimScheduled(Assignment assignment, int offset, long block) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claims().take(offset);
      state.schedule(assignment);
    }
  }

  /** The core's para was backed: its candidate is pending availability. */
  record CoreOccupied(int core, Occupant occupant) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.unschedule(core);
      state.occupy(core, occupant);
    }
  }

  /** Another session: configuration, registry and groups; every core is empty. */
  record SessionStarted(ActiveSession session) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.start(session);
    }
  }

  /** What a session change leaves of the queue. */
  record QueueSettled(List<QueuedClaim> claims, int cursor) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.claims().reset(claims, cursor);
    }
  }

  /** What a session change leaves of the claim index. */
  record IndexSettled(Paras paras) implements CoresFact {
    @Override
    public void applyTo(CoresState state) {
      state.index(paras);
    }
  }

  /**
   * The block is decided: its scheduled list and the view for the next block.
   *
   * @param session -1 before the first
   * @param groups when they changed, as indices into the session's whole list of validators
   * @param nextRotationAt first block after this one in which the groups move on; -1: never
   */
  record BlockScheduled(
      long block,
      long session,
      long sessionStartBlock,
      long rotation,
      List<Assignment> scheduled,
      List<CoreStatus> cores,
      Optional<List<List<Integer>>> groups,
      long nextRotationAt)
      implements CoresFact {
    @Override
    public void applyTo(CoresState state) {}
  }
}
