package dev.rota.bots.naive;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.Beats;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.InstancePropertySet;
import dev.rota.bots.LabelledProperties;
import dev.rota.bots.PropertySet;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Policies that switch: a new one differs from the one before in a few things, or is an old one.
 */
final class NaivePolicyMaker {
  private static final List<Cohort> COHORTS =
      List.of(
          new Cohort("l", List.of("linux", "unknown")),
          new Cohort("m", List.of("mac", "linux")),
          new Cohort("n", List.of("mac")),
          new Cohort("all", List.of("linux", "mac", "unknown", "small", "big")));

  private final Random random;
  private final List<BotPolicy> known = new ArrayList<>();
  private final boolean contested;
  private final double bad;
  private final int fixed;

  /**
   * The policies of one grid.
   *
   * @param contested few bots for many jobs: instances take each other's places
   */
  NaivePolicyMaker(Random random, boolean contested) {
    this.random = random;
    this.contested = contested;
    bad = random.nextBoolean() ? 0 : 0.1;
    fixed = random.nextInt(4);
  }

  private boolean is(double chance) {
    return random.nextDouble() < chance;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  BotPolicy next() {
    if (known.size() > 1 && is(0.4)) {
      return any(known);
    }
    BotPolicy.Builder policy =
        known.isEmpty()
            ? BotPolicy.newBuilder(BotPolicy.newBuilder().setGrid(NaiveGrid.NAME).build())
            : BotPolicy.newBuilder(any(known));
    int changes = known.isEmpty() ? 40 : 1 + random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      change(policy, random.nextInt(12));
    }
    if (contested) {
      contest(policy);
    }
    pin(policy);
    if (!known.isEmpty() && is(bad)) {
      spoil(policy);
      return policy.build();
    }
    known.add(policy.build());
    return known.get(known.size() - 1);
  }

  /** In some histories, one of the great switches stays where it is. */
  private void pin(BotPolicy.Builder policy) {
    if (fixed == 1) {
      policy.setDispatch(Dispatch.ON_EVENT);
    } else if (fixed == 2) {
      policy.setDispatch(Dispatch.ON_INTERVAL);
    } else if (fixed == 3) {
      policy.setAssigner(AssignerKind.COHORT);
    }
  }

  private void contest(BotPolicy.Builder policy) {
    Cohort all = COHORTS.get(3);
    List<Cohort> cohorts = new ArrayList<>(is(0.7) ? List.of(all) : policy.getCohorts());
    if (!cohorts.contains(all)) {
      cohorts.add(all);
    }
    List<Quota> quotas = new ArrayList<>();
    for (Cohort cohort : cohorts) {
      for (String instance : List.of("a", "b", "c")) {
        int min = instance.equals("a") ? 1 + random.nextInt(4) : random.nextInt(2);
        quotas.add(new Quota(cohort.getCohort(), instance, min, min + 1 + random.nextInt(5)));
      }
    }
    policy
        .setCohorts(cohorts)
        .setQuotas(quotas)
        .setPropertySet(PropertySet.newBuilder().build())
        .setInstancePropertySets(List.of())
        .setAssignerInstances(null)
        .setPreemptionDelayMs(any(List.of(0L, 100L, 1000L, 5000L)))
        .setMaxEvictions(any(List.of(1, 2, 3, Integer.MAX_VALUE)))
        .setKeepaliveMs(600_000L)
        .setExecutionLimitMs(any(List.of(7_200_000L, 30_000L)))
        .setQueueLimitMs(null)
        .setMaxQueueSize(null);
  }

