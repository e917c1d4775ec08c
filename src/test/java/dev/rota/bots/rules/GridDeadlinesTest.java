package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotGone;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Change;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.JobFact;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sections 10 and 11: each deadline fires by itself, in order of time, kind and id. */
class GridDeadlinesTest {
  static {
    GeneratedClasses.trust();
  }

  private static final long KEEPALIVE = GridPolicy.DEFAULT.limits().keepalive();

  private static final long LONG = 7_200_000;

  private final Set<String> setAside = new HashSet<>();
  private final BotsEngine engine = new BotsEngine();
  private final BotsState state = new BotsState(new Tables(new TreeRows(), 0));
  private final Stepper<BotsState, BotsInput, BotsFact> stepper =
      new Stepper<>(engine, state, due -> setAside.contains(due.kind() + " " + due.id()));

  private List<BotsFact> take(long atMillis, BotsInput input) {
    return stepper.take(new Turn<>("grid", 1, atMillis, input));
  }

  private static Submit job(String name) {
    return new TestJob(name).submit();
  }

  private static Heartbeat bot(String name) {
    return new TestBot(name).registering(true).beat();
  }

  private static Change limits(long executionMillis, long queueAgeMillis) {
    GridPolicy plain = GridPolicy.DEFAULT;
    GridLimits limits = plain.limits();
    return new Change(
        plain.limited(
            new GridLimits(
                limits.keepalive(),
                limits.maxAttempts(),
                executionMillis,
                queueAgeMillis,
                limits.queueSize(),
                limits.position(),
                0)),
        List.of());
  }

  private List<String> pending() {
    List<String> pending = new ArrayList<>();
    for (Deadline next = engine.nextDeadline(state, null);
        next != null;
        next = engine.nextDeadline(state, next)) {
      pending.add(next.toString());
    }
    return pending;
  }

  private static Stream<Class<?>> kinds(List<BotsFact> facts) {
    return facts.stream().map(Object::getClass);
  }

  @Test
  void everyPendingOneIsFoundInOrder() {
    take(0, limits(101, 100));
    take(1000, bot("w"));
    take(1000, bot("v"));
    take(1000, job("a"));
    take(1000, job("b"));
    take(1000, job("d"));
    take(1000, job("c"));
    take(1001, job("e"));

    assertThat(pending())
        .containsExactly(
            "1101/age/c",
            "1101/age/d",
            "1101/execution/a",
            "1101/execution/b",
            "1102/age/e",
            (1001 + KEEPALIVE) + "/bot/v",
            (1001 + KEEPALIVE) + "/bot/w");
  }

  @Test
  void aJobWhoseTimeIsUpGetsNoBotThatIsFreeFromThatInstant() {
    take(0, limits(101, 100));
    take(1000, bot("w"));
    take(1000, job("runs"));
    take(1000, job("waits"));

    List<BotsFact> facts = take(5000, null);

    assertThat(kinds(facts)).containsExactly(JobEnded.class, LeaseEnded.class, JobEnded.class);
    assertThat(((JobEnded) facts.get(0)).job()).isEqualTo("waits");
    assertThat(facts).allSatisfy(fact -> assertThat(fact.atMillis()).isEqualTo(1101));
  }

  @Test
  void aJobThatWaitsAgainHasWaitedSinceItWasSubmitted() {
    take(0, limits(LONG, 100));
    take(1000, bot("w"));
    take(1000, job("a"));

    assertThat(kinds(take(1001 + KEEPALIVE, null)))
        .containsExactly(LeaseEnded.class, JobRetried.class, BotGone.class, JobEnded.class);
    assertThat(pending()).isEmpty();
  }

  @Test
  void oneThatIsSetAsideIsLeftAloneByTheOthersAndByShorterLimits() {
    take(0, limits(LONG, 100));
    take(1000, job("a"));
    take(1000, job("b"));
    setAside.add("age a");

    assertThat(take(1101, null))
        .singleElement()
        .satisfies(fact -> assertThat(((JobEnded) fact).job()).isEqualTo("b"));
    take(1102, job("c"));
    List<BotsFact> shorter = take(1150, limits(LONG, 10));

    assertThat(shorter.stream().filter(JobEnded.class::isInstance))
        .singleElement()
        .satisfies(fact -> assertThat(((JobEnded) fact).job()).isEqualTo("c"));
    assertThat(state.job("a").state()).isInstanceOf(Queued.class);
    assertThat(pending()).containsExactly("1011/age/a");
    assertThat(kinds(take(2000, bot("w")))).contains(LeaseStarted.class);
  }

