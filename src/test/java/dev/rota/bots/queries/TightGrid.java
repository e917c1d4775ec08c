package dev.rota.bots.queries;

import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.rules.TestJob;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.CohortLabels;
import dev.rota.bots.values.FetchSettings;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.PacingSettings;
import dev.rota.bots.values.PreemptionSettings;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.ScoringSettings;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.values.TenancySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random inputs of a grid so small that tenants are always in each other's way. */
final class TightGrid {
  /** Histories of later seeds are of rivals. */
  static final int USUAL_SEEDS = 36;

  private static final List<String> INSTANCES = List.of("A", "B", "C");
  private static final List<String> RIVALS = List.of("B", "C");
  private static final List<String> SYSTEMS = List.of("linux", "mac");

  /** What a history is for. */
  private enum Matter {
    ALL,
    /** Everybody needs the same, of one cohort. */
    EVICTIONS,
    /** As there, and A has all bots before anybody else comes: B and C want the same leases. */
    RIVALRY,
    /** Hints are looked at first. */
    HINTS
  }

  private final Random random;
  private final Matter matter;
  private int jobs;

  TightGrid(long seed) {
    random = new Random(seed);
    matter =
        seed > USUAL_SEEDS
            ? Matter.RIVALRY
            : seed % 3 == 0 ? Matter.EVICTIONS : seed % 8 == 1 ? Matter.HINTS : Matter.ALL;
  }

  private boolean isFor(Matter one) {
    return matter == one;
  }

  private boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The first input of a history is a policy, and others come from time to time. */
  BotsInput next(BotsState state, int number) {
    if (number % 30 == 0) {
      return new Change(policy(), List.of());
    }
    if (isFor(Matter.RIVALRY)) {
      return number % 30 < 12 && once(2) ? beat(state) : job(number % 30 < 16 ? "A" : any(RIVALS));
    }
    return random.nextInt(5) < 2 ? beat(state) : job(any(INSTANCES));
  }

  private boolean isForEvictions() {
    return isFor(Matter.EVICTIONS) || isFor(Matter.RIVALRY);
  }

  private Submit job(String instance) {
    List<PropertyPair> needs = new ArrayList<>();
    String system = isFor(Matter.ALL) ? any(SYSTEMS) : "linux";
    needs.add(new PropertyPair("OSFamily", isFor(Matter.ALL) && once(20) ? "win" : system));
    if (isFor(Matter.ALL) && once(6)) {
      needs.add(new PropertyPair("ISA", "arm"));
    }
    String label = isFor(Matter.ALL) && once(8) ? any(List.of("linux", "mac", "other")) : null;
    return new TestJob("j" + ++jobs)
        .instance(instance)
        .priority(random.nextInt(isForEvictions() ? 2 : 4))
        .label(label)
        .needs(SortedProperties.of(needs))
        .hint(once(3) ? null : any(List.of("h1", "h2")))
        .submit();
  }

  private Heartbeat beat(BotsState state) {
    int number = random.nextInt(5);
    String name = "b" + number;
    List<PropertyPair> has = new ArrayList<>();
    boolean mixed = isFor(Matter.ALL);
    String system = !mixed ? "linux" : number == 4 ? "bsd" : SYSTEMS.get(number / 2 % 2);
    has.add(new PropertyPair("OSFamily", system));
    if (mixed && number == 4) {
      has.add(new PropertyPair("OSFamily", "linux"));
    } else if (mixed && number == 3) {
      has.add(new PropertyPair("OSFamily", "plan9")); // no cohort has both
    }
    if (number % 2 == 0) {
      has.add(new PropertyPair("ISA", "arm"));
    }
    Bot bot = state.bot(name);
    List<Report> reports = new ArrayList<>();
    if (bot != null) {
      for (Leased lease : bot.held().values()) {
        Reported reported =
            !isFor(Matter.RIVALRY) && once(2) ? Reported.COMPLETED : Reported.ACTIVE;
        GrpcStatus code = once(4) ? GrpcStatus.UNAVAILABLE : GrpcStatus.OK;
        reports.add(new Report(lease.job().name(), reported, code, 0, lease.job().attempt()));
      }
    }
    return new TestBot(name)
        .instance(number == 1 ? "A" : "*")
        .health(once(6) ? BotHealth.UNHEALTHY : BotHealth.OK)
        .capacity(isFor(Matter.HINTS) ? 3 : 1 + random.nextInt(2))
        .priority(random.nextInt(2))
        .has(SortedProperties.of(has))
        .reports(reports)
        .beat();
  }

  private GridPolicy policy() {
    GridPolicy p = GridPolicy.DEFAULT;
    boolean byCohort = isForEvictions() || (isFor(Matter.ALL) && !once(3));
    TenancySettings tenancy =
        new TenancySettings(
            cohorts(),
            quotas(),
            once(3) ? List.of(List.of("A", "B")) : List.of(),
            isFor(Matter.ALL) && once(6) ? List.of("A") : null);
    PacingSettings pacing =
        new PacingSettings(
            any(List.of(100, 0, 50)), random.nextInt(9), 2000, 1000, 0, 0.01, 1, once(2));
    PreemptionSettings preempting =
        new PreemptionSettings(
            any(List.of(0L, 2000L, 9000L)),
            once(2),
            once(2),
            !once(3),
            any(List.of(1, 3)),
            any(List.of(0L, 3000L)));
    boolean weighted = !isFor(Matter.HINTS) && !once(3);
    ScoringSettings scoring =
        new ScoringSettings(
            weighted,
            any(List.of(0, 0, 1)),
            1,
            -10,
            1,
            any(List.of(5, -5)),
            isFor(Matter.HINTS) || once(2),
            3,
            !once(3));
    FetchSettings fetching = new FetchSettings(once(3), once(2), once(2));
    GridLimits limits =
        new GridLimits(900_000, 3, 7_200_000, once(2) ? 300_000 : -1, -1, 300, 600_000);
    return new GridPolicy(
        byCohort,
        once(2),
        tenancy,
        p.matching(),
        pacing,
        preempting,
        scoring,
        fetching,
        limits,
        p.beats());
  }

  private List<CohortLabels> cohorts() {
    return List.of(
        new CohortLabels("c", once(4) ? List.of("linux", "mac") : List.of("linux")),
        new CohortLabels("d", List.of("mac")),
        new CohortLabels("e", List.of("linux", "bsd")));
  }

  private List<QuotaBounds> quotas() {
    List<QuotaBounds> quotas = new ArrayList<>();
    if (isFor(Matter.HINTS)) {
      return quotas;
    }
    if (isForEvictions()) {
      int min = 1 + random.nextInt(2);
      quotas.add(new QuotaBounds("c", "A", 0, 9));
      quotas.add(new QuotaBounds("c", "B", min, min + 1));
      quotas.add(new QuotaBounds("c", "C", 2, 3));
      return quotas;
    }
    for (String cohort : List.of("c", "d", "e")) {
      for (String instance : INSTANCES) {
        if (!once(5)) {
          int min = random.nextInt(3);
          quotas.add(new QuotaBounds(cohort, instance, min, min + random.nextInt(3)));
        }
      }
    }
    return quotas;
  }
}
