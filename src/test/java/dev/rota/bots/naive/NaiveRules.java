package dev.rota.bots.naive;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.InstancePropertySet;
import dev.rota.bots.PropertySet;
import dev.rota.bots.Reading;
import java.util.List;

/** What a policy says, and the reading's answer where it says nothing. */
final class NaiveRules {
  static final String EVERYBODY = "*";

  final BotPolicy policy;

  NaiveRules(BotPolicy policy) {
    this.policy = policy;
  }

  boolean byCohort() {
    return policy.getAssigner() == AssignerKind.COHORT;
  }

  boolean onEvent() {
    return policy.getDispatch() == Dispatch.ON_EVENT;
  }

  boolean seed() {
    return policy.getReading() == Reading.SEED;
  }

  private boolean or(Boolean said) {
    return said == null ? seed() : said;
  }

  // [D1]
  boolean longerThanTheDelay() {
    return or(policy.getPreemptionDelayExclusive());
  }

  // [D2]
  boolean victimsOfLowerPriority() {
    return or(policy.getVictimsOfLowerPriority());
  }

  // [D3]
  boolean preempts() {
    return byCohort() || or(policy.getPriorityAgePreempts());
  }

  // [D10]
  boolean botsOfCohortOnly() {
    return or(policy.getBotsOfCohortOnly());
  }

  boolean descriptive() {
    return policy.getFetchFilter() == FetchFilter.DESCRIPTIVE;
  }

  /** It and those it shares with. */
  List<String> pool(String instance) {
    for (List<String> pool : policy.getInstancePools()) {
      if (pool.contains(instance)) {
        return pool;
      }
    }
    return List.of(instance);
  }

  boolean reaches(String botInstance, String jobInstance) {
    return botInstance.equals(EVERYBODY) || pool(jobInstance).contains(botInstance);
  }

  // [3.1, V018]
  boolean serves(String instance) {
    List<String> served = policy.getAssignerInstances();
    return served == null || served.stream().anyMatch(one -> pool(one).contains(instance));
  }

  /** The first that has all of the labels, or null. */
  String cohortOf(List<String> labels) {
    for (Cohort cohort : policy.getCohorts()) {
      if (cohort.getLabels().containsAll(labels)) {
        return cohort.getCohort();
      }
    }
    return null;
  }

  /** In the order of the policy. */
  List<Cohort> cohortsWith(String label) {
    return policy.getCohorts().stream()
        .filter(cohort -> cohort.getLabels().contains(label))
        .toList();
  }

  List<String> labelsOf(String cohort) {
    for (Cohort one : policy.getCohorts()) {
      if (one.getCohort().equals(cohort)) {
        return one.getLabels();
      }
    }
    return List.of();
  }

  /** Null: the instance is not known. */
  PropertySet properties(String instance) {
    return NaiveProperties.of(policy.getPropertySet(), policy.getInstancePropertySets(), instance);
  }

  /** The sets a bot of the instance goes by: all of them for one that serves everybody. */
  List<PropertySet> propertiesOfBot(String instance) {
    if (policy.getInstancePropertySets().isEmpty()) {
      return List.of(policy.getPropertySet());
    }
    if (instance.equals(EVERYBODY)) {
      return policy.getInstancePropertySets().stream()
          .map(InstancePropertySet::getPropertySet)
          .toList();
    }
    PropertySet own = properties(instance);
    return own == null ? List.of() : List.of(own);
  }
}
