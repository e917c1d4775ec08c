package dev.rota.bots.model;

import dev.rota.bots.values.Policy;
import dev.rota.bots.values.QuotaBounds;
import dev.rota.table.Codec;
import dev.rota.table.Table;
import dev.rota.table.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of a grid. Each is written at most once a turn, and only when it changed.
 *
 * <pre>
 * 1 policy    one row
 * 2 counters  one row: tickets, sessions, draws, the assigner's pause
 * 3 bots      name -> session and what it last said
 * 4 jobs      ticket -> job, the name of its bot in it
 * 5 usage     cohort, instance -> leases held; none: 0
 * </pre>
 */
public final class BotsRows {
  /** The key of a quota row. */
  public record QuotaKey(String cohort, String instance) implements Comparable<QuotaKey> {
    @Override
    public int compareTo(QuotaKey other) {
      int byCohort = cohort.compareTo(other.cohort);
      return byCohort != 0 ? byCohort : instance.compareTo(other.instance);
    }
  }

  private final Table<Boolean, Policy> policies;
  private final Table<Boolean, Counters> counters;
  private final Table<String, BotsCodecs.BotRow> bots;
  private final Table<Long, BotsCodecs.JobRow> jobs;
  private final Table<QuotaKey, Integer> usage;

  private final List<Job> changedJobs = new ArrayList<>();
  private final List<Bot> changedBots = new ArrayList<>();
  private final TreeSet<QuotaKey> changedQuotas = new TreeSet<>();
  private boolean policyChanged;
  private boolean countersChanged;

  BotsRows(Tables tables) {
    policies = tables.open(1, Codec.SINGLE, PolicyCodec.POLICY);
    counters = tables.open(2, Codec.SINGLE, BotsCodecs.COUNTERS);
    bots = tables.open(3, Codec.TEXT, BotsCodecs.BOT);
    jobs = tables.open(4, Codec.LONG, BotsCodecs.JOB);
    usage = tables.open(5, BotsCodecs.QUOTA, BotsCodecs.USAGE);
  }

  void rebuild(BotsState state) {
    Policy policy = policies.get(true);
    Counters counted = counters.get(true);
    state.restore(
        policy == null ? Policy.DEFAULT : policy, counted == null ? Counters.NONE : counted);
    TreeMap<QuotaKey, Integer> used = new TreeMap<>();
    usage.rebuild(used::put);
    for (QuotaBounds bounds : state.policy().tenancy().quotas()) {
      QuotaKey key = new QuotaKey(bounds.cohort(), bounds.instance());
      state.quotas().put(bounds, used.getOrDefault(key, 0));
    }
    bots.rebuild((name, row) -> state.restore(row.bot(name)));
    BotsCodecs.Interned interned = new BotsCodecs.Interned();
    jobs.rebuild((ticket, row) -> state.restore(row.job(ticket, interned), row.lease()));
    state.sortAnew();
  }

  void policyChanged() {
    policyChanged = true;
  }

  void countersChanged() {
    countersChanged = true;
  }

  void jobChanged(Job job) {
    changedJobs.add(job);
  }

  void botChanged(Bot bot) {
    changedBots.add(bot);
  }

  void quotaChanged(QuotaRow quota) {
    if (!quota.changed) {
      quota.changed = true;
      changedQuotas.add(new QuotaKey(quota.bounds.cohort(), quota.bounds.instance()));
    }
  }

  void save(BotsState state) {
    if (policyChanged) {
      savePolicy(state);
    }
    if (countersChanged) {
      counters.put(true, state.counters());
      countersChanged = false;
    }
    for (Bot bot : changedBots) {
      bot.changed = false;
      saveBot(state, bot);
    }
    changedBots.clear();
    for (Job job : changedJobs) {
      job.changed = false;
      if (job.forgotten) {
        jobs.remove(job.spec.ticket());
      } else {
        jobs.put(job.spec.ticket(), BotsCodecs.JobRow.of(job));
      }
    }
    changedJobs.clear();
    for (QuotaKey key : changedQuotas) {
      QuotaRow quota = state.quotas().get(key.cohort(), key.instance());
      if (quota == null) {
        usage.remove(key);
      } else {
        quota.changed = false;
        saveUsage(key, quota.usage);
      }
    }
    changedQuotas.clear();
  }

  /** Of two bots of one name in one turn, the one that lives. */
  private void saveBot(BotsState state, Bot bot) {
    Bot live = state.bot(bot.name());
    if (live == null) {
      bots.remove(bot.name());
    } else {
      bots.put(live.name(), BotsCodecs.BotRow.of(live));
    }
  }

  private void saveUsage(QuotaKey key, int used) {
    if (used == 0) {
      usage.remove(key);
    } else {
      usage.put(key, used);
    }
  }

  private void savePolicy(BotsState state) {
    policies.put(true, state.policy());
    List<QuotaKey> known = new ArrayList<>();
    usage.rebuild((key, used) -> known.add(key));
    for (QuotaKey key : known) {
      if (state.quotas().get(key.cohort(), key.instance()) == null) {
        usage.remove(key);
      }
    }
    policyChanged = false;
  }
}
