package dev.rota.bots;

import dev.rota.domain.State;
import dev.rota.engine.Engine;
import dev.rota.table.Tables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A grid in memory, over the rows that it can be rebuilt from. Facts write it. */
public final class BotsState implements State, BotsView {
  private final BotsRows rows;
  private final QueueCounts counts = new QueueCounts();
  private final Map<String, Job> operations = new HashMap<>();
  private final Map<String, Job> joinable = new HashMap<>();
  private final TreeMap<String, Bot> bots = new TreeMap<>();
  private final Map<String, Map<String, QuotaRow>> quotas = new TreeMap<>();
  private List<QuotaRow> quotaList = List.of();
  private final Map<Bin.Key, TreeSet<Job>> running = new HashMap<>();
  private final TreeSet<Bot> byExpiry = new TreeSet<>(Bot.BY_EXPIRY);
  private final TreeSet<Job> byStart = new TreeSet<>(Job.BY_START);
  private final TreeSet<Job> byEnd = new TreeSet<>(Job.BY_END);
  private final TreeSet<Job> resting = new TreeSet<>(Job.BY_SCHEDULE);

  /** Jobs that wait, kept only while there is a limit to it. */
  private final TreeSet<Job> ageing = new TreeSet<>(Job.BY_AGE);

  private final TreeSet<Job> dormant = new TreeSet<>(Job.BY_AGE);
  private Map<String, Job> jobs = new HashMap<>();
  private Policy policy = Policy.DEFAULT;
  private Counters counters = Counters.NONE;
  private Board board = new Board(policy, quotas);
  private long preemptionDue;
  private boolean preemptionKnown;

  /** Opens a lane as its rows have it. */
  public BotsState(Tables tables) {
    this.rows = new BotsRows(tables);
    rows.rebuild(this);
  }

  @Override
  public void save() {
    rows.save(this);
  }

  BotsRows rows() {
    return rows;
  }

  @Override
  public Policy policy() {
    return policy;
  }

  @Override
  public Counters counters() {
    return counters;
  }

  @Override
  public Job job(String name) {
    return jobs.get(name);
  }

  @Override
  public Job operation(String name) {
    Job job = operations.get(name);
    if (job == null) {
      job = jobs.get(name);
      return job != null && job.hasOperation(name) ? job : null;
    }
    return job;
  }

  @Override
  public Job joinable(String pool, String action) {
    return action == null ? null : joinable.get(joinKey(pool, action));
  }

  private static String joinKey(String pool, String action) {
    return pool.length() + ":" + pool + action;
  }

  @Override
  public Bot bot(String name) {
    return bots.get(name);
  }

  @Override
  public int bots() {
    return bots.size();
  }

  @Override
  public QuotaRow quota(String cohort, String instance) {
    Map<String, QuotaRow> ofCohort = cohort == null ? null : quotas.get(cohort);
    return ofCohort == null ? null : ofCohort.get(instance);
  }

  @Override
  public List<QuotaRow> quotas() {
    return quotaList;
  }

  @Override
  public Board board() {
    return board;
  }

  @Override
  public SortedSet<Job> running(String cohort, Properties needs) {
    TreeSet<Job> found = running.get(new Bin.Key(cohort, "", needs));
    return found == null ? Collections.emptySortedSet() : found;
  }

  @Override
  public SortedSet<Bot> byExpiry() {
    return byExpiry;
  }

  @Override
  public SortedSet<Job> byStart() {
    return byStart;
  }

  @Override
  public SortedSet<Job> resting() {
    return resting;
  }

  @Override
  public SortedSet<Job> byEnd() {
    return byEnd;
  }

  @Override
  public SortedSet<Job> ageing() {
    return ageing;
  }

  @Override
  public int queued(String pool, String label) {
    return counts.queued(pool, label);
  }

  @Override
  public long ahead(String pool, int priority, int limit) {
    return counts.ahead(pool, priority, limit);
  }

  @Override
  public long preemptionDue() {
    if (!preemptionKnown) {
      preemptionDue = policy.onEvent() ? Preemption.due(this) : Engine.NEVER;
      preemptionKnown = true;
    }
    return preemptionDue;
  }

  /** All jobs, in the order of their tickets: for checks and answers, not for rules. */
  List<Job> jobs() {
    List<Job> all = new ArrayList<>(new TreeMap<>(jobs).values());
    all.sort(Job.BY_AGE);
    return all;
  }

  /** All bots, by name. */
  List<Bot> allBots() {
    return new ArrayList<>(bots.values());
  }

  TreeSet<Job> dormant() {
    return dormant;
  }

