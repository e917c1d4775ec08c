package dev.rota.bots.naive;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which policies cannot be. */
final class NaivePolicies {
  private NaivePolicies() {}

  /** Null: it can be. */
  static PolicyReason refusal(BotPolicy policy) {
    if (policy.getAssigner() == AssignerKind.UNKNOWN
        || policy.getDispatch() == Dispatch.UNKNOWN
        || policy.getReading() == Reading.UNKNOWN
        || policy.getFetchFilter() == FetchFilter.UNKNOWN
        || policy.getPropertySet().getKind() == PropertySetKind.UNKNOWN) {
      return PolicyReason.UNSUPPORTED_VALUE;
    }
    Set<String> cohorts = new HashSet<>();
    for (Cohort cohort : policy.getCohorts()) {
      if (!cohorts.add(cohort.getCohort())) {
        return PolicyReason.INVALID_ARGUMENT;
      }
    }
    Set<String> pooled = new HashSet<>();
    for (List<String> pool : policy.getInstancePools()) {
      for (String instance : pool) {
        if (!pooled.add(instance)) {
          return PolicyReason.INVALID_ARGUMENT;
        }
      }
    }
    Set<String> quotas = new HashSet<>();
    for (Quota quota : policy.getQuotas()) {
      if (!cohorts.contains(quota.getCohort())) {
        return PolicyReason.NOT_FOUND;
      }
      if (quota.getMin() < 0 || quota.getMin() > quota.getMax()) {
        return PolicyReason.OUT_OF_RANGE;
      }
      if (!quotas.add(quota.getCohort() + "/" + quota.getInstance())) {
        return PolicyReason.INVALID_ARGUMENT;
      }
    }
    return null;
  }
}
