package dev.rota.bots.model;

import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.bots.values.RulesVersion;
import dev.rota.kernel.table.ChangedRows;
import dev.rota.kernel.table.Codec;
import dev.rota.kernel.table.SingleRow;
import dev.rota.kernel.table.Table;
import dev.rota.kernel.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The rows of a grid. Each is written at most once per turn, and only when it changed.
 *
 * <pre>
 * 1 policy    one row
 * 2 counters  one row: tickets, sessions, draws, the assigner's pause
 * 3 bots      name -> session and last heartbeat
 * 4 jobs      ticket -> job and its bot's name
 * 5 usage     cohort, instance -> leases held; no row means 0
 * </pre>
 */
public final class BotsRows {
  public record QuotaKey(String cohort, String instance) implements Comparable<QuotaKey> {
    static QuotaKey of(QuotaBounds bounds) {
      return new QuotaKey(bounds.cohort(), bounds.instance());
    }

    @Override
    public int compareTo(QuotaKey other) {
      int byCohort = cohort.compareTo(other.cohort);
      return byCohort != 0 ? byCohort : instance.compareTo(other.instance);
    }
  }

  final SingleRow<GridPolicy> policy;
  final SingleRow<GridCounters> counters;
  final ChangedRows<String, BotsCodecs.BotRow> bots;
  final ChangedRows<QuotaKey, Integer> usage;
  private final Table<Long, BotsCodecs.JobRow> jobs;

  /** A list of jobs, not of tickets: no index holds a forgotten job. */
  private final List<Job> changedJobs = new ArrayList<>();

  BotsRows(Tables tables, RulesVersion version) {
    GridPolicy initial = GridPolicy.initial(version);
    policy = tables.openSingle(1, BotsCodecs.POLICY, initial);
    counters = tables.openSingle(2, GridCounters.ROW, GridCounters.NONE);
    bots = tables.openChanged(3, Codec.TEXT, BotsCodecs.BOT);
    jobs = tables.open(4, Codec.LONG, BotsCodecs.JOB);
    usage = tables.openChanged(5, BotsCodecs.QUOTA, BotsCodecs.USAGE);
  }

  void rebuild(BotsState state) {
    TreeMap<QuotaKey, Integer> used = new TreeMap<>();
    usage.rebuild(used::put);
    for (QuotaBounds bounds : policy.get().tenancy().quotas()) {
      QuotaKey key = QuotaKey.of(bounds);
      state.quotas().put(bounds, used.getOrDefault(key, 0));
    }
    bots.rebuild((_, row) -> state.restore(row.bot(state.version())));
    BotsCodecs.Interned interned = new BotsCodecs.Interned();
    List<Job> byAge = new ArrayList<>();
    jobs.rebuild(
        (ticket, row) -> {
          Job job = row.job(ticket, interned);
          job.saved = true;
          byAge.add(job);
          state.restore(job, row.lease());
        });
    byAge.sort(Job.BY_AGE); // almost the order of tickets
    state.sortAnew(byAge);
  }

  /** Writes a grid of these jobs, in which everything else is the same. */
  void copyTo(Tables tables, BotsState state, List<Job> copied) {
    BotsRows to = new BotsRows(tables, state.version());
    to.policy.save(policy.get());
    to.counters.save(counters.get());
    Table<String, BotsCodecs.BotRow> bots = tables.open(3, Codec.TEXT, BotsCodecs.BOT);
    state.allBots().forEach(bot -> bots.add(bot.name(), BotsCodecs.BotRow.of(bot)));
    copied.forEach(job -> to.jobs.add(job.spec.ticket(), BotsCodecs.JobRow.of(job)));
    Table<QuotaKey, Integer> used = tables.open(5, BotsCodecs.QUOTA, BotsCodecs.USAGE);
    state.quotas().all().forEach(row -> used.add(QuotaKey.of(row.bounds), row.usage));
  }

  void jobChanged(Job job) {
    if (!job.changed) {
      job.changed = true;
      changedJobs.add(job);
    }
  }

  /** Deletes the rows of removed quotas. */
  void quotasReplaced(QuotaTable quotas) {
    usage.rebuild(
        (key, _) -> {
          if (quotas.get(key) == null) {
            usage.mark(key);
          }
        });
  }

  void quotaChanged(QuotaRow quota) {
    if (!quota.changed) {
      quota.changed = true;
      usage.mark(QuotaKey.of(quota.bounds));
    }
  }

  void save(BotsState state) {
    policy.save();
    counters.save();
    bots.save(state::bot, BotsRows::saved);
    for (Job job : changedJobs) {
      job.changed = false;
      BotsCodecs.JobRow row = job.forgotten ? null : BotsCodecs.JobRow.of(job);
      jobs.set(job.spec.ticket(), row, job.saved);
      job.saved = row != null;
    }
    changedJobs.clear();
    usage.save(state.quotas()::get, BotsRows::saved);
  }

  private static BotsCodecs.BotRow saved(Bot bot) {
    bot.changed = false;
    return BotsCodecs.BotRow.of(bot);
  }

  private static Integer saved(QuotaRow quota) {
    quota.changed = false;
    return quota.usage == 0 ? null : quota.usage;
  }
}
