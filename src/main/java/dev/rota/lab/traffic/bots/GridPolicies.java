package dev.rota.lab.traffic.bots;

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
import java.util.SplittableRandom;

/** Policies for a small grid. Every field varies between them. */
record GridPolicies(GridRecords requests, SplittableRandom random) {
  static final List<Cohort> COHORTS =
      List.of(
          new Cohort("servers", List.of("linux", "unknown")),
          new Cohort("desks", List.of("macos", "windows")));

  /** Labels may be in both cohorts. */
  private static final List<Cohort> SHARING =
      List.of(
          new Cohort("servers", List.of("linux", "unknown")),
          new Cohort("desks", List.of("linux", "macos", "unknown", "windows")));

  private static final List<Beats> BEATS =
      List.of(Beats.ANSWERED, Beats.CHANGES, Beats.CHANGES, Beats.DIFFERENCES);

  /** Nothing has the label of one. */
  private static final List<Cohort> IDLE = List.of(COHORTS.get(0), new Cohort("desks", List.of()));

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private Boolean perhaps() {
    return oneIn(2) ? null : random.nextBoolean();
  }

  /** Returns any valid policy. */
  BotPolicy any() {
    boolean cohort = random.nextBoolean();
    BotPolicy.Builder policy =
        requests
            .policy(cohort ? AssignerKind.COHORT : AssignerKind.PRIORITY_AGE)
            .setReading(oneIn(3) ? Reading.CODE : Reading.SEED)
            .setDispatch(oneIn(2) ? Dispatch.ON_INTERVAL : Dispatch.ON_EVENT)
            .setSeed(random.nextInt());
    tenancy(policy, cohort);
    matching(policy);
    pacing(policy);
    preempting(policy);
    choosing(policy);
    limits(policy);
    return policy.build();
  }

  /** Returns the policy with one field taken from another policy. The result may be invalid. */
  BotPolicy switched(BotPolicy policy) {
    BotPolicy switched = BotPolicy.newBuilder(policy).build();
    int field = 1 + random.nextInt(policy.getSchema().getFields().size() - 1); // skips the grid
    switched.put(field, any().get(field));
    return switched;
  }

  private void tenancy(BotPolicy.Builder policy, boolean needed) {
    if (needed || !oneIn(4)) {
      policy.setCohorts(oneIn(4) ? SHARING : oneIn(8) ? IDLE : COHORTS).setQuotas(quotas());
      if (oneIn(6)) {
        narrow(policy);
      } else if (oneIn(2)) {
        contest(policy);
      }
    }
    if (oneIn(4)) {
      List<String> pool = List.of("main", "mobile");
      policy.setInstancePools(oneIn(8) ? List.of(List.of(), pool) : List.of(pool));
    }
    if (oneIn(6)) {
      policy.setAssignerInstances(GridShape.INSTANCES.subList(0, oneIn(8) ? 0 : 2));
    }
  }

  /** Returns a policy in which one instance is soon entitled to the others' share. */
  BotPolicy contested() {
    BotPolicy.Builder policy = BotPolicy.newBuilder(any());
    contest(policy);
    return policy.build();
  }

  private static void contest(BotPolicy.Builder policy) {
    List<Quota> quotas = new ArrayList<>();
    for (Cohort cohort : COHORTS) {
      quotas.add(new Quota(cohort.getCohort(), "main", 1, 4));
      quotas.add(new Quota(cohort.getCohort(), "mobile", 0, 4));
      quotas.add(new Quota(cohort.getCohort(), "nightly", 1, 4));
    }
    policy.setCohorts(SHARING).setQuotas(quotas);
  }

  private List<Quota> quotas() {
    List<Quota> quotas = new ArrayList<>();
    for (String instance : GridShape.INSTANCES) {
      for (Cohort cohort : COHORTS) {
        int min = random.nextInt(3);
        int max = oneIn(12) ? Integer.MAX_VALUE : min + random.nextInt(5);
        quotas.add(new Quota(cohort.getCohort(), instance, min, max));
      }
    }
    return quotas;
  }

  /** Excludes some instances and labels. */
  private static void narrow(BotPolicy.Builder policy) {
    policy.setCohorts(COHORTS.subList(0, 1));
    policy.setQuotas(
        policy.getQuotas().stream()
            .filter(one -> one.getCohort().equals("servers"))
            .filter(one -> !one.getInstance().equals("nightly"))
            .toList());
  }

