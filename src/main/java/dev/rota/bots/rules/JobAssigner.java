package dev.rota.bots.rules;

import dev.rota.bots.model.BinMatch;
import dev.rota.bots.model.Bot;
import dev.rota.bots.model.BotClass;
import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.Drawn;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobBin;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.bots.values.MatchStrategy;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * ON_EVENT: assigns every job that can run. Each step assigns the first job for which a free bot
 * and the quotas allow it, to the best such bot. If there is none, a job that has waited long
 * enough may evict another.
 *
 * @param evictsMillis evictions due by this epoch ms are made
 */
record JobAssigner(long nowMillis, long evictsMillis) implements Step<BotsView, BotsFact> {
  @Override
  public List<BotsFact> decide(BotsView view) {
    if (!view.policy().onEvent()) {
      return List.of();
    }
    Candidate first = first(view, false);
    if (first == null) {
      return Preemption.overdue(view, evictsMillis, nowMillis);
    }
    GridPolicy policy = view.policy();
    AssignerRandom chance =
        new AssignerRandom.Seeded(policy.pacing().seed(), view.counters().draws());
    if (AssignerIteration.byAge(policy, chance)) {
      first = first(view, true);
    }
    List<BotClass> kinds = new ArrayList<>(first.bin.matches().size());
    for (BinMatch match : first.bin.matches()) {
      boolean asked = policy.scoring().samplesAll() || !match.kind().free().isEmpty();
      if (asked && isLooked(policy, match, first.tier)) {
        kinds.add(match.kind());
      }
    }
    // The code's sample may be empty. The best bot is used then, because no job may wait.
    BotChoice choice = BotChoice.among(policy.scoring(), first.job, kinds, chance);
    Bot bot = choice.bot() == null ? best(kinds) : choice.bot();
    BotsReason reason = first.tier.reason(policy.byCohort(), first.age);
    MatchStrategy found = choice.bot() == null ? MatchStrategy.CAPACITY : choice.found();
    String rule = policy.byCohort() ? "bots 3.2" : "bots 3.1";
    LeaseStarted lease = LeaseStarted.of(policy, first.job, bot, found, reason, nowMillis, rule);
    return chance.taken() == 0
        ? List.of(lease)
        : List.of(new Drawn(chance.taken(), nowMillis), lease);
  }

  /** A job of the first pass gets no bot on which it may run in the second only. */
  static boolean isLooked(GridPolicy policy, BinMatch match, QuotaTier tier) {
    return QuotaTier.of(policy, match).compareTo(tier) <= 0;
  }

  private static Bot best(List<BotClass> kinds) {
    Comparator<? super Bot> bestFirst = kinds.get(0).free().comparator();
    TreeSet<Bot> firsts = new TreeSet<>(bestFirst);
    for (BotClass kind : kinds) {
      if (!kind.free().isEmpty()) {
        firsts.add(kind.free().first());
      }
    }
    return firsts.first();
  }

  /** The next job to assign, with its pass and order. */
  record Candidate(Job job, JobBin bin, QuotaTier tier, boolean age) {}

  /** Returns the first job that a free bot may run, or null. */
  static Candidate first(BotsView view, boolean age) {
    Search search = new Search(view.policy(), age);
    view.board().forEachHelped(search);
    return search.best;
  }

  private static final class Search implements Consumer<BinMatch> {
    private final GridPolicy policy;
    private final boolean age;
    private Candidate best;

    Search(GridPolicy policy, boolean age) {
      this.policy = policy;
      this.age = age;
    }

    @Override
    public void accept(BinMatch match) {
      QuotaTier tier = QuotaTier.of(policy, match);
      Job job = tier.isOpen() ? match.bin().parked().first(age) : null;
      if (job != null && (best == null || tier.isBefore(best.tier, job, best.job, age))) {
        best = new Candidate(job, match.bin(), tier, age);
      }
    }
  }
}
