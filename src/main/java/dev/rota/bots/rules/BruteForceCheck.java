package dev.rota.bots.rules;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.kernel.engine.Engine;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Recomputes eligibility by testing every job with every bot. It is slow and reads only jobs, bots,
 * quotas and the policy, so that the board, bins and leases can be checked against it.
 */
final class BruteForceCheck {
  private final BotsState state;
  private final GridPolicy policy;

  BruteForceCheck(BotsState state) {
    this.state = state;
    this.policy = state.policy();
  }

  /** ON_EVENT: describes a queued job and a free bot that may run it; empty if there is none. */
  Optional<String> idle() {
    List<Bot> free = state.allBots().stream().filter(BruteForceCheck::hasRoom).toList();
    if (free.isEmpty()) {
      return Optional.empty();
    }
    for (Job job : waiting()) {
      for (Bot bot : free) {
        if (reaches(bot, job.instance()) && isOpen(bot, job) && fits(bot, job)) {
          return Optional.of("job " + job.name() + " could run on bot " + bot.name());
        }
      }
    }
    return Optional.empty();
  }

  /** Section 1: status OK and spare capacity. */
  static boolean hasRoom(Bot bot) {
    return bot.profile().health() == BotHealth.OK && bot.held().size() < bot.profile().capacity();
  }

  private List<Job> waiting() {
    return state.jobs().stream()
        .filter(job -> job.state() instanceof Queued && policy.serves(job.instance()))
        .toList();
  }

  boolean reaches(Bot bot, String instance) {
    return bot.spec().instance().equals(BotSpec.EVERYBODY)
        || policy.pool(bot.spec().instance()).equals(policy.pool(instance));
  }

  static boolean fits(Bot bot, Job job) {
    return bot.spec().has().pairs().containsAll(job.spec().needs().pairs());
  }

  /** Section 4: the quotas permit it and an assigner considers the job on that bot. */
  private boolean isOpen(Bot bot, Job job) {
    String charged = bot.spec().cohort();
    QuotaRow quota = state.quotas().get(charged, job.instance());
    if (!policy.byCohort()) {
      return quota == null || isBelowMaximum(quota);
    }
    boolean any = !policy.scoring().cohortOnly();
    return ((any && charged == null) || isBelowMaximum(quota))
        && policy.tenancy().cohorts().stream()
            .filter(cohort -> cohort.labels().contains(job.spec().label()))
            .filter(cohort -> any || cohort.name().equals(charged))
            .anyMatch(one -> isBelowMaximum(state.quotas().get(one.name(), job.instance())));
  }

  private static boolean isBelowMaximum(QuotaRow quota) {
    return quota != null && quota.usage() < quota.bounds().max();
  }

  /** ON_EVENT: when the first queued job may preempt a running one, section 7. */
  long eviction() {
    long first = Engine.NEVER;
    if (!policy.byCohort() && !policy.preempting().byPriorityAge()) {
      return first;
    }
    for (QuotaRow quota : state.quotas().all()) {
      if (quota.usage() < quota.bounds().min()) {
        first = Math.min(first, eviction(quota.bounds()));
      }
    }
    return first;
  }

  private long eviction(QuotaBounds wanting) {
    List<Leased> victims = leased().filter(lease -> isEvictable(lease, wanting)).toList();
    long first = Engine.NEVER;
    for (Job job : victims.isEmpty() ? List.<Job>of() : waiting()) {
      if (job.instance().equals(wanting.instance()) && isOf(job, wanting.cohort())) {
        for (Leased victim : victims) {
          first = Math.min(first, mayEvict(job, victim) ? eviction(job, victim) : Engine.NEVER);
        }
      }
    }
    return first;
  }

  private Stream<Leased> leased() {
    return state.jobs().stream()
        .map(Job::state)
        .filter(Leased.class::isInstance)
        .map(Leased.class::cast);
  }

  /** Conditions 1 and 2, except that the job's instance must reach the bot. */
  private boolean isEvictable(Leased lease, QuotaBounds wanting) {
    String instance = lease.job().instance();
    if (instance.equals(wanting.instance())
        || !wanting.cohort().equals(lease.bot().spec().cohort())) {
      return false;
    }
    QuotaRow quota = state.quotas().get(wanting.cohort(), instance);
    return quota != null
        && quota.usage() > quota.bounds().min()
        && lease.bot().profile().health() == BotHealth.OK
        && lease.job().evictions() < policy.preempting().maxEvictions();
  }

  /** True if the cohort's assigner considers the job. PRIORITY_AGE infers one cohort per label. */
  private boolean isOf(Job job, String cohort) {
    return policy.byCohort()
        ? policy.labelsOf(cohort).contains(job.spec().label())
        : cohort.equals(cohortOf(job));
  }

  /** Returns the first cohort with the job's label, or null. */
  String cohortOf(Job job) {
    return policy.tenancy().cohorts().stream()
        .filter(one -> one.labels().contains(job.spec().label()))
        .map(CohortLabels::name)
        .findFirst()
        .orElse(null);
  }

  /** When the job may preempt one that runs on the cohort's bots; {@link Engine#NEVER} if none. */
  long eviction(Job job, String cohort) {
    QuotaRow wanting = state.quotas().get(cohort, job.instance());
    if (wanting == null || wanting.usage() >= wanting.bounds().min()) {
      return Engine.NEVER;
    }
    return leased()
        .filter(victim -> isEvictable(victim, wanting.bounds()) && mayEvict(job, victim))
        .mapToLong(victim -> eviction(job, victim))
        .min()
        .orElse(Engine.NEVER);
  }

  /** Conditions 2 to 4. */
  private boolean mayEvict(Job job, Leased victim) {
    return reaches(victim.bot(), job.instance())
        && job.spec().needs().equals(victim.job().spec().needs())
        && (!policy.preempting().lowerPriorityOnly() || victim.job().priority() > job.priority());
  }

  private long eviction(Job job, Leased victim) {
    PreemptionSettings rules = policy.preempting();
    long waited = BotsInstants.plus(job.queuedAt(), rules.delay() + (rules.exclusive() ? 1 : 0));
    return Math.max(waited, BotsInstants.plus(victim.startedAt(), rules.minimumRun()));
  }
}
