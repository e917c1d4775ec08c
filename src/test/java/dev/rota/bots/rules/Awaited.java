package dev.rota.bots.rules;

import dev.rota.bots.model.BotsState;
import dev.rota.kernel.engine.Deadline;

/** What the rules have worked out from a state of when they look at it again. */
public final class Awaited {
  private Awaited() {}

  /** When the first job that is parked may preempt, and which it is; null: none can. */
  public static Deadline eviction(BotsState state) {
    return Preemption.next(state);
  }

  /** From when on an assigner has a job to consider, epoch ms. */
  public static long workFrom(BotsState state) {
    return AssignerPace.workFrom(state);
  }
}