  /** Another policy: quotas that stay keep their usage, and everybody is sorted anew. */
  void adopt(Policy next) {
    policy = next;
    Map<String, Map<String, QuotaRow>> before = new TreeMap<>(quotas);
    quotas.clear();
    for (QuotaBounds bounds : next.tenancy().quotas()) {
      Map<String, QuotaRow> old = before.getOrDefault(bounds.cohort(), Map.of());
      QuotaRow was = old.get(bounds.instance());
      putQuota(bounds, was == null ? 0 : was.usage);
    }
    quotasListed();
    rows.policyChanged();
    sortAnew();
    supply();
  }

  void putQuota(QuotaBounds bounds, int usage) {
    quotas
        .computeIfAbsent(bounds.cohort(), cohort -> new TreeMap<>())
        .put(bounds.instance(), new QuotaRow(bounds, usage));
    quotasListed();
  }

  private void quotasListed() {
    quotaList = quotas.values().stream().flatMap(one -> one.values().stream()).toList();
    touched();
  }

  /** Board and counts from jobs and bots as they are. */
  void sortAnew() {
    board = new Board(policy, quotas);
    counts.clear();
    resting.clear();
    dormant.clear();
    joinable.clear();
    byEnd.clear();
    ageing.clear();
    bots.values().forEach(board::join);
    for (Job job : jobs()) {
      job.bin = null;
      job.resting = false;
      if (job.stage == Stage.QUEUED) {
        count(job);
        wait(job);
      } else if (job.isOver() && job.completedAt >= 0) {
        byEnd.add(job);
      }
      offer(job);
    }
    touched();
  }

  /** In its bin; or, when it once found no bot and iterations are timed, where time lets it out. */
  private void wait(Job job) {
    if (!policy.onEvent() && job.triedAt >= 0) {
      job.resting = true;
      resting.add(job);
    } else {
      board.enter(job);
    }
  }

  private void offer(Job job) {
    if (job.spec.cacheable() && job.spec.action() != null && !job.isOver()) {
      joinable.putIfAbsent(joinKey(policy.pool(job.instance()), job.spec.action()), job);
    }
  }

  /** Whatever was worked out from the state has to be worked out again. */
  void touched() {
    preemptionKnown = false;
  }

  void count(Counters next) {
    counters = next;
    rows.countersChanged();
  }

  /** Something changed that may help a job that found no bot. */
  void supply() {
    if (!policy.onEvent()) {
      count(counters.supplied());
      while (!dormant.isEmpty()) {
        board.enter(dormant.pollFirst());
      }
    }
  }

  /** Backoffs that are over by now are over. A job that nothing can have helped stays out. */
  void awake(long nowMillis) {
    while (!resting.isEmpty() && resting.first().scheduleAfter <= nowMillis) {
      Job job = resting.pollFirst();
      job.resting = false;
      if (isHopeless(job)) {
        dormant.add(job);
      } else {
        board.enter(job);
      }
    }
  }

  /** It found no bot when it could have evicted already, and nothing has changed since. */
  private boolean isHopeless(Job job) {
    long triedAt = job.scheduleAfter - policy.pacing().failureBackoff();
    return !policy.onEvent()
        && job.triedAt == counters.supply()
        && triedAt >= policy.preempting().from(job.spec.queuedAt());
  }

  void add(Job job) {
    jobs.put(job.name(), job);
    handle(job);
    offer(job);
    changed(job);
    count(counters.ticket(job.spec.ticket()));
    if (job.stage == Stage.QUEUED) {
      enqueue(job);
    } else if (job.completedAt >= 0) {
      byEnd.add(job);
    }
  }

  /** Clients find it by its operations. */
  void handle(Job job) {
    for (Operation operation : job.operations()) {
      if (!operation.name().equals(job.name())) {
        operations.put(operation.name(), job);
      }
    }
  }

  void enqueue(Job job) {
    job.stage = Stage.QUEUED;
    count(job);
    if (job.resting) {
      resting.add(job);
    } else {
      board.enter(job);
    }
    changed(job);
  }

  private void count(Job job) {
    counts.add(policy.pool(job.instance()), job.spec.label(), job.priority);
    if (policy.limits().queueAge() != Policy.Limits.NONE) {
      ageing.add(job);
    }
  }

  void dequeue(Job job) {
    ageing.remove(job);
    counts.remove(policy.pool(job.instance()), job.spec.label(), job.priority);
    if (job.bin != null) {
      board.leave(job);
    } else if (job.resting) {
      resting.remove(job);
      job.resting = false;
    } else {
      dormant.remove(job);
    }
    changed(job);
  }

