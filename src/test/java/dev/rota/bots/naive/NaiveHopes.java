package dev.rota.bots.naive;

import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What can never run, as the policy and the bots that live are. */
final class NaiveHopes {
  /** The nearest to running first. */
  private static final List<JobReason> NEAREST =
      List.of(JobReason.MAX_QUOTA, JobReason.NO_QUOTA, JobReason.NO_COHORT);

  private final NaiveGrid grid;
  private final BotPolicy policy;
  private final List<NaiveBot> bots;

  /** Whom a bot could run, or did, before something happens. */
  private final Set<NaiveJob> hopeful = new HashSet<>();

  private final Map<NaiveJob, NaiveBot> held = new HashMap<>();

  NaiveHopes(NaiveGrid grid) {
    this.grid = grid;
    policy = grid.rules.policy;
    bots = List.copyOf(grid.bots);
    for (NaiveJob job : grid.jobs) {
      if (!job.isOver() && surelyAgainst(grid, job) == null) {
        hopeful.add(job);
      }
      if (job.runs()) {
        held.put(job, job.bot);
      }
    }
  }

  // [12]: a bot that leaves may be the last, and so may one that a policy shuts out
  void tell(NaiveVoice voice) {
    boolean same = policy.equals(grid.rules.policy) && grid.bots.containsAll(bots);
    for (NaiveJob job : same ? List.<NaiveJob>of() : grid.waiting(NaiveGrid.BY_PRIORITY)) {
      NaiveBot left = held.get(job);
      boolean wasLeft = left != null && !grid.bots.contains(left);
      JobReason against = surelyAgainst(grid, job);
      if (against != null && (wasLeft || hopeful.contains(job))) {
        voice.tell(voice.job(job, JobOutcomeKind.UNSCHEDULABLE).setReason(against));
      }
    }
  }

  /** As below. ON_INTERVAL, a bot that synchronises fetches what no assigner may serve, [9]. */
  static JobReason surelyAgainst(NaiveGrid grid, NaiveJob job) {
    if (grid.rules.onEvent()) {
      return against(grid, job);
    }
    return grid.bots.stream().anyMatch(bot -> grid.satisfies(bot, job)) ? null : nobody(grid);
  }

  private static JobReason nobody(NaiveGrid grid) {
    return grid.bots.isEmpty() ? JobReason.NO_BOT : JobReason.NO_FITTING_BOT;
  }

  /** Why no assigner can serve it; null: one may. NO_BOT: there is none yet. */
  static JobReason against(NaiveGrid grid, NaiveJob job) {
    JobReason ofPolicy = ofPolicy(grid, job);
    List<NaiveBot> fitting = grid.bots.stream().filter(bot -> grid.satisfies(bot, job)).toList();
    if (ofPolicy != null || fitting.isEmpty()) {
      return ofPolicy == null ? nobody(grid) : ofPolicy;
    }
    List<JobReason> reasons = fitting.stream().map(bot -> ofBot(grid, job, bot)).toList();
    return reasons.contains(null)
        ? null
        : NEAREST.stream().filter(reasons::contains).findFirst().orElseThrow();
  }

  private static JobReason ofPolicy(NaiveGrid grid, NaiveJob job) {
    if (!grid.rules.serves(job.instance())) {
      return JobReason.NOT_SERVED;
    }
    if (!grid.rules.byCohort()) {
      return null;
    }
    List<Cohort> cohorts = grid.rules.cohortsWith(job.label);
    if (cohorts.isEmpty()) {
      return JobReason.NO_COHORT;
    }
    List<NaiveGrid.Row> rows =
        cohorts.stream()
            .map(cohort -> grid.row(cohort.getCohort(), job.instance()))
            .filter(Objects::nonNull)
            .toList();
    if (rows.isEmpty()) {
      return JobReason.NO_QUOTA;
    }
    return rows.stream().allMatch(NaiveHopes::isShut) ? JobReason.MAX_QUOTA : null;
  }

  private static boolean isShut(NaiveGrid.Row row) {
    return row.bounds.getMax() == 0;
  }

  private static JobReason ofBot(NaiveGrid grid, NaiveJob job, NaiveBot bot) {
    NaiveGrid.Row row = grid.row(bot.cohort, job.instance());
    if (grid.rules.byCohort()) {
      if (grid.rules.botsOfCohortOnly() && !grid.rules.labelsOf(bot.cohort).contains(job.label)) {
        return JobReason.NO_COHORT;
      }
      if (row == null) {
        boolean uncharged = bot.cohort == null && !grid.rules.botsOfCohortOnly();
        return uncharged ? null : JobReason.NO_QUOTA;
      }
    }
    return row != null && isShut(row) ? JobReason.MAX_QUOTA : null;
  }
}
