package dev.rota.bots.model;

import dev.rota.bots.model.BotsInput.Cancel;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.rules.TestBot;
import dev.rota.bots.values.BotHealth;
import dev.rota.bots.values.BotSpec;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.SortedProperties;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import java.util.List;
import java.util.function.Predicate;

/** A copy of a grid in which one thing is otherwise. Then the rules decide. */
public final class AlteredGrid {
  public static final String TWIN = "~twin";
  private static final long NEVER_LOST = Long.MAX_VALUE / 2;

  private final BotsState state;

  public AlteredGrid(BotsState original) {
    state = original.copy(Integer.MAX_VALUE);
  }

  public BotsState state() {
    return state;
  }

  public void policy(GridPolicy policy) {
    state.adopt(policy);
  }

  /** Of the jobs that wait, only these remain. */
  public void keepWaiting(Predicate<Job> kept) {
    for (Job job : state.jobs()) {
      if (job.state() instanceof JobState.Queued && !kept.test(job)) {
        state.dequeue(job);
        state.complete(job, new Over(null, true, 0, null));
      }
    }
  }

  /** The other bots are not healthy any more, and keep what they run. */
  public void onlyBots(Predicate<Bot> kept) {
    for (Bot bot : state.allBots()) {
      if (!kept.test(bot)) {
        heard(bot.name(), BotHealth.UNHEALTHY, bot.profile().capacity());
      }
    }
  }

  public void heard(String name, BotHealth health, int capacity) {
    Bot bot = state.bot(name);
    state.refresh(bot, TestBot.of(bot).health(health).capacity(capacity).profile(), NEVER_LOST);
  }

  /** A free bot of its own. */
  public void twin(String instance, SortedProperties has, String cohort) {
    BotSpec spec = new BotSpec(TWIN, "s", instance, has, has, List.of(), cohort);
    state.register(new Bot(spec, new TestBot(TWIN).profile(), NEVER_LOST, state.version()));
  }

  public void priority(String name, int priority) {
    Job job = state.job(name);
    state.dequeue(job);
    job.priority = priority;
    state.enqueue(job);
  }

  public void evictions(String name, int evictions) {
    state.job(name).evictions = evictions;
  }

  /** A lease of a job of another instance, or with other needs, stands in for this one. */
  public void leaseOf(String name, String instance, SortedProperties needs) {
    JobState.Leased lease = (JobState.Leased) state.job(name).state();
    state.unbind(lease);
    state.complete(lease.job(), new Over(null, true, 0, null));
    Job other = added(lease.job(), "~" + name, instance, needs);
    state.bind(other, lease.bot(), MatchStrategy.CAPACITY, lease.startedAt());
  }

  /** A job that waits with other needs stands in for this one. */
  public void waitsWith(String name, SortedProperties needs) {
    Job job = state.job(name);
    state.dequeue(job);
    state.complete(job, new Over(null, true, 0, null));
    var _ = added(job, "~" + name, job.instance(), needs);
  }

  private Job added(Job like, String name, String instance, SortedProperties needs) {
    JobSpec spec = like.spec;
    Job job =
        new Job(
            new JobSpec(
                state.counters().tickets() + 1,
                name,
                instance,
                needs,
                spec.label(),
                spec.hint(),
                null,
                false,
                spec.priority(),
                spec.timeoutMillis(),
                spec.queuedAt(),
                null),
            like.priority,
            like.scheduleAfter);
    state.add(job);
    return job;
  }

  /** What the rules decide: at once, or ON_INTERVAL in the iterations up to then. */
  public List<BotsFact> decided(long atMillis, long untilMillis) {
    BotsEngine rules = new BotsEngine(state.version());
    return state.policy().onEvent()
        ? new Stepper<>(rules, state)
            .decide(new Turn<>("grid", 1, untilMillis, new Cancel("nobody")))
        : fired("iteration", untilMillis);
  }

  /** What deadlines of this kind decide up to then. */
  public List<BotsFact> fired(String kind, long untilMillis) {
    BotsEngine rules = new BotsEngine(state.version());
    return new Stepper<>(rules, state, deadline -> !deadline.kind().equals(kind))
        .take(new Turn<BotsInput>("grid", 1, untilMillis, null));
  }
}
