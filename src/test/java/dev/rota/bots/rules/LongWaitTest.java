package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.Given;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Section 7: a job that has waited longer than its delay takes a victim's place as soon as there is
 * one, whatever made it one; with timed iterations, at the next of them. Each history is told to a
 * grid that lives on and to one that is rebuilt after every turn.
 */
class LongWaitTest {
  /** From one iteration to the next, at most. */
  private static final long INTERVAL = 2000;

  private static final List<Cohort> COHORTS = List.of(new Cohort("c", List.of("linux", "mac")));

  static {
    GeneratedClasses.trust();
  }

  private final Grid grid = new Grid();
  private final Grid rebuilt = new Grid();

  private static BotPolicy.Builder policy(Dispatch dispatch, int minimumOfA) {
    return BotPolicy.newBuilder()
        .setParkedJobsBackOff(false)
        .setGrid("grid")
        .setAssigner(AssignerKind.COHORT)
        .setDispatch(dispatch)
        .setPreemptionDelayMs(5000)
        .setKeepaliveMs(600_000)
        .setCohorts(COHORTS)
        .setQuotas(List.of(new Quota("c", "A", minimumOfA, 9), new Quota("c", "B", 1, 9)));
  }

  private final Map<String, LeaseStarted> leases = new HashMap<>();
  private long now;

  private List<BotsFact> take(long atMillis, BotsInput input) {
    now = atMillis;
    List<BotsFact> facts = grid.take(atMillis, input);
    assertThat(rebuilt.take(atMillis, input)).isEqualTo(facts);
    rebuilt.rebuild();
    grid.checkInvariants();
    for (BotsFact fact : facts) {
      if (fact instanceof LeaseStarted lease) {
        leases.put(lease.job().name(), lease);
      }
    }
    return facts;
  }

  private void policy(long atMillis, BotPolicy.Builder policy) {
    take(atMillis, new BotsWire().read(policy.build()));
  }

  private static SortedProperties system(String os) {
    return SortedProperties.of(List.of(new PropertyPair("OSFamily", os)));
  }

  private void bot(long atMillis, String name, String os) {
    take(atMillis, new TestBot(name).has(system(os)).beat());
  }

  private void job(long atMillis, String name, String instance, String os, int priority) {
    operation(atMillis, name, name, instance, os, priority);
  }

  private void operation(
      long atMillis, String name, String action, String instance, String os, int priority) {
    take(
        atMillis,
        new TestJob(name)
            .instance(instance)
            .priority(priority)
            .needs(system(os))
            .action(action)
            .submit());
  }

  /** Time passes in steps until the job has a bot. */
  private LeaseStarted lease(String job, long toMillis) {
    for (long at = now; !leases.containsKey(job) && at <= toMillis; at += 500) {
      take(at, null);
    }
    assertThat(leases).as("the leases by %d", toMillis).containsKey(job);
    return leases.get(job);
  }

  private void preempts(String job, long fromMillis, long toMillis) {
    LeaseStarted lease = lease(job, toMillis + 500);
    assertThat(lease.found()).isEqualTo(MatchStrategy.PREEMPTION);
    assertThat(lease.atMillis()).isBetween(fromMillis, toMillis);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dispatch.class,
      names = {"ON_EVENT", "ON_INTERVAL"})
  void aVictimHasRunLongEnough(Dispatch dispatch) {
    policy(1, policy(dispatch, 0).setMinimumRunTimeMs(60_000));
    bot(2, "w", "linux");
    job(100, "a1", "A", "linux", 5);
    take(5000, null);
    job(5000, "b1", "B", "linux", 0);

    long ready = Given.lease(grid.state(), "a1").startedAt() + 60_000;
    preempts("b1", ready, ready + INTERVAL);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dispatch.class,
      names = {"ON_EVENT", "ON_INTERVAL"})
  void aLeaseThatStartsLiftsTheOtherInstanceAboveItsMinimum(Dispatch dispatch) {
    policy(1, policy(dispatch, 1));
    bot(2, "w", "linux");
    bot(3, "m", "mac");
    job(100, "a1", "A", "linux", 5);
    take(5000, null);
    job(5000, "b1", "B", "linux", 0);
    take(30_000, null);
    assertThat(grid.state().job("b1").state()).isInstanceOf(Queued.class);
    job(30_000, "a2", "A", "mac", 5);

    preempts("b1", 30_000, 30_000 + 2 * INTERVAL);
  }

  @ParameterizedTest
  @EnumSource(
      value = Dispatch.class,
      names = {"ON_EVENT", "ON_INTERVAL"})
  void anOperationOfBetterPriorityJoins(Dispatch dispatch) {
    policy(1, policy(dispatch, 0));
    bot(2, "w", "linux");
    job(100, "a1", "A", "linux", 5);
    take(5000, null);
    job(5000, "b1", "B", "linux", 5);
    long backedOffUntil = 30_000;
    for (long at = 5500; at <= 12_500; at += 500) {
      for (BotsFact fact : take(at, null)) {
        backedOffUntil = fact instanceof JobBackedOff off ? off.until() : backedOffUntil;
      }
    }
    assertThat(grid.state().job("b1").state()).isInstanceOf(Queued.class);
    operation(12_500, "b2", "b1", "B", "linux", 0);

    preempts("b1", 12_500, backedOffUntil + INTERVAL);
  }

  /** The code samples bots that are not well, and gives up (V053). */
  @Test
  void aSampleMissesTheOneBotThatIsWell() {
    policy(
        1,
        policy(Dispatch.ON_INTERVAL, 0)
            .setReading(Reading.CODE)
            .setSampleSize(1)
            .setFailureBackoffMs(1000)
            .setPreemptionDelayMs(0));
    for (int i = 0; i < 9; i++) {
      bot(2 + i, "sick-" + i, "linux");
      Heartbeat sick =
          new TestBot("sick-" + i).health(BotHealth.UNHEALTHY).has(system("linux")).beat();
      take(2 + i, sick);
    }
    bot(20, "well", "linux");
    job(100, "b1", "B", "linux", 0);

    assertThat(lease("b1", 300_000).bot()).isEqualTo("well");
  }

  /** Section 7: schedule_after is as it was, and it was let out of turn by a bot that fetches. */
  @Test
  void oneThatIsEvictedGoesOnWithItsBackoff() {
    policy(1, policy(Dispatch.ON_INTERVAL, 0));
    bot(2, "w", "linux");
    job(3, "a1", "A", "linux", 5);
    Job job = grid.state().job("a1");
    apply(new BotsFact.Awoken(4000));
    apply(new JobBackedOff("a1", "A", 9000, 4000, BotsReason.NO_FITTING_BOT));
    apply(
        new LeaseStarted(
            job.spec(),
            "w",
            "w/1",
            "c",
            1,
            MatchStrategy.PROACTIVE,
            0,
            BotsReason.FETCHED,
            4500,
            "bots 9"));
    Leased lease = Given.lease(grid.state(), "a1");
    apply(GridEndings.lease(lease, LeaseEnd.EVICTED, null, BotsReason.PREEMPTED, 4600, "bots 7"));
    rebuilt.rebuild();

    assertThat(grid.state().queue().resting()).containsExactly(job);
    assertThat(rebuilt.state().queue().resting()).hasSize(1);
    now = 4700;
    leases.clear();
    assertThat(lease("a1", 30_000).atMillis()).isBetween(9000L, 9000 + INTERVAL);
  }

  private void apply(BotsFact fact) {
    grid.apply(List.of(fact));
    rebuilt.apply(List.of(fact));
  }
}
