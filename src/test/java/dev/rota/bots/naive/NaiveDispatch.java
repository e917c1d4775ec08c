package dev.rota.bots.naive;

import dev.rota.bots.Cohort;
import dev.rota.bots.LeaseReason;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** ON_EVENT: whatever can run does, at once. */
final class NaiveDispatch {
  private final NaiveGrid grid;
  private final NaiveChance chance;
  private final NaiveQuotas quotas;
  private final NaivePlacing placing;
  private final NaivePreemption preemption;

  NaiveDispatch(
      NaiveGrid grid,
      NaiveChance chance,
      NaiveQuotas quotas,
      NaivePlacing placing,
      NaivePreemption preemption) {
    this.grid = grid;
    this.chance = chance;
    this.quotas = quotas;
    this.placing = placing;
    this.preemption = preemption;
  }

  void everything() {
    boolean more = true;
    while (more) {
      more = grid.rules.byCohort() ? anyOfCohorts() : anyByPriorityAge();
      more = more || anyInAnothersPlace();
    }
  }

  private boolean anyByPriorityAge() {
    List<NaiveJob> placeable =
        grid.served().stream().filter(job -> placing.isAny(job, free(job))).toList();
    if (placeable.isEmpty()) {
      return false;
    }
    boolean byAge = chance.drawsAge();
    NaiveJob job = Collections.min(placeable, byAge ? NaiveGrid.BY_AGE : NaiveGrid.BY_PRIORITY);
    NaivePlacing.Found found = placing.chooseSurely(job, free(job));
    placing.bind(job, found, byAge ? LeaseReason.AGE : LeaseReason.PRIORITY);
    return true;
  }

  private Predicate<NaiveBot> free(NaiveJob job) {
    return bot -> quotas.isBelowMaximum(bot, job);
  }

  private boolean anyOfCohorts() {
    for (boolean belowMinimum : List.of(true, false)) {
      for (NaiveJob job : grid.served()) {
        Predicate<NaiveBot> any = bot -> quotas.isForAny(job, bot, belowMinimum);
        if (placing.isAny(job, any)) {
          LeaseReason reason = belowMinimum ? LeaseReason.BELOW_MINIMUM : LeaseReason.BELOW_MAXIMUM;
          placing.bind(job, placing.chooseSurely(job, any), reason);
          return true;
        }
      }
    }
    return false;
  }

  /** Once nobody gets a free bot; of a job's cohorts, the first by name. */
  private boolean anyInAnothersPlace() {
    for (NaiveJob job : grid.served()) {
      boolean preempts =
          quotas.preemptingIn(job).stream()
              .sorted(Comparator.comparing(Cohort::getCohort, NaiveProperties::byBytes))
              .anyMatch(cohort -> preemption.preempts(job, cohort));
      if (preempts) {
        return true;
      }
    }
    return false;
  }
}
