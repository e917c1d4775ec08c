package dev.rota.bots.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.bots.AssignerKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cohort;
import dev.rota.bots.Dispatch;
import dev.rota.bots.Quota;
import dev.rota.bots.Reading;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsInput;
import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.BotsInput.Heartbeat;
import dev.rota.bots.model.BotsInput.Report;
import dev.rota.bots.model.BotsInput.Reported;
import dev.rota.bots.model.BotsInput.Submit;
import dev.rota.bots.model.BotsLikeness;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.PropertyPair;
import dev.rota.bots.values.SortedProperties;
import dev.rota.bots.wire.BotsWire;
import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A job that waits beyond its preemption delay, for which a victim is evictable, is served within
 * an interval: over histories in which nearly every job has to preempt, under policies that switch
 * in the middle. After every turn all invariants hold, and the grid is the one that its rows tell.
 */
class LongWaitLawsTest {
  private static final int SEEDS = Integer.getInteger("rota.laws.seeds", 50);
  private static final Long SEED = Long.getLong("rota.seed");
  private static final int EVENTS = 200;
  private static final List<String> INSTANCES = List.of("A", "B", "C");

  static {
    GeneratedClasses.trust();
  }

  private final Likeness likeness = BotsLikeness.likeness();
  private Grid grid;
  private SplittableRandom random;
  private long now;
  private int jobs;
  private int preempted;

  @Test
  void whoeverMayPreemptIsServedWithinAnInterval() {
    int all = 0;
    for (long seed = SEED == null ? 1 : SEED; seed <= (SEED == null ? SEEDS : SEED); seed++) {
      grid = new Grid();
      random = new SplittableRandom(seed);
      now = 1000;
      preempted = 0;
      take(policy());
      for (int event = 0; event < EVENTS; event++) {
        now += random.nextInt(4) == 0 ? 0 : random.nextInt(4000);
        take(input());
        assertThat(broken()).as("seed %d, event %d", seed, event).isEmpty();
      }
      all += preempted;
    }
    System.out.println("laws of bots: long waits: " + all + " jobs preempted ON_INTERVAL");
    if (SEED == null) {
      assertThat(all).isGreaterThan(2 * SEEDS);
    }
  }

  private List<String> broken() {
    List<String> broken = new ArrayList<>();
    BotsInvariants.all()
        .forEach(
            one ->
                one.broken()
                    .apply(grid.state())
                    .ifPresent(how -> broken.add(one.name() + ": " + how)));
    BotsState lived = grid.state();
    grid.rebuild();
    BotsLikeness.remember(lived, grid.state());
    likeness.difference(lived, grid.state()).ifPresent(broken::add);
    return broken;
  }

  private void take(BotsInput input) {
    for (BotsFact fact : grid.take(now, input)) {
      boolean preempts =
          fact instanceof BotsFact.LeaseStarted lease && lease.found() == MatchStrategy.PREEMPTION;
      preempted += preempts && !grid.state().policy().onEvent() ? 1 : 0;
    }
  }

  private BotsInput input() {
    int kind = random.nextInt(20);
    if (kind < 6) {
      return job("job-" + jobs++);
    }
    if (kind < 12) {
      return beat("bot-" + random.nextInt(3));
    }
    return kind < 17 ? gaveUp() : kind < 19 ? policy() : null;
  }

  /** Few wait, so that there are some who did not have to. */
  private Cancel gaveUp() {
    List<Job> waiting =
        grid.state().jobs().stream().filter(job -> job.state() instanceof Queued).toList();
    return waiting.size() < 2
        ? null
        : new Cancel(waiting.get(random.nextInt(waiting.size())).operations().get(0).name());
  }

  private Submit job(String name) {
    String action = random.nextInt(3) == 0 ? "action-" + random.nextInt(3) : name;
    String instance = INSTANCES.get(random.nextInt(3));
    int priority = random.nextInt(7) - 3;
    boolean other = random.nextInt(6) == 0;
    return new TestJob(name)
        .instance(instance)
        .priority(priority)
        .needs(system(other))
        .action(action)
        .submit();
  }

  private static SortedProperties system(boolean other) {
    return SortedProperties.of(List.of(new PropertyPair("OSFamily", other ? "mac" : "linux")));
  }

  /** It is done with something, now and then, and rarely unwell. */
  private Heartbeat beat(String name) {
    List<Report> reports = new ArrayList<>();
    Bot bot = grid.state().bot(name);
    if (bot != null && random.nextInt(3) == 0) {
      bot.held()
          .keySet()
          .forEach(job -> reports.add(new Report(job, Reported.COMPLETED, GrpcStatus.OK, 0, 0)));
    }
    BotHealth health = random.nextInt(12) == 0 ? BotHealth.UNHEALTHY : BotHealth.OK;
    return new TestBot(name)
        .health(health)
        .has(system(name.equals("bot-2")))
        .reports(reports)
        .beat();
  }

  private BotsInput policy() {
    List<Quota> quotas = new ArrayList<>();
    for (String instance : INSTANCES) {
      quotas.add(new Quota("c", instance, random.nextInt(2), 2 + random.nextInt(3)));
    }
    BotPolicy policy =
        BotPolicy.newBuilder()
            .setParkedJobsBackOff(false)
            .setGrid("grid")
            .setAssigner(random.nextInt(3) == 0 ? AssignerKind.PRIORITY_AGE : AssignerKind.COHORT)
            .setDispatch(random.nextInt(3) == 0 ? Dispatch.ON_EVENT : Dispatch.ON_INTERVAL)
            .setReading(random.nextInt(3) == 0 ? Reading.CODE : Reading.SEED)
            .setPriorityAgePreempts(true)
            .setCohorts(List.of(new Cohort("c", List.of("linux", "mac"))))
            .setQuotas(quotas)
            .setPreemptionDelayMs(random.nextInt(3000))
            .setMinimumRunTimeMs(random.nextInt(2) * (long) random.nextInt(20_000))
            .setMaxEvictions(1 + random.nextInt(4))
            .setFailureBackoffMs(500 + random.nextInt(3000))
            .setIntervalMs(100 + random.nextInt(1500))
            .setJitterMs(random.nextInt(2) * (long) random.nextInt(1500))
            .setPriorityPercentage(random.nextInt(3) == 0 ? random.nextInt(101) : 100)
            .setSampleSize(random.nextInt(4) == 0 ? 1 : 0)
            .build();
    return new BotsWire().read(policy);
  }
}
