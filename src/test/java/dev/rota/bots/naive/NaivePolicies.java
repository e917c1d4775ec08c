package dev.rota.bots.naive;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.Beats;
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
  /** A job is not polled more often than that before it may preempt. */
  private static final long TRIES_MAX = 10_000;

  private NaivePolicies() {}

  /** Null: it can be. */
  static PolicyReason refusal(BotPolicy policy) {
    if (policy.getAssigner() == AssignerKind.UNKNOWN
        || policy.getDispatch() == Dispatch.UNKNOWN
        || policy.getReading() == Reading.UNKNOWN
        || policy.getFetchFilter() == FetchFilter.UNKNOWN
        || policy.getBeats() == Beats.UNKNOWN
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
    return isInRange(policy) ? null : PolicyReason.OUT_OF_RANGE;
  }

  private static boolean isInRange(BotPolicy policy) {
    long backoff = policy.getFailureBackoffMs();
    boolean polls = policy.getDispatch() == Dispatch.ON_INTERVAL;
    return policy.getPriorityPercentage() >= 0
        && policy.getPriorityPercentage() <= 100
        && backoff >= 1 // [V012]: at 0 one job would be all that an assigner ever looks at
        && policy.getIntervalMs() >= 1
        && policy.getJitterMs() >= 0
        && policy.getBusyFactor() >= 0
        && policy.getAssigners() >= 1
        && policy.getSampleAttempts() >= 1
        && policy.getMaxAttempts() >= 1
        && policy.getKeepaliveMs() >= 1
        && (!polls || policy.getPreemptionDelayMs() <= backoff * TRIES_MAX);
  }
}
