package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsRows;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.RequestResult;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.domain.DecimalText;
import java.util.List;
import java.util.TreeSet;

/** Validates policies. */
final class PolicyAdmission {
  private static final long DAYS_MAX_MILLIS = 36_500L * 86_400_000;

  private PolicyAdmission() {}

  /** Returns why the policy is refused, or null. */
  static PolicyRefused refusal(Change change, long nowMillis) {
    RequestResult<GridPolicy> answer = admitted(change);
    return answer == null ? null : new PolicyRefused(answer.reason(), answer.detail(), nowMillis);
  }

  private static RequestResult<GridPolicy> admitted(Change change) {
    if (!change.unsupported().isEmpty()) {
      return RequestResult.no(
          RefusalReason.UNSUPPORTED_VALUE,
          "this version does not know the symbols of " + change.unsupported());
    }
    GridPolicy policy = change.policy();
    RequestResult<GridPolicy> refusal = cohorts(policy.tenancy());
    refusal = refusal == null ? quotas(policy.tenancy()) : refusal;
    refusal = refusal == null ? pools(policy.tenancy()) : refusal;
    refusal = refusal == null ? matching(policy.matching()) : refusal;
    return refusal == null ? ranges(policy) : refusal;
  }

  private static RequestResult<GridPolicy> cohorts(TenancySettings tenancy) {
    TreeSet<String> cohorts = new TreeSet<>();
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.name().isEmpty() || !cohorts.add(cohort.name())) {
        return RequestResult.no(
            RefusalReason.INVALID_ARGUMENT,
            "cohorts: the name '" + cohort.name() + "' is empty, or there twice");
      }
    }
    return null;
  }

  private static RequestResult<GridPolicy> quotas(TenancySettings tenancy) {
    TreeSet<String> cohorts = new TreeSet<>();
    tenancy.cohorts().forEach(cohort -> cohorts.add(cohort.name()));
    TreeSet<BotsRows.QuotaKey> keys = new TreeSet<>();
    for (QuotaBounds quota : tenancy.quotas()) {
      String which = "quotas: " + quota.cohort() + "/" + quota.instance();
      if (!cohorts.contains(quota.cohort())) {
        return RequestResult.no(
            RefusalReason.NOT_FOUND,
            which + " names a cohort that is not there. There are " + cohorts + ".");
      }
      if (quota.min() < 0 || quota.max() < quota.min()) {
        return RequestResult.no(
            RefusalReason.OUT_OF_RANGE,
            which
                + " has min "
                + quota.min()
                + " and max "
                + quota.max()
                + ": min is at least 0, max at least min");
      }
      if (!keys.add(new BotsRows.QuotaKey(quota.cohort(), quota.instance()))) {
        return RequestResult.no(RefusalReason.INVALID_ARGUMENT, which + " is there twice");
      }
    }
    return null;
  }

  private static RequestResult<GridPolicy> pools(TenancySettings tenancy) {
    TreeSet<String> pooled = new TreeSet<>();
    for (List<String> pool : tenancy.pools()) {
      for (String instance : pool) {
        if (!pooled.add(instance)) {
          return RequestResult.no(
              RefusalReason.INVALID_ARGUMENT, "instancePools: " + instance + " is there twice");
        }
      }
    }
    return null;
  }

  private static RequestResult<GridPolicy> matching(MatchingSettings matching) {
    TreeSet<String> instances = new TreeSet<>();
    for (MatchingSettings.OfInstance one : matching.instances()) {
      if (!instances.add(one.instance())) {
        return RequestResult.no(
            RefusalReason.INVALID_ARGUMENT,
            "instancePropertySets: " + one.instance() + " is there twice");
      }
    }
    return null;
  }

  private static RequestResult<GridPolicy> ranges(GridPolicy policy) {
    PacingSettings pacing = policy.pacing();
    ScoringSettings scoring = policy.scoring();
    PreemptionSettings preempting = policy.preempting();
    GridLimits limits = policy.limits();
    Ranges ranges = new Ranges();
    ranges.check("priorityPercentage", pacing.priorityPercentage(), 0, 100);
    // At 0 an assigner would consider the same job without a bot for ever (V012).
    ranges.check("failureBackoffMs", pacing.failureBackoff(), 1, DAYS_MAX_MILLIS);
    ranges.check("intervalMs", pacing.interval(), 1, DAYS_MAX_MILLIS);
    ranges.check("jitterMs", pacing.jitter(), 0, DAYS_MAX_MILLIS);
    ranges.check("assigners", pacing.assigners(), 1, 1000);
    ranges.check("preemptionDelayMs", preempting.delay(), 0, DAYS_MAX_MILLIS);
    ranges.check("maxEvictions", preempting.maxEvictions(), 0, Integer.MAX_VALUE);
    ranges.check("minimumRunTimeMs", preempting.minimumRun(), 0, DAYS_MAX_MILLIS);
    ranges.check("sampleSize", scoring.sampleSize(), 0, Integer.MAX_VALUE);
    ranges.check("sampleAttempts", scoring.sampleAttempts(), 1, 1000);
    ranges.check("localityHintLimit", scoring.hintLimit(), 0, 1000);
    ranges.check("keepaliveMs", limits.keepalive(), 1, DAYS_MAX_MILLIS);
    ranges.check("maxAttempts", limits.maxAttempts(), 1, Integer.MAX_VALUE);
    ranges.check("executionLimitMs", limits.execution(), 1, DAYS_MAX_MILLIS);
    ranges.check("queueLimitMs", limits.queueAge(), GridLimits.NONE, DAYS_MAX_MILLIS);
    ranges.check("maxQueueSize", limits.queueSize(), GridLimits.NONE, Integer.MAX_VALUE);
    ranges.check("positionLimit", limits.position(), 1, 100_000);
    ranges.check("completedRetentionMs", limits.retention(), 0, DAYS_MAX_MILLIS);
    ranges.check("busyFactor", pacing.busyFactor(), 0, 1000);
    ranges.check("weightPriority", scoring.priorityWeight(), -1e9, 1e9);
    ranges.check("weightCapacity", scoring.capacityWeight(), -1e9, 1e9);
    ranges.check("weightLocality", scoring.localityWeight(), -1e9, 1e9);
    if (!policy.onEvent()) {
      ranges.check(
          "preemptionDelayMs",
          preempting.delay(),
          0,
          Math.max(1, pacing.failureBackoff()) * PacingSettings.BACKOFFS_MAX);
    }
    return ranges.wrong == null ? null : RequestResult.no(RefusalReason.OUT_OF_RANGE, ranges.wrong);
  }

  /** Remembers the first field that is out of range. */
  private static final class Ranges {
    private String wrong;

    void check(String field, long value, long min, long max) {
      if (wrong == null && (value < min || value > max)) {
        wrong = field + " is " + value + ": from " + min + " to " + max;
      }
    }

    void check(String field, double value, double min, double max) {
      if (wrong == null && !(value >= min && value <= max)) {
        wrong =
            field
                + " is "
                + DecimalText.text(value)
                + ": from "
                + DecimalText.text(min)
                + " to "
                + DecimalText.text(max);
      }
    }
  }
}