  /**
   * At 10 000 job old has waited, bot x was silent and job long has run for too long, job needy may
   * evict long, job over is forgotten; ON_INTERVAL, the assigners iterate.
   */
  private void everythingAtOnce(Dispatch dispatch) {
    BotPolicy policy =
        BotPolicy.newBuilder()
            .setGrid("grid")
            .setAssigner(AssignerKind.COHORT)
            .setDispatch(dispatch)
            .setCohorts(List.of(new Cohort("c", List.of("linux", "mac"))))
            .setQuotas(List.of(new Quota("c", "i", 1, 9), new Quota("c", "z", 0, 9)))
            .setKeepaliveMs(1000)
            .setExecutionLimitMs(500)
            .setCompletedRetentionMs(400)
            .setQueueLimitMs(300L)
            .setPreemptionDelayMs(200)
            .build();
    take(0, new BotsWire().read(policy));
    take(8999, beat("x", "mac"));
    take(9400, beat("y", "linux"));
    take(9499, job("over", "z", "mac", 0));
    take(9500, job("long", "z", "linux", 5));
    start("over", "x", 9499);
    start("long", "y", 9500);
    take(9600, new BotsInput.Cancel("over"));
    take(9699, job("old", "z", "linux", 0));
    take(9799, job("needy", "i", "linux", 0));
    if (dispatch == Dispatch.ON_INTERVAL) {
      new BotsFact.Paused(10_000, 1000, 9799).applyTo(state);
    }
  }

  private static Heartbeat beat(String bot, String system) {
    return new TestBot(bot).has(system(system)).beat();
  }

  private static SortedProperties system(String name) {
    return SortedProperties.of(List.of(new PropertyPair("OSFamily", name)));
  }

  private static Submit job(String name, String instance, String system, int priority) {
    return new TestJob(name).instance(instance).priority(priority).needs(system(system)).submit();
  }

  /** ON_INTERVAL, before any assigner looks. */
  private void start(String job, String bot, long atMillis) {
    if (state.job(job).state() instanceof Queued) {
      new LeaseStarted(
              state.job(job).spec(),
              bot,
              bot + "/1",
              "c",
              1,
              MatchStrategy.CAPACITY,
              0,
              BotsReason.PRIORITY,
              atMillis,
              "")
          .applyTo(state);
    }
  }

  private static String told(BotsFact fact) {
    if (fact instanceof JobEnded ended) {
      return "ended " + ended.job() + " by " + ended.reason();
    }
    if (fact instanceof LeaseStarted lease) {
      return "started " + lease.job().name() + " by " + lease.found();
    }
    return fact instanceof BotGone gone
        ? "lost " + gone.bot()
        : fact instanceof JobFact.JobForgotten forgotten ? "forgotten " + forgotten.job() : "";
  }

  @Test
  void ofOneInstantTheKindsFireInTheirOrderOnEvent() {
    everythingAtOnce(Dispatch.ON_EVENT);

    assertThat(pending())
        .startsWith(
            "10000/age/old",
            "10000/bot/x",
            "10000/execution/long",
            "10000/preemption/needy",
            "10000/retention/over");
    assertThat(
            take(10_000, null).stream().map(GridDeadlinesTest::told).filter(one -> !one.isEmpty()))
        .containsExactly(
            "ended old by QUEUE_LIMIT",
            "lost x",
            "ended long by EXECUTION_LIMIT",
            "started needy by CAPACITY",
            "forgotten over");
  }

  @Test
  void ofOneInstantTheKindsFireInTheirOrderOnInterval() {
    everythingAtOnce(Dispatch.ON_INTERVAL);

    assertThat(pending())
        .startsWith(
            "10000/age/old",
            "10000/bot/x",
            "10000/execution/long",
            "10000/iteration/",
            "10000/retention/over");
    assertThat(
            take(10_000, null).stream().map(GridDeadlinesTest::told).filter(one -> !one.isEmpty()))
        .containsExactly(
            "ended old by QUEUE_LIMIT",
            "lost x",
            "ended long by EXECUTION_LIMIT",
            "started needy by CAPACITY",
            "forgotten over");
  }

  /** Bots 10 before 11: a job that is tried again has not run for too long. */
  @Test
  void aBotThatIsLostAtTheInstantOfAnExecutionLimit() {
    everythingAtOnce(Dispatch.ON_EVENT);
    Given.expiry(state, state.bot("y"), 9999);

    List<String> told = take(10_000, null).stream().map(GridDeadlinesTest::told).toList();
    assertThat(told).contains("lost y").doesNotContain("ended long by EXECUTION_LIMIT");
  }
}
