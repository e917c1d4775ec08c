package dev.rota.bots.naive;

import dev.rota.bots.Cohort;
import java.util.List;

/** Sections 3 and 4: which bots the assigners may use for a job, as the quotas stand. */
final class NaiveQuotas {
  private final NaiveGrid grid;

  NaiveQuotas(NaiveGrid grid) {
    this.grid = grid;
  }

  private static boolean isBelow(NaiveGrid.Row row, boolean minimum) {
    return row != null && row.usage < (minimum ? row.bounds.getMin() : row.bounds.getMax());
  }

  /** Whether the job's instance has less than its minimum, or maximum, in the cohort. */
  boolean isBelow(Cohort cohort, NaiveJob job, boolean minimum) {
    return isBelow(grid.row(cohort.getCohort(), job.instance()), minimum);
  }

  // [3.2]: where the quirk is off, the cohort's own bots alone
  boolean isUsedBy(Cohort cohort, NaiveBot bot) {
    return !grid.rules.botsOfCohortOnly() || cohort.getCohort().equals(bot.cohort);
  }

  // [3.2]: the guard is evaluated where the charge goes; a bot of no cohort is charged nowhere
  boolean mayBeCharged(NaiveBot bot, NaiveJob job, boolean belowMinimum) {
    return bot.cohort == null || isBelow(grid.row(bot.cohort, job.instance()), belowMinimum);
  }

  // [3.1, 4]: other bots may do (hazard 7)
  boolean isBelowMaximum(NaiveBot bot, NaiveJob job) {
    NaiveGrid.Row row = grid.row(bot.cohort, job.instance());
    return row == null || isBelow(row, false);
  }

  /** Whether some cohort's assigner would put the job there in that pass. */
  boolean isForAny(NaiveJob job, NaiveBot bot, boolean belowMinimum) {
    return mayBeCharged(bot, job, belowMinimum)
        && grid.rules.cohortsWith(job.label).stream()
            .filter(cohort -> isBelow(cohort, job, belowMinimum))
            .anyMatch(cohort -> isUsedBy(cohort, bot));
  }

  /** Whether any assigner in force would put the job there. */
  boolean isOpen(NaiveJob job, NaiveBot bot) {
    return grid.rules.serves(job.instance())
        && (grid.rules.byCohort() ? isForAny(job, bot, false) : isBelowMaximum(bot, job));
  }

  /** Those in which it may take a place, [7]: PRIORITY_AGE knows but the first with its label. */
  List<Cohort> preemptingIn(NaiveJob job) {
    List<Cohort> cohorts = grid.rules.cohortsWith(job.label);
    return grid.rules.byCohort() || cohorts.isEmpty() ? cohorts : cohorts.subList(0, 1);
  }
}
