package dev.rota.bots;

import dev.rota.bots.BotsFact.Drawn;
import dev.rota.bots.BotsFact.LeaseStarted;
import dev.rota.bots.JobFact.JobBackedOff;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * One iteration of an assigner as the original has it, section 3: at most one job is considered,
 * and it gets a bot or is left alone for a while. No facts: no job was there to consider.
 *
 * @param cohort whose assigner it is; null: PRIORITY_AGE
 * @param order of the candidates
 * @param instances to serve
 */
record Iteration(
    String cohort, Order order, Predicate<String> instances, Chance chance, long nowMillis) {
  /** How candidates are compared. */
  enum Order {
    PRIORITY,
    AGE,
    DRAWN
  }

  /** The job considered, and in which pass; null: none. */
  record Considered(Job job, Tier tier) {}

  /** Whether the next job goes by age: a draw where the percentage leaves it open (V005-V008). */
  static boolean byAge(Policy policy, Chance chance) {
    int percentage = policy.pacing().priorityPercentage();
    if (policy.byCohort() || percentage >= 100) {
      return false;
    }
    return percentage <= 0 || chance.draw() > percentage;
  }

  List<BotsFact> facts(BotsView view) {
    boolean age =
        order == Order.AGE
            || (order == Order.DRAWN
                && cohort == null
                && chance.draw() > view.policy().pacing().priorityPercentage());
    Considered considered = considered(view, age);
    if (considered == null) {
      return List.of();
    }
    List<BotsFact> facts = placed(view, considered);
    return chance.taken() == 0 || facts.isEmpty()
        ? facts
        : Endings.with(new Drawn(chance.taken(), nowMillis), facts);
  }

  /** Whether an iteration now would have a job to consider. */
  Considered considered(BotsView view, boolean age) {
    Considered first = null;
    for (Bin bin : view.board().waiting()) {
      Tier tier = tier(view, bin);
      if (tier == Tier.CLOSED) {
        continue;
      }
      Job job = bin.first(age);
      boolean better =
          first == null
              || tier.compareTo(first.tier) < 0
              || (tier == first.tier
                  && (age ? Job.BY_AGE : Job.BY_PRIORITY).compare(job, first.job) < 0);
      first = better ? new Considered(job, tier) : first;
    }
    return first;
  }

  /** In which pass the assigner looks at these jobs, wherever there are bots for them. */
  private Tier tier(BotsView view, Bin bin) {
    if (!instances.test(bin.key.instance())) {
      return Tier.CLOSED;
    }
    if (cohort == null) {
      return Tier.FIRST;
    }
    QuotaRow quota = view.quotas().get(cohort, bin.key.instance());
    if (quota == null || !view.policy().labelsOf(cohort).contains(bin.key.label())) {
      return Tier.CLOSED;
    }
    return quota.isBelowMinimum() ? Tier.FIRST : quota.isBelowMaximum() ? Tier.SECOND : Tier.CLOSED;
  }

  private List<BotsFact> placed(BotsView view, Considered considered) {
    Job job = considered.job;
    List<BotClass> kinds = new ArrayList<>();
    boolean barred = false;
    for (Match match : job.bin.matches) {
      BotClass kind = match.kind();
      boolean permitted = permits(view, job, kind);
      barred |= !permitted && !kind.free.isEmpty();
      if (permitted) {
        kinds.add(kind);
      }
    }
    Choice choice = Choice.among(view.policy().scoring(), job, kinds, chance);
    if (choice.bot() == null) {
      return evicting(view, considered, barred ? Reason.MAX_QUOTA : Reason.NO_FITTING_BOT);
    }
    Bot bot = choice.bot();
    if (cohort != null && !holds(view, considered, bot)) {
      return List.of(); // the guard of the charge fails where the bot's cohort has it (V081)
    }
    return List.of(
        new LeaseStarted(
            job.spec,
            bot.name(),
            bot.spec.cohort(),
            job.attempt(),
            choice.found(),
            Scores.score(view.policy().scoring(), job, bot),
            reason(considered.tier),
            nowMillis,
            cohort == null ? "bots 3.1" : "bots 3.2"));
  }

  /** Bots of a cohort that is at its maximum are no bots for the job: others may do (hazard 7). */
  private boolean permits(BotsView view, Job job, BotClass kind) {
    if (cohort != null) {
      return !view.policy().scoring().cohortOnly() || cohort.equals(kind.key.cohort());
    }
    QuotaRow quota = view.quotas().get(kind.key.cohort(), job.instance());
    return quota == null || quota.isBelowMaximum();
  }

  private boolean holds(BotsView view, Considered considered, Bot bot) {
    QuotaRow quota = view.quotas().get(bot.spec.cohort(), considered.job.instance());
    if (bot.spec.cohort() == null) {
      return true;
    }
    return quota != null
        && (considered.tier == Tier.FIRST ? quota.isBelowMinimum() : quota.isBelowMaximum());
  }

  private Reason reason(Tier tier) {
    if (cohort == null) {
      return order == Order.AGE ? Reason.AGE : Reason.PRIORITY;
    }
    return tier == Tier.FIRST ? Reason.BELOW_MINIMUM : Reason.BELOW_MAXIMUM;
  }

  private List<BotsFact> evicting(BotsView view, Considered considered, Reason reason) {
    Job job = considered.job;
    boolean mayEvict =
        cohort == null ? view.policy().preempting().byPriorityAge() : considered.tier == Tier.FIRST;
    if (mayEvict && nowMillis >= view.policy().preempting().from(job.spec.queuedAt())) {
      Job victim = Preemption.victim(view, job, cohort, nowMillis);
      if (victim != null) {
        return Preemption.evict(view, victim, job, nowMillis);
      }
    }
    long until = Times.plus(nowMillis, view.policy().pacing().failureBackoff());
    return List.of(new JobBackedOff(job.name(), job.instance(), until, nowMillis, reason));
  }
}
