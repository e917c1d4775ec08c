package dev.rota.bots.queries;

import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.LabelProperties;
import dev.rota.bots.values.MatchingSettings;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyRules;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.TenancySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The policy in force, with the field names of its record. */
final class PolicyAnswer {
  private PolicyAnswer() {}

  /** What {@code reading} has set is told by the switches. Its own choices are by weight or not. */
  static Map<String, Object> of(GridPolicy policy) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("assigner", policy.byCohort() ? "COHORT" : "PRIORITY_AGE");
    answer.put("dispatch", policy.onEvent() ? "ON_EVENT" : "ON_INTERVAL");
    answer.put("reading", policy.scoring().weighted() ? "SEED" : "CODE");
    tenancy(policy.tenancy(), answer);
    matching(policy.matching(), answer);
    pacing(policy, answer);
    preempting(policy, answer);
    scoring(policy.scoring(), answer);
    FetchSettings fetching = policy.fetching();
    answer.put("proactiveFetchToCapacity", fetching.toCapacity());
    answer.put("fetchFilter", fetching.descriptive() ? "DESCRIPTIVE" : "LITERAL");
    answer.put("emptyQuotaSetMeansUnrestricted", fetching.emptyMeansAll());
    answer.put("beats", policy.beats().name());
    limits(policy.limits(), answer);
    return answer;
  }

  private static void tenancy(TenancySettings tenancy, Map<String, Object> answer) {
    List<Object> cohorts = new ArrayList<>();
    for (CohortLabels cohort : tenancy.cohorts()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("cohort", cohort.name());
      one.put("labels", cohort.labels());
      cohorts.add(one);
    }
    List<Object> quotas = new ArrayList<>();
    for (QuotaBounds quota : tenancy.quotas()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("cohort", quota.cohort());
      one.put("instance", quota.instance());
      one.put("min", quota.min());
      one.put("max", quota.max());
      quotas.add(one);
    }
    answer.put("cohorts", cohorts);
    answer.put("quotas", quotas);
    answer.put("instancePools", tenancy.pools());
    answer.put("assignerInstances", tenancy.served());
  }

  private static void matching(MatchingSettings matching, Map<String, Object> answer) {
    List<Object> instances = new ArrayList<>();
    for (MatchingSettings.OfInstance one : matching.instances()) {
      Map<String, Object> set = new LinkedHashMap<>();
      set.put("instance", one.instance());
      set.put("propertySet", rules(one.rules()));
      instances.add(set);
    }
    answer.put("propertySet", rules(matching.common()));
    answer.put("instancePropertySets", instances);
  }

  private static Map<String, Object> rules(PropertyRules rules) {
    List<Object> labels = new ArrayList<>();
    for (LabelProperties label : rules.labels()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("label", label.label());
      one.put("properties", BotsWholeState.properties(label.properties()));
      labels.add(one);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("kind", rules.dynamic() ? "DYNAMIC" : "STATIC");
    answer.put("matchKeys", rules.matchKeys());
    answer.put("uniqueKeys", rules.uniqueKeys());
    answer.put("wildcardKeys", rules.wildcardKeys());
    answer.put("labelKey", rules.labelKey());
    answer.put("labels", labels);
    return answer;
  }

  private static void pacing(GridPolicy policy, Map<String, Object> answer) {
    PacingSettings pacing = policy.pacing();
    answer.put("priorityPercentage", pacing.priorityPercentage());
    answer.put("seed", pacing.seed());
    answer.put("failureBackoffMs", pacing.failureBackoff());
    answer.put("intervalMs", pacing.interval());
    answer.put("jitterMs", pacing.jitter());
    answer.put("busyFactor", pacing.busyFactor());
    answer.put("assigners", pacing.assigners());
    answer.put("parkedJobsBackOff", pacing.parkedBackOff());
  }

  private static void preempting(GridPolicy policy, Map<String, Object> answer) {
    PreemptionSettings preempting = policy.preempting();
    answer.put("preemptionDelayMs", preempting.delay());
    answer.put("preemptionDelayExclusive", preempting.exclusive());
    answer.put("victimsOfLowerPriority", preempting.lowerPriorityOnly());
    answer.put("priorityAgePreempts", preempting.byPriorityAge());
    answer.put("botsOfCohortOnly", policy.scoring().cohortOnly());
    answer.put("maxEvictions", preempting.maxEvictions());
    answer.put("minimumRunTimeMs", preempting.minimumRun());
  }

  private static void scoring(ScoringSettings scoring, Map<String, Object> answer) {
    answer.put("sampleSize", scoring.sampleSize());
    answer.put("sampleAttempts", scoring.sampleAttempts());
    answer.put("weightPriority", scoring.priorityWeight());
    answer.put("weightCapacity", scoring.capacityWeight());
    answer.put("weightLocality", scoring.localityWeight());
    answer.put("localityStrategy", scoring.localityStrategy());
    answer.put("localityHintLimit", scoring.hintLimit());
  }

  private static void limits(GridLimits limits, Map<String, Object> answer) {
    answer.put("keepaliveMs", limits.keepalive());
    answer.put("maxAttempts", limits.maxAttempts());
    answer.put("executionLimitMs", limits.execution());
    answer.put("queueLimitMs", limits.queueAge() == GridLimits.NONE ? null : limits.queueAge());
    answer.put("maxQueueSize", limits.queueSize() == GridLimits.NONE ? null : limits.queueSize());
    answer.put("positionLimit", limits.position());
    answer.put("completedRetentionMs", limits.retention());
  }
}
