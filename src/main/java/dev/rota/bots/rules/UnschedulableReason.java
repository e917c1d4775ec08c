package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.CohortShare;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.TenancySettings;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Why a job cannot run under the present policy with the present bots. A new policy or a new bot
 * may change it.
 *
 * @param missing describes the reason to users
 */
public record UnschedulableReason(BotsReason reason, String missing) {
  /** Returns what prevents such jobs from running, or null if nothing does permanently. */
  public static UnschedulableReason of(BotsView view, JobSpec job) {
    GridPolicy policy = view.policy();
    JobBin bin = bin(view, job);
    for (BinMatch match : bin.matches()) {
      if (bin.served() && !isShut(policy, match)) {
        return null;
      }
    }
    UnschedulableReason ofPolicy = ofPolicy(policy, bin);
    if (ofPolicy != null) {
      return ofPolicy;
    }
    return bin.matches().isEmpty() ? unfit(view, job) : ofBots(policy, bin);
  }

  /** As {@code of}. ON_INTERVAL, a bot may also fetch jobs that the assigner does not serve. */
  static UnschedulableReason sure(BotsView view, JobSpec job) {
    if (view.policy().onEvent()) {
      return of(view, job);
    }
    return bin(view, job).matches().isEmpty() ? unfit(view, job) : null;
  }

  private static JobBin bin(BotsView view, JobSpec job) {
    return view.board().asBin(JobBin.Key.of(job));
  }

  private static UnschedulableReason unfit(BotsView view, JobSpec job) {
    return view.byExpiry().isEmpty()
        ? new UnschedulableReason(BotsReason.NO_BOT, null)
        : new UnschedulableReason(BotsReason.NO_FITTING_BOT, missing(view, job));
  }

  /** True if the bin's jobs never get such a bot, even if none of them runs. */
  static boolean isShut(GridPolicy policy, BinMatch match) {
    if (!policy.byCohort()) {
      return match.quota() != null && isShut(match.quota());
    }
    boolean charged = policy.scoring().cohortOnly() || match.kind().key().cohort() != null;
    return !match.ofCohort() || (charged && isShut(match.quota())) || isShut(match.bin());
  }

  private static boolean isShut(JobBin bin) {
    for (CohortShare share : bin.shares()) { // each submission asks
      if (!isShut(share.quota())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isShut(QuotaRow quota) {
    return quota == null || quota.bounds().max() <= 0;
  }

  /** Returns a reason that holds for any bot, or null. */
  private static UnschedulableReason ofPolicy(GridPolicy policy, JobBin bin) {
    String instance = bin.key().instance();
    TenancySettings tenancy = policy.tenancy();
    if (!bin.served()) {
      return new UnschedulableReason(
          BotsReason.NOT_SERVED,
          "assignerInstances: " + tenancy.served() + " are served, '" + instance + "' is not");
    }
    if (!policy.byCohort()) {
      return null;
    }
    if (bin.cohort() == null) {
      List<String> cohorts = tenancy.cohorts().stream().map(CohortLabels::name).toList();
      return new UnschedulableReason(
          BotsReason.NO_COHORT,
          "cohorts: none has the label '" + bin.key().label() + "'; there are " + cohorts);
    }
    List<String> cohorts =
        tenancy.cohorts().stream()
            .filter(one -> one.labels().contains(bin.key().label()))
            .map(CohortLabels::name)
            .toList();
    List<QuotaBounds> quotas =
        tenancy.quotas().stream()
            .filter(one -> one.instance().equals(instance) && cohorts.contains(one.cohort()))
            .toList();
    if (quotas.isEmpty()) {
      return new UnschedulableReason(
          BotsReason.NO_QUOTA,
          "quotas: cohorts " + cohorts + " have none for instance '" + instance + "'");
    }
    return quotas.stream().allMatch(one -> one.max() <= 0)
        ? new UnschedulableReason(
            BotsReason.MAX_QUOTA,
            "quotas: of cohorts " + cohorts + ", max is 0 for instance '" + instance + "'")
        : null;
  }

  /** Bots fit, but the quotas of their cohorts exclude these jobs. Names the nearest bot. */
  private static UnschedulableReason ofBots(GridPolicy policy, JobBin bin) {
    BinMatch nearest =
        Collections.min(
            bin.matches(),
            Comparator.comparing((BinMatch one) -> why(policy, one))
                .thenComparing((one, other) -> name(one.kind(), other.kind())));
    Why why = why(policy, nearest);
    String cohort = nearest.kind().key().cohort();
    String what =
        switch (why) {
          case MAX -> " has max 0 for instance '" + bin.key().instance() + "'";
          case QUOTA -> " has no quota for instance '" + bin.key().instance() + "'";
          case LABEL -> " does not have the label '" + bin.key().label() + "'";
        };
    String bot = nearest.kind().members().firstKey();
    return new UnschedulableReason(
        why.reason,
        "bot "
            + bot
            + " comes nearest, and "
            + (cohort == null ? "is of no cohort" : "its cohort '" + cohort + "'" + what));
  }

  private static int name(BotClass one, BotClass other) {
    return one.names().compare(one.members().firstKey(), other.members().firstKey());
  }

  private static Why why(GridPolicy policy, BinMatch match) {
    if (policy.byCohort() && !match.ofCohort()) {
      return Why.LABEL;
    }
    return match.quota() == null ? Why.QUOTA : Why.MAX;
  }

  /** In order of nearness. */
  private enum Why {
    MAX(BotsReason.MAX_QUOTA),
    QUOTA(BotsReason.NO_QUOTA),
    LABEL(BotsReason.NO_COHORT);

    private final BotsReason reason;

    Why(BotsReason reason) {
      this.reason = reason;
    }
  }

  /** Describes what the nearest bot lacks. */
  private static String missing(BotsView view, JobSpec job) {
    String pool = view.policy().pool(job.instance());
    BotClass nearest = null;
    List<PropertyPair> least = List.of();
    for (BotClass kind : view.board().classes()) {
      if (kind.reaches(pool)) {
        List<PropertyPair> missing = kind.key().has().missing(job.needs());
        boolean nearer =
            nearest == null
                || missing.size() < least.size()
                || (missing.size() == least.size() && name(kind, nearest) < 0);
        if (nearer) {
          nearest = kind;
          least = missing;
        }
      }
    }
    return nearest == null
        ? "no bot serves instance '" + job.instance() + "'"
        : "bot " + nearest.members().firstKey() + " comes nearest and lacks " + least;
  }
}
