package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsRows;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.RefusalReason;
import dev.rota.bots.values.RequestResult;
import dev.rota.bots.values.TenancySettings;
import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Validates policies. */
final class PolicyAdmission {
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
    List<OutOfRange> wrong = new ArrayList<>(GridPolicy.FIELDS.outOfRange(policy));
    if (!policy.onEvent()) {
      long longest = Math.max(1, policy.pacing().failureBackoff()) * PacingSettings.BACKOFFS_MAX;
      FieldKind.NUMBER
          .from(0, longest)
          .outOfRange(PreemptionSettings.DELAY, policy.preempting().delay())
          .ifPresent(wrong::add);
    }
    return wrong.stream()
        .findFirst()
        .map(
            one ->
                RequestResult.<GridPolicy>no(
                    RefusalReason.OUT_OF_RANGE,
                    one.name() + " is " + one.value() + ": from " + one.min() + " to " + one.max()))
        .orElse(null);
  }
}
