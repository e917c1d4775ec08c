package dev.rota.bots.model;

import dev.rota.bots.model.BotsCodecs.LeaseRow;
import dev.rota.bots.model.BotsRows.QuotaKey;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotProfile;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A grid in memory, rebuilt from its rows. Only facts change it. */
public final class BotsState implements State, BotsView {
  private final BotsRows rows;
  private final RulesVersion version;
  private final BotIndex bots;
  private final JobIndex jobs;
  private final QuotaTable quotas = new QuotaTable();
  private final LeaseIndex leases;

  private JobQueue queue;

  private final StateMemo<Deadline> eviction = new StateMemo<>();

  private final StateMemo<Long> workFrom = new StateMemo<>();

  /** Opens a lane of the newest rules from its rows. */
  public BotsState(Tables tables) {
    this(tables, RulesVersion.NEWEST);
  }

  /** Opens a lane of these rules from its rows. */
  public BotsState(Tables tables, RulesVersion version) {
    this.version = version;
    this.bots = new BotIndex(version);
    this.jobs = new JobIndex(version);
    this.leases = new LeaseIndex(version);
    this.rows = new BotsRows(tables, version);
    this.queue = new JobQueue(policy(), quotas.byCohort(), version);
    rows.rebuild(this);
  }

  @Override
  public boolean savesOncePerPage() {
    return true;
  }

  @Override
  public void save() {
    rows.save(this);
  }

  @Override
  public GridPolicy policy() {
    return rows.policy.get();
  }

  @Override
  public boolean hasOwnPolicy() {
    return rows.policy.isSet();
  }

  @Override
  public RulesVersion version() {
    return version;
  }

  @Override
  public GridCounters counters() {
    return rows.counters.get();
  }

  @Override
  public Job job(String name) {
    return jobs.get(name);
  }

  @Override
  public Job operation(String name) {
    return jobs.operation(name);
  }

  @Override
  public Job joinable(String pool, String action) {
    return jobs.joinable(pool, action);
  }

  @Override
  public Bot bot(String name) {
    return bots.get(name);
  }

  @Override
  public QuotaTable quotas() {
    return quotas;
  }

  @Override
  public JobQueue queue() {
    return queue;
  }

  @Override
  public Board board() {
    return queue.board();
  }

  @Override
  public LeaseIndex leases() {
    return leases;
  }

  @Override
  public Timeline<Bot> byExpiry() {
    return bots.byExpiry();
  }

  @Override
  public Timeline<Job> byEnd() {
    return jobs.byEnd();
  }

  @Override
  public StateMemo<Deadline> eviction() {
    return eviction;
  }

  @Override
  public StateMemo<Long> workFrom() {
    return workFrom;
  }

  /**
   * Returns a copy that goes on by itself, for queries. It has no job that is over.
   *
   * @param most the jobs of one kind that wait in it
   */
  public BotsState copy(int most) {
    Tables tables = new Tables(new TreeRows(), 0);
    List<Job> copied = queue.first(most);
    leases.forEach(lease -> copied.add(lease.job()));
    rows.copyTo(tables, this, copied);
    return new BotsState(tables, version);
  }

  /** Epoch ms of the last that is known to have happened to what is there. */
  public long lastMillis() {
    long last = counters().awokenAt();
    for (Bot bot : allBots()) {
      last = Math.max(last, bot.expiresAt - bot.keepalive);
    }
    for (Job job : jobs.all()) {
      last = Math.max(last, Math.max(job.queuedAt, job.triedAt));
    }
    return last;
  }

  /** Returns all jobs by age. For checks and queries; rules must not use it. */
  public List<Job> jobs() {
    return jobs.all();
  }

  /** Returns all jobs, by age unless there are more than so many: for one who looks at each. */
  public Stream<Job> jobs(int sortedMost) {
    return jobs.all(sortedMost);
  }

  /** Returns all bots by name. */
  public List<Bot> allBots() {
    return bots.all();
  }

  /** Adopts a policy. Quotas that remain keep their usage; all indexes are rebuilt. */
  void adopt(GridPolicy next) {
    rows.policy.set(next);
    List<QuotaRow> added = quotas.replace(next.tenancy().quotas());
    rows.quotasReplaced(quotas);
    if (!version.isBefore(RulesVersion.THIRD)) {
      countLeases(added);
    }
    sortAnew(jobs.all());
  }

  /** Makes the usage of all quotas what runs. Older rules counted a new quota from 0. */
  void countLeases() {
    countLeases(quotas.all());
  }

  private void countLeases(List<QuotaRow> of) {
    if (of.isEmpty()) {
      return;
    }
    Map<QuotaKey, Integer> held = new HashMap<>();
    leases.forEach(
        lease -> {
          String cohort = lease.bot().spec.cohort();
          if (cohort != null) {
            held.merge(new QuotaKey(cohort, lease.job().instance()), 1, Integer::sum);
          }
        });
    for (QuotaRow row : of) {
      row.usage = held.getOrDefault(QuotaKey.of(row.bounds), 0);
      rows.quotaChanged(row);
    }
    touched();
  }

