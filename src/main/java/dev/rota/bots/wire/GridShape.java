package dev.rota.bots.wire;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.FetchFilter;
import dev.rota.bots.LabelledProperties;
import dev.rota.bots.PropertySet;
import dev.rota.bots.PropertySetKind;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * How large a grid is, and how busy.
 *
 * @param capacityMax of one bot
 * @param arrivalMillis between jobs, on average
 * @param runMillis of a job, on average
 * @param beatMillis between a bot's heartbeats
 */
record GridShape(
    int bots, int capacityMax, int arrivalMillis, int runMillis, int beatMillis, BotPolicy policy) {
  static final List<String> INSTANCES = List.of("main", "mobile", "nightly");
  static final List<String> SYSTEMS = List.of("linux", "macos", "windows");
  private static final List<String> ISAS = List.of("x86-64", "arm64");

  /** A firm's build farm: 200 bots of three systems, a few thousand jobs an hour. */
  static GridShape ofAFarm(Requests requests) {
    BotPolicy policy =
        requests
            .policy(AssignerKind.COHORT)
            .setCohorts(cohorts())
            .setQuotas(quotas(20, 400))
            .setPreemptionDelayMs(20_000)
            .build();
    return new GridShape(200, 4, 400, 60_000, 60_000, policy);
  }

  /** A small one in which everything is scarce, under a policy of the seed's choice. */
  static GridShape ofSeed(Requests requests, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return new GridShape(
        1 + random.nextInt(7),
        1 + random.nextInt(3),
        100 + random.nextInt(1500),
        500 + random.nextInt(8000),
        1000 + random.nextInt(8000),
        policy(requests, random));
  }

  /** Any policy that can be. */
  static BotPolicy policy(Requests requests, SplittableRandom random) {
    boolean cohort = random.nextBoolean();
    BotPolicy.Builder policy =
        requests
            .policy(cohort ? AssignerKind.COHORT : AssignerKind.PRIORITY_AGE)
            .setReading(random.nextInt(3) == 0 ? Reading.CODE : Reading.SEED)
            .setDispatch(random.nextInt(3) == 0 ? Dispatch.ON_INTERVAL : Dispatch.ON_EVENT)
            .setCohorts(random.nextInt(4) == 0 && !cohort ? List.of() : cohorts())
            .setSeed(random.nextInt())
            .setKeepaliveMs(3000 + random.nextInt(20_000))
            .setPreemptionDelayMs(random.nextInt(4000))
            .setMinimumRunTimeMs(random.nextInt(3) == 0 ? random.nextInt(3000) : 0)
            .setMaxEvictions(random.nextInt(4))
            .setMaxAttempts(1 + random.nextInt(4))
            .setFailureBackoffMs(500 + random.nextInt(5000))
            .setExecutionLimitMs(random.nextInt(3) == 0 ? 3000 : 7_200_000)
            .setPriorityPercentage(random.nextBoolean() ? 100 : random.nextInt(101))
            .setSampleSize(random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0)
            .setLocalityStrategy(random.nextBoolean())
            .setProactiveFetchToCapacity(random.nextBoolean())
            .setFetchFilter(random.nextBoolean() ? FetchFilter.LITERAL : FetchFilter.DESCRIPTIVE)
            .setCompletedRetentionMs(random.nextInt(3) == 0 ? random.nextInt(20_000) : 0);
    if (!policy.getCohorts().isEmpty()) {
      policy.setQuotas(quotas(random.nextInt(3), 2 + random.nextInt(5)));
    }
    if (random.nextInt(3) == 0) {
      policy.setQueueLimitMs(2000L + random.nextInt(20_000));
    }
    if (random.nextInt(4) == 0) {
      policy.setMaxQueueSize(1 + random.nextInt(8));
    }
    if (random.nextInt(4) == 0) {
      policy.setInstancePools(List.of(List.of("main", "mobile")));
    }
    if (random.nextInt(5) == 0) {
      policy.setPropertySet(labelled());
    }
    if (random.nextInt(6) == 0) {
      policy.setAssignerInstances(INSTANCES.subList(0, 2));
    }
    if (random.nextInt(6) == 0 && !policy.getCohorts().isEmpty()) {
      narrow(policy);
    }
    return policy.build();
  }

  /** In which not everybody's jobs have a place. */
  private static void narrow(BotPolicy.Builder policy) {
    policy.setCohorts(cohorts().subList(0, 1));
    policy.setQuotas(
        policy.getQuotas().stream()
            .filter(one -> one.getCohort().equals("servers"))
            .filter(one -> !one.getInstance().equals("nightly"))
            .toList());
  }

  /** In which not every machine has a place. */
  private static PropertySet labelled() {
    return PropertySet.newBuilder()
        .setKind(PropertySetKind.STATIC)
        .setLabels(
            List.of(
                new LabelledProperties("linux", Map.of("OSFamily", List.of("linux"))),
                new LabelledProperties("macos", Map.of("OSFamily", List.of("macos")))))
        .build();
  }

  private static List<Cohort> cohorts() {
    return List.of(
        new Cohort("servers", List.of("linux", "unknown")),
        new Cohort("desks", List.of("macos", "windows")));
  }

  private static List<Quota> quotas(int min, int max) {
    List<Quota> quotas = new ArrayList<>();
    for (String instance : INSTANCES) {
      quotas.add(new Quota("servers", instance, min, max));
      quotas.add(new Quota("desks", instance, min, max));
    }
    return quotas;
  }

  static Map<String, List<String>> machine(SplittableRandom random) {
    int system = random.nextInt(10);
    String os = SYSTEMS.get(system < 7 ? 0 : system < 9 ? 1 : 2);
    String isa = ISAS.get(random.nextInt(5) / 4);
    return new TreeMap<>(Map.of("OSFamily", List.of(os), "ISA", List.of(isa)));
  }

  static Map<String, List<String>> needs(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> Map.of();
      case 1, 2 -> Map.of("OSFamily", List.of("linux"));
      default -> machine(random);
    };
  }
}