  /** Section 6. */
  void bind(Job job, Bot bot, Found found, long nowMillis) {
    dequeue(job);
    job.stage = Stage.EXECUTING;
    job.found = found;
    job.startedAt = nowMillis;
    job.completedAt = -1;
    job.code = null;
    job.bot = bot;
    rebind(job);
    charge(bot.spec.cohort(), job.instance(), 1);
  }

  /** The job is the bot's, as far as memory goes. */
  void rebind(Job job) {
    board.hide(job.bot);
    job.bot.held.put(job.name(), job);
    board.refresh(job.bot);
    byStart.add(job);
    if (job.bot.spec.cohort() != null) {
      running.computeIfAbsent(runningKey(job), k -> new TreeSet<>(Job.VICTIMS_FIRST)).add(job);
    }
  }

  private static Bin.Key runningKey(Job job) {
    return new Bin.Key(job.bot.spec.cohort(), "", job.spec.needs());
  }

  /** The bot no longer has the job, which is nowhere until the next fact about it. */
  void unbind(Job job) {
    Bot bot = job.bot;
    byStart.remove(job);
    if (bot.spec.cohort() != null) {
      TreeSet<Job> alike = running.get(runningKey(job));
      alike.remove(job);
      if (alike.isEmpty()) {
        running.remove(runningKey(job));
      }
    }
    board.hide(bot);
    bot.held.remove(job.name());
    board.refresh(bot);
    job.bot = null;
    charge(bot.spec.cohort(), job.instance(), -1);
    changed(job);
    supply();
  }

  /** Section 4: a missing row is ignored, and none goes below 0. */
  void charge(String cohort, String instance, int delta) {
    QuotaRow quota = quota(cohort, instance);
    if (quota != null) {
      quota.usage = Math.max(0, quota.usage + delta);
      rows.quotaChanged(quota);
      touched();
    }
  }

  void complete(Job job, Code code, boolean cancelled, long completedAt) {
    job.stage = Stage.COMPLETED;
    job.code = code;
    job.cancelled = cancelled;
    job.completedAt = completedAt;
    if (job.spec.action() != null) {
      joinable.remove(joinKey(policy.pool(job.instance()), job.spec.action()), job);
    }
    changed(job);
    if (policy.limits().retention() == 0) {
      forget(job);
    } else if (completedAt >= 0) {
      byEnd.add(job);
    }
  }

  void forget(Job job) {
    byEnd.remove(job);
    jobs.remove(job.name());
    for (Operation operation : job.operations()) {
      operations.remove(operation.name(), job);
    }
    job.forgotten = true;
    changed(job);
  }

  void register(Bot bot) {
    bots.put(bot.name(), bot);
    byExpiry.add(bot);
    board.join(bot);
    count(counters.session());
    changed(bot);
    supply();
  }

  void part(Bot bot) {
    board.part(bot);
    byExpiry.remove(bot);
    bots.remove(bot.name());
    changed(bot);
  }

  /** What a heartbeat says of the bot itself. */
  void refresh(Bot bot, Health health, int capacity, int priority, long expiresAt) {
    byExpiry.remove(bot);
    bot.expiresAt = expiresAt;
    byExpiry.add(bot);
    if (bot.health != health || bot.capacity != capacity || bot.priority != priority) {
      board.hide(bot);
      bot.health = health;
      bot.capacity = capacity;
      bot.priority = priority;
      board.refresh(bot);
      supply();
    }
    changed(bot);
  }

  void remember(Bot bot, String hint) {
    board.hide(bot);
    bot.hints.add(hint);
    while (bot.hints.size() > policy.scoring().hintLimit()) {
      bot.hints.remove(0);
    }
    board.refresh(bot);
    changed(bot);
  }

  void changed(Job job) {
    if (!job.changed) {
      job.changed = true;
      rows.jobChanged(job);
    }
    touched();
  }

  void changed(Bot bot) {
    if (!bot.changed) {
      bot.changed = true;
      rows.botChanged(bot);
    }
    touched();
  }

  /** From a row. */
  void restore(Policy saved, Counters counted) {
    policy = saved;
    counters = counted;
    board = new Board(policy, quotas);
  }

  /** From a row. */
  void restore(Bot bot) {
    bots.put(bot.name(), bot);
    byExpiry.add(bot);
    board.join(bot);
  }

  /** From a row; its bot is there already. */
  void restore(Job job, String bot) {
    jobs.put(job.name(), job);
    handle(job);
    if (job.stage == Stage.EXECUTING) {
      job.bot = bots.get(bot);
      rebind(job);
    }
  }
}
