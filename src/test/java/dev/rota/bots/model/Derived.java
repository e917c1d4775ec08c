package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.queries.Explained;
import dev.rota.bots.rules.Awaited;
import dev.rota.bots.rules.BotsEngine;
import dev.rota.bots.values.Operation;
import dev.rota.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that is kept in memory beside the rows, in words: after a restart it is the same. */
public final class Derived {
  private final BotsState state;
  private final Map<String, Object> told = new TreeMap<>();

  private Derived(BotsState state) {
    this.state = state;
  }

  public static Map<String, Object> of(BotsState state) {
    Derived derived = new Derived(state);
    derived.jobs();
    derived.board();
    derived.bots();
    derived.times();
    return derived.told;
  }

  private static List<String> names(List<Job> jobs) {
    return jobs.stream().map(Job::name).toList();
  }

  private static List<String> names(Ranked ranked) {
    List<String> names = new ArrayList<>();
    ranked.forEach(job -> names.add(job.name()));
    return names;
  }

  private void jobs() {
    told.put("resting", names(new ArrayList<>(state.queue().resting())));
    for (Job job : state.jobs()) {
      String pool = state.policy().pool(job.instance());
      Job joinable = state.joinable(pool, job.spec.action());
      told.put(
          "joinable " + pool + "/" + job.spec.action(), joinable == null ? "" : joinable.name());
      for (Operation operation : job.operations()) {
        told.put("operation " + operation.name(), state.operation(operation.name()).name());
      }
      QueueCounts counts = state.queue().counts();
      String label = job.spec.label();
      told.put("counted " + pool + "/" + label, counts.queued(pool, label));
      told.put("ahead " + pool + "/" + job.priority, counts.ahead(pool, job.priority, 1000));
      told.put("waits " + job.name(), Explained.job(state, job));
    }
  }

  private void board() {
    for (Bin bin : state.board().waiting()) {
      told.put("parked " + bin.key, names(bin.parked));
      told.put("polled " + bin.key, names(bin.polled));
      told.put("shares " + bin.key, bin.shares.stream().map(CohortShare::cohort).toList());
      told.put(
          "matches " + bin.key,
          new TreeSet<>(bin.matches.stream().map(match -> match.kind().key.toString()).toList()));
    }
    for (BotClass kind : state.board().classes()) {
      told.put("free " + kind.key, kind.free.stream().map(Bot::name).toList());
      told.put("members " + kind.key, new TreeSet<>(kind.members.keySet()));
      told.put("is open " + kind.key, state.board().open().contains(kind));
    }
  }

  private void bots() {
    for (Bot bot : state.allBots()) {
      told.put("bot " + bot.name(), Explained.bot(state, bot));
      told.put("kind of " + bot.name(), bot.kind.key + ", free " + bot.kind.free.contains(bot));
      told.put("rank of " + bot.name(), bot.isFree() ? bot.rank : null);
    }
  }

  private void times() {
    told.put("ageing", names(state.queue().ageing().all()));
    told.put("leases", names(state.leases().byStart().all().stream().map(Leased::job).toList()));
    told.put("ended", names(state.byEnd().all()));
    told.put("expiring", state.byExpiry().all().stream().map(Bot::name).toList());
    told.put("eviction", String.valueOf(Awaited.eviction(state)));
    told.put("work", state.policy().onEvent() ? null : Awaited.workFrom(state));
    List<Deadline> deadlines = new ArrayList<>();
    for (Deadline next = new BotsEngine().nextDeadline(state, null);
        next != null;
        next = new BotsEngine().nextDeadline(state, next)) {
      deadlines.add(next);
    }
    told.put("deadlines", deadlines);
    told.put("usage", Explained.usage(state));
    told.put("counters", state.counters());
    told.put("policy", state.policy());
  }
}
