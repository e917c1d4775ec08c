package dev.rota.bots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bots.BotsFact.BotGone;
import dev.rota.bots.BotsFact.LeaseEnded;
import dev.rota.bots.BotsFact.LeaseStarted;
import dev.rota.bots.BotsInput.Change;
import dev.rota.bots.BotsInput.Heartbeat;
import dev.rota.bots.BotsInput.Submit;
import dev.rota.bots.JobFact.JobEnded;
import dev.rota.bots.JobFact.JobRetried;
import dev.rota.engine.Deadline;
import dev.rota.engine.Stepper;
import dev.rota.engine.Turn;
import dev.rota.table.Tables;
import dev.rota.table.TreeRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sections 10 and 11: each deadline fires by itself, in order of time, kind and id. */
class DeadlinesTest {
  private static final long KEEPALIVE = Policy.DEFAULT.limits().keepalive();

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
    return new Submit(name, "i", 0, null, Properties.NONE, null, null, false, null, null, false);
  }

  private static Heartbeat bot(String name) {
    return new Heartbeat(name, null, "*", Health.OK, 1, 0, Properties.NONE, List.of(), true, false);
  }

  private static Change limits(long executionMillis, long queueAgeMillis) {
    Policy plain = Policy.DEFAULT;
    Policy.Limits limits = plain.limits();
    return new Change(
        new Policy(
            plain.byCohort(),
            plain.onEvent(),
            plain.tenancy(),
            plain.matching(),
            plain.pacing(),
            plain.preempting(),
            plain.scoring(),
            plain.fetching(),
            new Policy.Limits(
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
    assertThat(state.job("a").stage).isEqualTo(Stage.QUEUED);
    assertThat(pending()).containsExactly("1011/age/a");
    assertThat(kinds(take(2000, bot("w")))).contains(LeaseStarted.class);
  }
}