  private void change(BotPolicy.Builder policy, int what) {
    switch (what) {
      case 0 -> policy.setAssigner(is(0.5) ? AssignerKind.COHORT : AssignerKind.PRIORITY_AGE);
      case 1 -> policy.setDispatch(is(0.5) ? Dispatch.ON_EVENT : Dispatch.ON_INTERVAL);
      case 2 -> policy.setReading(is(0.5) ? Reading.SEED : Reading.CODE);
      case 3 -> tenants(policy);
      case 4 -> matching(policy);
      case 5 -> pacing(policy);
      case 6 -> preempting(policy);
      case 7 -> scoring(policy);
      case 8 -> fetching(policy);
      case 9 -> limits(policy);
      case 10 -> policy.setSeed(random.nextInt(3));
      default -> quotas(policy);
    }
  }

  private void tenants(BotPolicy.Builder policy) {
    List<Cohort> cohorts = new ArrayList<>();
    for (Cohort cohort : COHORTS) {
      if (is(0.5)) {
        cohorts.add(random.nextInt(cohorts.size() + 1), cohort);
      }
    }
    policy.setCohorts(cohorts);
    policy.setInstancePools(
        any(
            List.of(
                List.<List<String>>of(),
                List.of(List.of("a", "b")),
                List.of(List.of("b", "c"), List.of("a")),
                List.of(List.of("c", "a", "b")))));
    policy.setAssignerInstances(
        is(0.7) ? null : any(List.of(List.of("a"), List.of("b", "c"), List.of())));
    quotas(policy);
  }

  private void quotas(BotPolicy.Builder policy) {
    List<Quota> quotas = new ArrayList<>();
    for (Cohort cohort : policy.getCohorts()) {
      for (String instance : List.of("a", "b", "c")) {
        if (is(0.75)) {
          int min = is(0.4) ? 0 : random.nextInt(4);
          int max = is(0.05) ? min : min + random.nextInt(5);
          quotas.add(new Quota(cohort.getCohort(), instance, min, max));
        }
      }
    }
    policy.setQuotas(quotas);
  }

  private void matching(BotPolicy.Builder policy) {
    policy.setPropertySet(propertySet());
    List<InstancePropertySet> instances = new ArrayList<>();
    if (is(0.15)) {
      for (String instance : NaiveHistory.INSTANCES) {
        if (is(0.8)) {
          instances.add(new InstancePropertySet(instance, propertySet()));
        }
      }
    }
    policy.setInstancePropertySets(instances);
  }

  private PropertySet propertySet() {
    PropertySet.Builder set = PropertySet.newBuilder();
    set.setWildcardKeys(is(0.5) ? List.of() : List.of("pool", "image"));
    if (is(0.2)) {
      return set.setKind(PropertySetKind.STATIC).setLabels(labels()).build();
    }
    if (is(0.3)) {
      set.setMatchKeys(any(List.of(List.of("OSFamily"), List.of("OSFamily", "ISA", "gpu"))));
    }
    if (is(0.2)) {
      set.setUniqueKeys(any(List.of(List.of(), List.of("OSFamily", "ISA"))));
    }
    if (is(0.2)) {
      set.setLabelKey("ISA");
    }
    return set.build();
  }

  private List<LabelledProperties> labels() {
    List<LabelledProperties> labels = new ArrayList<>();
    labels.add(new LabelledProperties("small", Map.of("OSFamily", List.of("linux"))));
    labels.add(
        new LabelledProperties("big", Map.of("OSFamily", List.of("linux"), "ISA", List.of("x86"))));
    labels.add(new LabelledProperties("mac", Map.of("OSFamily", List.of("mac"))));
    labels.add(new LabelledProperties("unknown", Map.of()));
    labels.removeIf(_ -> is(0.3));
    java.util.Collections.shuffle(labels, random);
    return labels;
  }

  private void pacing(BotPolicy.Builder policy) {
    policy.setPriorityPercentage(any(List.of(100, 100, 0, 50, 70)));
    policy.setFailureBackoffMs(is(0.03) ? 1L : any(List.of(100L, 700L, 2000L, 5000L)));
    policy.setIntervalMs(any(List.of(1000L, 100L, 10L, 3000L)));
    policy.setJitterMs(any(List.of(1000L, 0L, 7L)));
    policy.setBusyFactor(any(List.of(0.01, 1.0, 0.5, 0.0)));
    policy.setAssigners(any(List.of(1, 1, 1, 2, 3)));
    policy.setParkedJobsBackOff(is(0.4));
  }