  /** Rebuilds the queue and the board from the bots and from all jobs by age. */
  void sortAnew(List<Job> byAge) {
    queue = new JobQueue(policy(), quotas.byCohort(), version);
    jobs.offerAnew(byAge, policy());
    allBots().forEach(queue.board()::join);
    for (Job job : byAge) {
      if (job.state instanceof Queued) {
        queue.enter(job, counters().awokenAt());
      }
    }
    touched();
  }

  /** Discards results computed from the state. */
  void touched() {
    eviction.forget();
    workFrom.forget();
  }

  void count(GridCounters next) {
    rows.counters.set(next);
  }

  /** Ends backoffs that have elapsed. */
  void awake(long nowMillis) {
    count(counters().awoken(nowMillis));
    queue.awake(nowMillis);
    touched();
  }

  void add(Job job) {
    jobs.add(job);
    jobs.offer(job, policy().pool(job.instance()));
    changed(job);
    count(counters().ticket(job.spec.ticket()));
    if (job.state instanceof Queued) {
      enqueue(job);
    }
  }

  /** Adds an operation to the job. A job may have thousands: only the new one is indexed. */
  void join(Job job, ClientOperation operation) {
    List<ClientOperation> operations = new ArrayList<>(job.operations());
    operations.add(operation);
    job.operations = List.copyOf(operations);
    jobs.handle(job, operation.name());
    changed(job);
  }

  /** Returns the job to the queue after its lease ended. */
  void requeue(Job job) {
    job.state = new Queued();
    enqueue(job);
  }

  void enqueue(Job job) {
    queue.enter(job, counters().awokenAt());
    changed(job);
  }

  void dequeue(Job job) {
    queue.leave(job);
    changed(job);
  }

  /** Section 6. */
  void bind(Job job, Bot bot, MatchStrategy found, long nowMillis) {
    dequeue(job);
    hold(new Leased(job, bot, found, nowMillis));
    charge(bot.spec.cohort(), job.instance(), 1);
  }

  /** Assigns the job to the bot in memory only. */
  private void hold(Leased lease) {
    lease.job().state = lease;
    queue.board().hide(lease.bot());
    lease.bot().held.put(lease.job().name(), lease);
    queue.board().refresh(lease.bot());
    leases.add(lease);
  }

  /** Removes the lease from its bot. The next fact about the job sets its state. */
  void unbind(Leased lease) {
    Bot bot = lease.bot();
    leases.remove(lease);
    queue.board().hide(bot);
    bot.held.remove(lease.job().name());
    queue.board().refresh(bot);
    charge(bot.spec.cohort(), lease.job().instance(), -1);
    changed(lease.job());
  }

  /** Section 4: a missing quota row is ignored. */
  void charge(String cohort, String instance, int delta) {
    QuotaRow quota = quotas.get(cohort, instance);
    if (quota != null) {
      quota.usage = QuotaRow.charged(quota.usage, delta);
      rows.quotaChanged(quota);
      touched();
    }
  }

  void complete(Job job, Over over) {
    job.state = over;
    job.spec = job.spec.spent();
    jobs.over(job, policy().pool(job.instance()));
    changed(job);
    if (policy().limits().retention() == 0) {
      forget(job);
    }
  }

  void forget(Job job) {
    jobs.forget(job);
    changed(job);
  }

  void register(Bot bot) {
    restore(bot);
    count(counters().session());
    changed(bot);
  }

  void part(Bot bot) {
    queue.board().part(bot);
    bots.remove(bot);
    changed(bot);
  }

  /** Updates the bot from a heartbeat. */
  void refresh(Bot bot, BotProfile profile, long expiresAt) {
    bots.prolong(bot, expiresAt);
    mark(bot);
    if (!bot.profile.equals(profile)) {
      queue.board().hide(bot);
      bot.profile = profile;
      queue.board().refresh(bot);
      touched();
    }
  }

  void remember(Bot bot, String hint) {
    queue.board().hide(bot);
    bot.hints.add(hint);
    while (bot.hints.size() > policy().scoring().hintLimit()) {
      bot.hints.remove(0);
    }
    queue.board().refresh(bot);
    changed(bot);
  }

  void changed(Job job) {
    rows.jobChanged(job);
    touched();
  }

  void changed(Bot bot) {
    mark(bot);
    touched();
  }

  /** The bot's row must be written. Nothing is computed from what a heartbeat prolongs. */
  private void mark(Bot bot) {
    if (!bot.changed) {
      bot.changed = true;
      rows.bots.mark(bot.name());
    }
  }

  /** Adds a bot from its row. */
  void restore(Bot bot) {
    bots.add(bot);
    queue.board().join(bot);
  }

  /** Adds a job from its row. Its bot must be present. */
  void restore(Job job, LeaseRow lease) {
    jobs.add(job);
    if (lease != null) {
      hold(new Leased(job, bots.get(lease.bot()), lease.found(), lease.startedAt()));
    }
  }
}
