package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact.PolicyRefused;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsRows;
import dev.rota.bots.values.Answer;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.Matching;
import dev.rota.bots.values.Pacing;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Preempting;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.Refusal;
import dev.rota.bots.values.Tenancy;
import dev.rota.kernel.domain.FieldKind;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Validates policies. */
final class Admission {
  private Admission() {}

  /** Returns why the policy is refused, or null. */
  static PolicyRefused refusal(Change change, long nowMillis) {
    Answer<Policy> answer = admitted(change);
    return answer == null ? null : new PolicyRefused(answer.reason(), answer.detail(), nowMillis);
  }

  private static Answer<Policy> admitted(Change change) {
    if (!change.unsupported().isEmpty()) {
      return Answer.no(
          Refusal.UNSUPPORTED_VALUE,
          "this version does not know the symbols of " + change.unsupported());
    }
    Policy policy = change.policy();
    Answer<Policy> refusal = cohorts(policy.tenancy());
    refusal = refusal == null ? quotas(policy.tenancy()) : refusal;
    refusal = refusal == null ? pools(policy.tenancy()) : refusal;
    refusal = refusal == null ? matching(policy.matching()) : refusal;
    return refusal == null ? ranges(policy) : refusal;
  }

  private static Answer<Policy> cohorts(Tenancy tenancy) {
    TreeSet<String> cohorts = new TreeSet<>();
    for (CohortLabels cohort : tenancy.cohorts()) {
      if (cohort.name().isEmpty() || !cohorts.add(cohort.name())) {
        return Answer.no(
            Refusal.INVALID_ARGUMENT,
            "cohorts: the name '" + cohort.name() + "' is empty, or there twice");
      }
    }
    return null;
  }

  private static Answer<Policy> quotas(Tenancy tenancy) {
    TreeSet<String> cohorts = new TreeSet<>();
    tenancy.cohorts().forEach(cohort -> cohorts.add(cohort.name()));
    TreeSet<BotsRows.QuotaKey> keys = new TreeSet<>();
    for (QuotaBounds quota : tenancy.quotas()) {
      String which = "quotas: " + quota.cohort() + "/" + quota.instance();
      if (!cohorts.contains(quota.cohort())) {
        return Answer.no(
            Refusal.NOT_FOUND,
            which + " names a cohort that is not there. There are " + cohorts + ".");
      }
      if (quota.min() < 0 || quota.max() < quota.min()) {
        return Answer.no(
            Refusal.OUT_OF_RANGE,
            which
                + " has min "
                + quota.min()
                + " and max "
                + quota.max()
                + ": min is at least 0, max at least min");
      }
      if (!keys.add(new BotsRows.QuotaKey(quota.cohort(), quota.instance()))) {
        return Answer.no(Refusal.INVALID_ARGUMENT, which + " is there twice");
      }
    }
    return null;
  }

  private static Answer<Policy> pools(Tenancy tenancy) {
    TreeSet<String> pooled = new TreeSet<>();
    for (List<String> pool : tenancy.pools()) {
      for (String instance : pool) {
        if (!pooled.add(instance)) {
          return Answer.no(
              Refusal.INVALID_ARGUMENT, "instancePools: " + instance + " is there twice");
        }
      }
    }
    return null;
  }

  private static Answer<Policy> matching(Matching matching) {
    TreeSet<String> instances = new TreeSet<>();
    for (Matching.OfInstance one : matching.instances()) {
      if (!instances.add(one.instance())) {
        return Answer.no(
            Refusal.INVALID_ARGUMENT,
            "instancePropertySets: " + one.instance() + " is there twice");
      }
    }
    return null;
  }

  private static Answer<Policy> ranges(Policy policy) {
    List<OutOfRange> wrong = new ArrayList<>(Policy.FIELDS.outOfRange(policy));
    if (!policy.onEvent()) {
      long longest = Math.max(1, policy.pacing().failureBackoff()) * Pacing.BACKOFFS_MAX;
      FieldKind.NUMBER
          .from(0, longest)
          .outOfRange(Preempting.DELAY, policy.preempting().delay())
          .ifPresent(wrong::add);
    }
    return wrong.stream()
        .findFirst()
        .map(
            one ->
                Answer.<Policy>no(
                    Refusal.OUT_OF_RANGE,
                    one.name() + " is " + one.value() + ": from " + one.min() + " to " + one.max()))
        .orElse(null);
  }
}
