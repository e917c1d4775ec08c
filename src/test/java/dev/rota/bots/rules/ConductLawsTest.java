package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobEvent;
import dev.rota.bots.Quota;
import dev.rota.bots.Submitted;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.simulate.SeededHistories;
import dev.rota.lab.traffic.Traffic;
import dev.rota.lab.traffic.bots.GridTraffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every fact of hostile histories keeps within the bounds that are in force when it happens. */
class ConductLawsTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int EVENTS = 250;
  private static final List<Cohort> SHARING =
      List.of(
          new Cohort("servers", List.of("linux", "unknown")),
          new Cohort("desks", List.of("linux", "macos", "unknown", "windows")));

  static {
    GeneratedClasses.trust();
  }

  private final BotsEngine engine = new BotsEngine();
  private BotsState state;
  private FactChecker conduct;

  @BeforeEach
  void setUp() {
    state = new BotsState(new Tables(new TreeRows(), 0));
    conduct = new FactChecker(state);
  }

  @Test
  void everyFactKeepsWithinTheBoundsOfItsTime() {
    Map<String, Integer> met = new TreeMap<>();
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? SEEDS : SEED); seed++) {
      setUp();
      long now = 0;
      int number = 0;
      for (Traffic.Event event :
          SeededHistories.hostile(new GridTraffic(), "builds", seed, EVENTS)) {
        number++;
        now = Math.max(now, event.atMillis());
        if (event.record() != null) {
          assertThat(taken(new BotsWire().read(twisted(event.record(), seed, number)), now))
              .as("seed %d, event %d", seed, number)
              .isEmpty();
        }
      }
      conduct.met().forEach((bound, times) -> met.merge(bound, times, Integer::sum));
    }
    System.out.println("laws of bots: facts keep within their bounds: " + met);
    if (SEED == null) {
      assertThat(met).containsKeys("capacity", "maximum", "evictions", "attempts");
    }
  }

  /** Some histories are short of bots, and in all of them these shrink while they hold jobs. */
  private static SpecificRecord twisted(SpecificRecord record, long seed, int number) {
    if (record instanceof BotPolicy policy) {
      return seed % 2 == 0 ? contested(BotPolicy.newBuilder(policy), seed) : policy;
    }
    return record instanceof BotHeartbeat beat && beat.getCapacity() > 0 && number % 5 == 0
        ? BotHeartbeat.newBuilder(beat).setCapacity(1 + number % 3).build()
        : record;
  }

  /** Cohorts share labels, and one instance may evict the others soon. */
  private static BotPolicy contested(BotPolicy.Builder policy, long seed) {
    List<Quota> quotas = new ArrayList<>();
    for (String cohort : List.of("servers", "desks")) {
      quotas.add(new Quota(cohort, "main", 3, 4));
      quotas.add(new Quota(cohort, "mobile", 0, 4));
      quotas.add(new Quota(cohort, "nightly", 1, 4));
    }
    return policy
        .setCohorts(SHARING)
        .setQuotas(quotas)
        .setPreemptionDelayMs(seed % 500)
        .setMinimumRunTimeMs(10 * (seed % 20))
        .setMaxEvictions(1 + (int) seed % 3)
        .build();
  }

  /** The turn, with all that falls due before it, and what holds of the state after it. */
  private Optional<String> taken(BotsInput input, long nowMillis) {
    for (Deadline due = engine.nextDeadline(state, null);
        due != null && due.atMillis() <= nowMillis;
        due = engine.nextDeadline(state, null)) {
      conduct.inputComes();
      Optional<String> broken = run(engine.fire(state, due));
      if (broken.isPresent()) {
        return broken;
      }
    }
    conduct.inputComes();
    Optional<String> broken = run(engine.decide(state, new Turn<>("grid", 1, nowMillis, input)));
    state.save();
    return broken.or(
        () ->
            BotsInvariants.all().stream()
                .flatMap(
                    one -> one.broken().apply(state).map(how -> one.name() + ": " + how).stream())
                .findFirst());
  }

  private Optional<String> run(List<Step<BotsView, BotsFact>> steps) {
    for (Step<BotsView, BotsFact> step : steps) {
      List<BotsFact> made;
      do {
        made = step.decide(state);
        for (BotsFact fact : made) {
          Optional<String> broken = conduct.broken(fact);
          if (broken.isPresent()) {
            return Optional.of(fact + ": " + broken.get());
          }
        }
      } while (step.repeats() && !made.isEmpty());
    }
    return Optional.empty();
  }

  /** A bot with room for one, under a policy with little room for anything. */
  private void setTheScene() {
    BotPolicy policy =
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setCohorts(List.of(new Cohort("c", List.of("unknown"))))
            .setQuotas(List.of(new Quota("c", "i", 0, 1)))
            .setMaxAttempts(1)
            .setMaxEvictions(0)
            .setMinimumRunTimeMs(10)
            .build();
    run(engine.decide(state, new Turn<>("grid", 1, 1, new BotsWire().read(policy))));
    for (String bot : List.of("b", "c")) {
      BotHeartbeat beat = BotHeartbeat.newBuilder().setGrid("grid").setBot(bot).build();
      run(engine.decide(state, new Turn<>("grid", 1, 1, new BotsWire().read(beat))));
    }
    for (String job : List.of("runs", "waits")) {
      Submitted submitted = Submitted.newBuilder().setJob(job).setInstance("i").build();
      JobEvent event = new JobEvent("grid", submitted);
      run(engine.decide(state, new Turn<>("grid", 1, 1, new BotsWire().read(event))));
    }
    assertThat(Given.lease(state, "runs").bot().name()).isEqualTo("b");
    assertThat(state.job("waits").state()).isInstanceOf(Queued.class);
  }

  private LeaseStarted start(String job, String bot) {
    JobSpec spec = state.job(job).spec();
    return new LeaseStarted(
        spec,
        bot,
        bot + "/1",
        "c",
        1,
        MatchStrategy.CAPACITY,
        0,
        BotsReason.PRIORITY,
        2,
        "bots 3.1");
  }

  private LeaseEnded end(String job, LeaseEnd ending, long atMillis) {
    return GridEndings.lease(
        Given.lease(state, job), ending, null, BotsReason.PREEMPTED, atMillis, "bots 7");
  }

  private void says(BotsFact fact, String wrong) {
    assertThat(conduct.broken(fact)).hasValueSatisfying(how -> assertThat(how).contains(wrong));
  }

  @Test
  void aBotThatIsFullTurnsItRed() {
    setTheScene();
    says(start("waits", "b"), "which holds 2 of 1");
  }

  @Test
  void aBotThatIsNotWellTurnsItRed() {
    setTheScene();
    Given.health(state.bot("c"), BotHealth.UNHEALTHY);
    says(start("waits", "c"), "which is UNHEALTHY");
  }

  @Test
  void anInstanceAtItsMaximumTurnsItRed() {
    setTheScene();
    says(start("waits", "c"), "usage 2 of at most 1");
  }

  @Test
  void aMissingChargeTurnsItRed() {
    setTheScene();
    Given.charge(state, "c", "i", -1);
    says(new BotsFact.Drawn(1, 2), "usage is {c/i=0}, by its leases {c/i=1}");
  }

  @Test
  void oneEvictionTooManyTurnsItRed() {
    setTheScene();
    says(end("runs", LeaseEnd.EVICTED, 20), "runs is evicted 1 times");
  }

  @Test
  void anEvictionTooSoonTurnsItRed() {
    setTheScene();
    Given.evictions(state.job("runs"), -1);
    says(end("runs", LeaseEnd.EVICTED, 2), "runs is evicted after 1 ms");
  }

  @Test
  void aTryTooManyTurnsItRed() {
    setTheScene();
    assertThat(conduct.broken(end("runs", LeaseEnd.EXPIRED, 2))).isEmpty();
    says(
        new JobRetried("runs", "i", 2, 2, BotsReason.BOT_LOST),
        "runs is tried 2 times of at most 1");
  }

  @Test
  void aTryTooFewTurnsItRed() {
    setTheScene();
    Given.tries(state.job("waits"), 0);
    says(
        new JobEnded(
            "waits",
            "i",
            1,
            new Over(GrpcStatus.ABORTED, false, 2, null),
            BotsReason.RETRIES_EXHAUSTED,
            2,
            "bots 10"),
        "waits is given up after 0 tries");
  }
}
