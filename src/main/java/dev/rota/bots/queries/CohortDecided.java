package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Awoken;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.BotRefreshed;
import dev.rota.bots.model.BotsFact.BotRefused;
import dev.rota.bots.model.BotsFact.BotRegistered;
import dev.rota.bots.model.BotsFact.BotSynchronised;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.HintRemembered;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsFact.Paused;
import dev.rota.bots.model.BotsFact.PolicyApplied;
import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsFact.RulesAdopted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.kernel.domain.Why.Candidate;
import dev.rota.kernel.domain.Why.Reason;
import java.util.ArrayList;
import java.util.List;

/** What a step decided about a cohort: who holds its bots, and who had to go. */
final class CohortDecided {
  private static final String COUNTED = "bots 4";

  private final String cohort;
  private final BotsState before;
  private final List<BotsFact> facts;

  private CohortDecided(String cohort, BotsState before, List<BotsFact> facts) {
    this.cohort = cohort;
    this.before = before;
    this.facts = facts;
  }

  static List<Reason> of(String cohort, BotsState before, List<BotsFact> facts) {
    CohortDecided decided = new CohortDecided(cohort, before, facts);
    List<Reason> reasons = new ArrayList<>(1);
    for (int i = 0; i < facts.size(); i++) {
      Reason reason = decided.reason(i);
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }

  private Reason reason(int at) {
    return switch (facts.get(at)) {
      case LeaseStarted lease -> cohort.equals(lease.cohort()) ? started(lease, at) : null;
      case LeaseEnded lease -> cohort.equals(lease.cohort()) ? ended(lease, at) : null;
      case BotRegistered f ->
          cohort.equals(f.bot().cohort())
              ? new Reason(
                  "bot " + f.bot().name() + " joins with a capacity of " + f.profile().capacity(),
                  "bots 1")
              : null;
      case BotGone f ->
          cohort.equals(f.cohort())
              ? new Reason("bot " + f.bot() + " leaves: " + EndingPhrases.why(f.reason()), "bots 8")
              : null;
      case PolicyApplied f -> policy(f.policy());
      case JobFact _ -> null;
      case BotRefreshed _, BotSynchronised _, HintRemembered _, BotRefused _ -> null;
      case Awoken _, Drawn _, Paused _, RulesAdopted _, PolicyRefused _ -> null;
    };
  }

  private Reason started(LeaseStarted lease, int at) {
    LeaseDecided decided = new LeaseDecided(before, lease, facts);
    String job =
        "job " + lease.job().name() + " of " + SentenceParts.instance(lease.job().instance());
    String usage = usage(lease.job().instance(), at, 1);
    if (decided.evicted() != null) {
      return decided
          .eviction()
          .of(
              job + " gets bot " + lease.bot() + " by eviction: " + usage + "; ",
              List.of(decided.eviction().chosen(GridThings.job(lease.job().name()))));
    }
    List<Candidate> candidates = new ArrayList<>();
    candidates.add(decided.cause().chosen(GridThings.job(lease.job().name())));
    candidates.addAll(decided.rivals());
    return new Reason(job + " gets bot " + lease.bot() + ": " + usage, COUNTED, candidates);
  }

  private Reason ended(LeaseEnded lease, int at) {
    String job =
        "job " + lease.job().name() + " of " + SentenceParts.instance(lease.job().instance());
    String usage = usage(lease.job().instance(), at, -1);
    if (lease.ending() != LeaseEnd.EVICTED) {
      String leaves = job + " leaves bot " + lease.bot() + ", " + lease.ending() + ": ";
      return new Reason(leaves + usage, COUNTED);
    }
    LeaseDecided decided = LeaseDecided.after(before, lease, facts);
    return decided
        .eviction()
        .of(
            job
                + " is evicted from bot "
                + lease.bot()
                + " for job "
                + decided.lease().job().name()
                + " of instance "
                + decided.lease().job().instance()
                + ": "
                + usage
                + "; ",
            decided.victims());
  }

  /** The usage before and after a fact: the facts before it in the step count already. */
  private String usage(String instance, int at, int change) {
    QuotaRow quota = before.quotas().get(cohort, instance);
    if (quota == null) {
      return "no quota counts it";
    }
    int usage = quota.usage();
    for (BotsFact fact : facts.subList(0, at)) {
      usage = QuotaRow.charged(usage, change(fact, instance));
    }
    return "its usage goes from "
        + usage
        + " to "
        + QuotaRow.charged(usage, change)
        + " ("
        + QuotaPhrases.bounds(quota)
        + ")";
  }

  private int change(BotsFact fact, String instance) {
    if (fact instanceof LeaseStarted lease) {
      return isHere(lease.cohort(), lease.job().instance(), instance) ? 1 : 0;
    }
    return fact instanceof LeaseEnded lease
            && isHere(lease.cohort(), lease.job().instance(), instance)
        ? -1
        : 0;
  }

  private boolean isHere(String where, String whose, String instance) {
    return cohort.equals(where) && whose.equals(instance);
  }

  private Reason policy(GridPolicy next) {
    boolean was = has(before.policy());
    if (!has(next)) {
      return was ? new Reason("a policy comes that does not have it", "bots 13") : null;
    }
    List<String> quotas = new ArrayList<>();
    for (QuotaBounds quota : next.tenancy().quotas()) {
      if (quota.cohort().equals(cohort)) {
        quotas.add(quota.instance() + " " + quota.min() + " to " + quota.max());
      }
    }
    return new Reason(
        "a policy comes: labels "
            + SentenceParts.list(next.labelsOf(cohort))
            + "; quotas "
            + (quotas.isEmpty() ? "none" : SentenceParts.list(quotas)),
        "bots 13");
  }

  private boolean has(GridPolicy policy) {
    return policy.tenancy().cohorts().stream().map(CohortLabels::name).anyMatch(cohort::equals);
  }
}
