package dev.rota.bots.naive;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.kernel.engine.Engine;

/** Section 3, ON_INTERVAL: when the assigners iterate. */
final class NaivePace {
  private final NaiveGrid grid;
  private final NaiveChance chance;
  private final NaiveAssigner assigner;

  private long nextIteration;

  /** Between iterations that have no job. */
  private long idlePause = 1;

  NaivePace(NaiveGrid grid, NaiveChance chance, NaiveAssigner assigner) {
    this.grid = grid;
    this.chance = chance;
    this.assigner = assigner;
  }

  /** When there may be something to do, at the soonest; NEVER: as things are, there is not. */
  long next() {
    long work = assigner.hasWork() ? grid.now : Engine.NEVER;
    for (NaiveJob job : grid.jobs) {
      long ready = job.startedAt + grid.rules.policy.getMinimumRunTimeMs();
      if (job.waits() && job.scheduleAfter > grid.now) {
        work = Math.min(work, job.scheduleAfter);
      } else if (job.runs() && ready > grid.now) {
        work = Math.min(work, ready);
      }
    }
    return work == Engine.NEVER ? work : firstIteration(work);
  }

  private long firstIteration(long fromMillis) {
    long pauses = Math.max(0, (fromMillis - nextIteration + idlePause - 1) / idlePause);
    return nextIteration + pauses * idlePause;
  }

  /** Iterations before that had no job to consider, and left none behind. */
  void pass(long beforeMillis) {
    nextIteration = Math.max(nextIteration, firstIteration(beforeMillis));
  }

  /** Each assigner considers a job; the pause is the idle one where nothing came of any. */
  void iterate() {
    if (!assigner.hasWork()) {
      return;
    }
    BotPolicy policy = grid.rules.policy;
    double idle = policy.getIntervalMs() + policy.getJitterMs() * chance.jitter();
    boolean busy = false;
    for (int i = 0; i < policy.getAssigners(); i++) {
      if (grid.rules.byCohort()) {
        for (Cohort cohort : policy.getCohorts()) {
          busy |= assigner.iterate(cohort);
        }
      } else {
        busy |= assigner.iterate(null);
      }
    }
    idlePause = Math.max(1, (long) idle);
    nextIteration =
        grid.now + (busy ? Math.max(1, (long) (idle * policy.getBusyFactor())) : idlePause);
  }
}
