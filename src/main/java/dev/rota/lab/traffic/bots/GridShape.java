package dev.rota.lab.traffic.bots;

import dev.rota.bots.AssignerKind;
import dev.rota.bots.Beats;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Quota;
import dev.rota.bots.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * The size and load of a grid.
 *
 * @param capacityMax the largest capacity of a bot
 * @param arrivalMillis mean ms between jobs
 * @param runMillis mean ms of a job
 * @param beatMillis mean ms between a bot's heartbeats
 * @param alike true if every machine can run every job and all jobs need the same
 */
record GridShape(
    int bots,
    int capacityMax,
    int arrivalMillis,
    int runMillis,
    int beatMillis,
    boolean alike,
    BotPolicy policy) {
  static final List<String> INSTANCES = List.of("main", "mobile", "nightly");
  static final List<String> SYSTEMS = List.of("linux", "macos", "windows");
  private static final List<String> ISAS = List.of("x86-64", "arm64");
  private static final Map<String, List<String>> ALIKE = Map.of("OSFamily", List.of("linux"));

  /**
   * A company's build farm: 200 bots of three systems, a few thousand jobs per hour. Its bots read
   * their leases, and need no other answer to a report.
   */
  static GridShape ofAFarm(GridRecords requests) {
    BotPolicy policy =
        requests
            .policy(AssignerKind.COHORT)
            .setCohorts(GridPolicies.COHORTS)
            .setQuotas(quotas(20, 400))
            .setPreemptionDelayMs(20_000)
            .setBeats(Beats.DIFFERENCES)
            .build();
    return new GridShape(200, 4, 400, 60_000, 60_000, false, policy);
  }

  /** The same load for so many bots. */
  GridShape withBots(int count) {
    return new GridShape(count, capacityMax, arrivalMillis, runMillis, beatMillis, alike, policy);
  }

  private static List<Quota> quotas(int min, int max) {
    List<Quota> quotas = new ArrayList<>();
    for (String instance : INSTANCES) {
      quotas.add(new Quota("servers", instance, min, max));
      quotas.add(new Quota("desks", instance, min, max));
    }
    return quotas;
  }

  /** A small grid with scarce resources and a policy that depends on the seed. */
  static GridShape ofSeed(GridRecords requests, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    GridPolicies policies = new GridPolicies(requests, random);
    boolean crowded = random.nextInt(3) == 0;
    return new GridShape(
        1 + random.nextInt(crowded ? 3 : 7),
        1 + random.nextInt(crowded ? 1 : 3),
        100 + random.nextInt(crowded ? 6000 : 1500),
        500 + random.nextInt(crowded ? 30_000 : 8000),
        1000 + random.nextInt(8000),
        crowded,
        crowded ? policies.contested() : policies.any());
  }

  /** Returns what a new bot says of itself. */
  BotHeartbeat bot(int number, GridRecords requests, SplittableRandom random) {
    return requests.heartbeat(
        "bot-" + (1000 + number),
        random.nextInt(8) == 0 ? pick(INSTANCES, random) : "*",
        1 + random.nextInt(capacityMax),
        random.nextInt(3),
        machine(random),
        List.of());
  }

  /** Returns how long a job runs, ms. */
  long run(SplittableRandom random) {
    return runMillis / 4L + random.nextInt(2 * runMillis);
  }

  /** Returns how a job ends: mostly well, which is null. */
  static StatusCode code(SplittableRandom random) {
    int luck = random.nextInt(100);
    return luck < 92 ? null : luck < 97 ? StatusCode.UNAVAILABLE : StatusCode.FAILED_PRECONDITION;
  }

  static <T> T pick(List<T> all, SplittableRandom random) {
    return all.get(random.nextInt(all.size()));
  }

  Map<String, List<String>> machine(SplittableRandom random) {
    return alike ? ALIKE : anyMachine(random);
  }

  static Map<String, List<String>> anyMachine(SplittableRandom random) {
    return machine(random.nextInt(10), random.nextInt(5));
  }

  private static Map<String, List<String>> machine(int ofTen, int ofFive) {
    String os = SYSTEMS.get(ofTen < 7 ? 0 : ofTen < 9 ? 1 : 2);
    String isa = ISAS.get(ofFive / 4);
    return new TreeMap<>(Map.of("OSFamily", List.of(os), "ISA", List.of(isa)));
  }

  /** Returns the machine of a farm that buys each kind as often as jobs need it. */
  static Map<String, List<String>> boughtMachine(int number) {
    return machine(number % 10, number / 10 % 5);
  }

  Map<String, List<String>> needs(SplittableRandom random) {
    return alike ? ALIKE : anyNeeds(random);
  }

  private static Map<String, List<String>> anyNeeds(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> Map.of();
      case 1, 2 -> Map.of("OSFamily", List.of("linux"));
      default -> anyMachine(random);
    };
  }
}