  private void matching(BotPolicy.Builder policy) {
    if (oneIn(5)) {
      policy.setPropertySet(oneIn(2) ? labelled() : byArchitecture());
    }
    if (oneIn(8)) {
      List<InstancePropertySet> sets = new ArrayList<>();
      for (String instance : GridShape.INSTANCES.subList(random.nextInt(2), 3)) {
        sets.add(new InstancePropertySet(instance, oneIn(2) ? labelled() : byArchitecture()));
      }
      policy.setInstancePropertySets(sets);
    }
  }

  /** Excludes some machines. */
  private PropertySet labelled() {
    Map<String, List<String>> macs =
        oneIn(6) ? Map.of() : Map.of("OSFamily", oneIn(6) ? List.of() : List.of("macos"));
    return PropertySet.newBuilder()
        .setKind(PropertySetKind.STATIC)
        .setLabels(
            List.of(
                new LabelledProperties("linux", Map.of("OSFamily", List.of("linux"))),
                new LabelledProperties("macos", macs)))
        .build();
  }

  /** Accepts any operating system. */
  private PropertySet byArchitecture() {
    List<String> keys = oneIn(6) ? List.of() : List.of("ISA");
    String label = oneIn(6) ? "ISA" : "OSFamily";
    return PropertySet.newBuilder()
        .setMatchKeys(keys)
        .setUniqueKeys(oneIn(6) ? List.of() : keys)
        .setWildcardKeys(oneIn(6) ? List.of("GPU", label) : List.of("OSFamily"))
        .setLabelKey(label)
        .build();
  }

  private void pacing(BotPolicy.Builder policy) {
    policy
        .setPriorityPercentage(oneIn(2) ? 100 : random.nextInt(101))
        .setFailureBackoffMs(500 + random.nextInt(5000))
        .setIntervalMs(100 + random.nextInt(2000))
        .setJitterMs(oneIn(3) ? 0 : random.nextInt(2000))
        .setBusyFactor(oneIn(3) ? random.nextInt(3) : 0.01)
        .setAssigners(oneIn(4) ? 1 + random.nextInt(3) : 1)
        .setParkedJobsBackOff(random.nextBoolean());
  }

  private void preempting(BotPolicy.Builder policy) {
    policy
        .setPreemptionDelayMs(random.nextInt(4000))
        .setPreemptionDelayExclusive(perhaps())
        .setVictimsOfLowerPriority(perhaps())
        .setPriorityAgePreempts(perhaps())
        .setMaxEvictions(random.nextInt(4))
        .setMinimumRunTimeMs(oneIn(2) ? random.nextInt(6000) : 0);
  }

  private void choosing(BotPolicy.Builder policy) {
    policy
        .setBotsOfCohortOnly(perhaps())
        .setSampleSize(oneIn(3) ? 1 + random.nextInt(3) : 0)
        .setSampleAttempts(1 + random.nextInt(2))
        .setWeightPriority(oneIn(12) ? -0.0 : oneIn(12) ? -1e9 : random.nextInt(21) - 15)
        .setWeightCapacity(oneIn(12) ? -0.0 : oneIn(12) ? 1e9 : random.nextInt(5) - 1)
        .setWeightLocality(random.nextInt(11) - 3)
        .setLocalityStrategy(random.nextBoolean())
        .setLocalityHintLimit(oneIn(3) ? random.nextInt(3) : 10)
        .setProactiveFetchToCapacity(random.nextBoolean())
        .setFetchFilter(random.nextBoolean() ? FetchFilter.LITERAL : FetchFilter.DESCRIPTIVE)
        .setEmptyQuotaSetMeansUnrestricted(oneIn(4));
  }

  private void limits(BotPolicy.Builder policy) {
    policy
        .setBeats(BEATS.get(random.nextInt(BEATS.size())))
        .setKeepaliveMs(3000 + random.nextInt(20_000))
        .setMaxAttempts(1 + random.nextInt(4))
        .setExecutionLimitMs(oneIn(3) ? 3000 : 7_200_000)
        .setPositionLimit(oneIn(3) ? 1 + random.nextInt(5) : 300)
        .setCompletedRetentionMs(oneIn(3) ? random.nextInt(20_000) : 0);
    if (oneIn(3)) {
      policy.setQueueLimitMs(2000L + random.nextInt(20_000));
    }
    if (oneIn(4)) {
      policy.setMaxQueueSize(1 + random.nextInt(8));
    }
  }
}