  private void preempting(BotPolicy.Builder policy) {
    policy.setPreemptionDelayMs(any(List.of(0L, 100L, 1000L, 5000L, 20_000L)));
    policy.setPreemptionDelayExclusive(any(asked()));
    policy.setVictimsOfLowerPriority(any(asked()));
    policy.setPriorityAgePreempts(any(asked()));
    policy.setBotsOfCohortOnly(any(asked()));
    policy.setMaxEvictions(any(List.of(0, 1, 2, 3, Integer.MAX_VALUE)));
    policy.setMinimumRunTimeMs(any(List.of(0L, 0L, 500L, 4000L)));
  }

  private static List<Boolean> asked() {
    return java.util.Arrays.asList(null, null, true, false);
  }

  private void scoring(BotPolicy.Builder policy) {
    policy.setSampleSize(any(List.of(0, 0, 1, 2, 10)));
    policy.setSampleAttempts(any(List.of(1, 1, 2, 3)));
    policy.setWeightPriority(any(List.of(-10.0, -10.0, 1.0, 0.0, -0.0, 1e9, -1e9)));
    policy.setWeightCapacity(any(List.of(1.0, 1.0, 0.5, -1.0, 0.0, -0.0, 1e9)));
    policy.setWeightLocality(any(List.of(5.0, 5.0, 100.0, 0.0, -0.0, -3.0, -1e9)));
    policy.setLocalityStrategy(is(0.5));
    policy.setLocalityHintLimit(any(List.of(10, 1, 2, 0)));
  }

  private void fetching(BotPolicy.Builder policy) {
    policy.setProactiveFetchToCapacity(is(0.5));
    policy.setFetchFilter(is(0.5) ? FetchFilter.LITERAL : FetchFilter.DESCRIPTIVE);
    policy.setEmptyQuotaSetMeansUnrestricted(is(0.3));
  }

  private void limits(BotPolicy.Builder policy) {
    policy.setBeats(any(List.of(Beats.CHANGES, Beats.CHANGES, Beats.ANSWERED, Beats.DIFFERENCES)));
    policy.setKeepaliveMs(any(List.of(600_000L, 60_000L, 10_000L, 3000L)));
    policy.setMaxAttempts(any(List.of(5, 3, 2, 1)));
    policy.setExecutionLimitMs(any(List.of(7_200_000L, 30_000L, 5000L)));
    policy.setQueueLimitMs(any(java.util.Arrays.asList(null, null, 30_000L, 3000L)));
    policy.setMaxQueueSize(any(java.util.Arrays.asList(null, null, 1, 3, 8)));
    policy.setPositionLimit(any(List.of(300, 3, 1)));
    policy.setCompletedRetentionMs(any(List.of(600_000L, 20_000L, 3000L, 0L)));
  }

  private void spoil(BotPolicy.Builder policy) {
    switch (random.nextInt(9)) {
      case 0 -> policy.setAssigner(AssignerKind.UNKNOWN);
      case 1 -> policy.setDispatch(Dispatch.UNKNOWN);
      case 2 -> policy.setReading(Reading.UNKNOWN);
      case 3 -> policy.setFetchFilter(FetchFilter.UNKNOWN);
      case 4 -> policy.setQuotas(List.of(new Quota("nowhere", "a", 0, 1)));
      case 5 -> policy.setInstancePools(List.of(List.of("a", "b"), List.of("b")));
      case 6 -> policy.setBeats(Beats.UNKNOWN);
      case 7 ->
          policy.setCohorts(List.of(COHORTS.get(0))).setQuotas(List.of(new Quota("l", "a", 3, 1)));
      default -> policy.setCohorts(List.of(COHORTS.get(0), COHORTS.get(0))).setQuotas(List.of());
    }
  }
}
