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
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.QuotaRow;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridPolicy;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * One iteration of an assigner, section 3. It considers at most one job, which gets a bot or backs
 * off. No facts mean that there was no job to consider. A parked job counts only while a bot or a
 * victim is available for it (section 7).
 *
 * @param cohort the assigner's cohort; null for PRIORITY_AGE
 * @param order order of the candidates; a cohort's assigner always uses priority
 * @param instances the instances to serve
 */
public record AssignerIteration(
    String cohort,
    Order order,
    Predicate<String> instances,
    AssignerRandom chance,
    long nowMillis) {
  enum Order {
    PRIORITY,
    AGE,
    DRAWN
  }

  /** The job considered and its pass. */
  record Considered(Job job, JobBin bin, QuotaTier tier) {}

  /** True if the next job is chosen by age. Drawn unless the percentage decides (V005-V008). */
  public static boolean byAge(GridPolicy policy, AssignerRandom chance) {
    int percentage = policy.pacing().priorityPercentage();
    if (policy.byCohort() || percentage >= 100) {
      return false;
    }
    return percentage <= 0 || chance.draw() > percentage;
  }

  List<BotsFact> facts(BotsView view) {
    boolean age =
        cohort == null
            && (order == Order.AGE
                || (order == Order.DRAWN
                    && chance.draw() > view.policy().pacing().priorityPercentage()));
    Considered considered = considered(view, age);
    if (considered == null) {
      return List.of();
    }
    List<BotsFact> facts = placed(view, considered, age);
    return chance.taken() == 0 || facts.isEmpty()
        ? facts
        : GridEndings.with(new Drawn(chance.taken(), nowMillis), facts);
  }

  /** Returns the job that an iteration would consider now, or null. */
  Considered considered(BotsView view, boolean age) {
    Search search = new Search(age);
    for (JobBin bin : view.board().waiting()) {
      search.look(bin.polled().first(age), bin, tier(bin));
    }
    view.board()
        .forEachHelped(
            match -> {
              if (permits(view, match.bin().key().instance(), match.kind())) {
                search.look(match.bin().parked().first(age), match.bin(), tier(match.bin()));
              }
            });
    Deadline eviction = Preemption.next(view);
    if (eviction != null && eviction.atMillis() <= nowMillis) {
      for (JobBin bin : view.board().waiting()) {
        QuotaTier tier = tier(bin);
        if (!bin.parked().isEmpty() && mayEvict(view, tier)) {
          search.look(Preemption.entitled(view, bin, cohort, age, nowMillis), bin, tier);
        }
      }
    }
    return search.first;
  }

  /** Finds the first candidate by pass, then by priority or age. */
  private static final class Search {
    private final boolean age;
    private Considered first;

    Search(boolean age) {
      this.age = age;
    }

    void look(Job job, JobBin bin, QuotaTier tier) {
      if (job != null
          && tier.isOpen()
          && (first == null || tier.isBefore(first.tier, job, first.job, age))) {
        first = new Considered(job, bin, tier);
      }
    }
  }

  /** The pass in which the assigner considers these jobs, regardless of bots. */
  private QuotaTier tier(JobBin bin) {
    return tier(bin, cohort, instances.test(bin.key().instance()));
  }

  static QuotaTier tier(JobBin bin, String cohort, boolean served) {
    if (!served) {
      return QuotaTier.NOT_SERVED;
    }
    return cohort == null ? QuotaTier.FIRST : QuotaTier.of(bin.quota(cohort));
  }

  private List<BotsFact> placed(BotsView view, Considered considered, boolean age) {
    Job job = considered.job;
    List<BotClass> kinds = new ArrayList<>();
    boolean barred = false;
    for (BinMatch match : considered.bin.matches()) {
      BotClass kind = match.kind();
      boolean permitted = permits(view, job.instance(), kind);
      barred |= !permitted && cohort == null && !kind.free().isEmpty();
      if (permitted) {
        kinds.add(kind);
      }
    }
    BotChoice choice = BotChoice.among(view.policy().scoring(), job, kinds, chance);
    if (choice.bot() == null) {
      return evicting(view, considered, barred ? BotsReason.MAX_QUOTA : BotsReason.NO_BOT);
    }
    Bot bot = choice.bot();
    if (cohort != null && !charges(view, job.instance(), considered.tier, bot)) {
      return List.of(); // the charge fails on the quota of the bot's cohort (V081)
    }
    BotsReason reason = considered.tier.reason(cohort != null, age);
    String rule = cohort == null ? "bots 3.1" : "bots 3.2";
    return List.of(
        LeaseStarted.of(view.policy(), job, bot, choice.found(), reason, nowMillis, rule));
  }

  private boolean permits(BotsView view, String instance, BotClass kind) {
    return permitted(view, cohort, instance, kind).isOpen();
  }

  /** Skips bots of a cohort at its maximum, so that others may run the job (hazard 7). */
  static QuotaTier permitted(BotsView view, String cohort, String instance, BotClass kind) {
    if (cohort == null) {
      return QuotaTier.upToMaximum(view.quotas().get(kind.key().cohort(), instance));
    }
    boolean used = !view.policy().scoring().cohortOnly() || cohort.equals(kind.key().cohort());
    return used ? QuotaTier.FIRST : QuotaTier.OTHER_ASSIGNER;
  }

  /** Whether the charge of a cohort's assigner holds, on the quota of the bot's cohort. */
  private static boolean charges(BotsView view, String instance, QuotaTier tier, Bot bot) {
    QuotaRow quota = view.quotas().get(bot.spec().cohort(), instance);
    if (bot.spec().cohort() == null) {
      return true;
    }
    return quota != null
        && (tier == QuotaTier.FIRST ? quota.isBelowMinimum() : quota.isBelowMaximum());
  }

  /** ON_INTERVAL: whether the charge of an assigner that considers these jobs holds. */
  static boolean charges(BotsView view, JobBin bin, Bot bot) {
    for (String one : AssignerPace.assigners(view.policy())) {
      QuotaTier tier = tier(bin, one, bin.served());
      boolean given =
          tier.isOpen() && permitted(view, one, bin.key().instance(), bot.kind()).isOpen();
      if (given && (one == null || charges(view, bin.key().instance(), tier, bot))) {
        return true;
      }
    }
    return false;
  }

  private List<BotsFact> evicting(BotsView view, Considered considered, BotsReason reason) {
    Job job = considered.job;
    boolean waitedLong = nowMillis >= view.policy().preempting().from(job.spec().queuedAt());
    if (waitedLong && mayEvict(view, considered.tier)) {
      Leased victim = Preemption.victim(view, considered.bin, job.priority(), cohort, nowMillis);
      if (victim != null) {
        return Preemption.evict(view, victim, job, nowMillis);
      }
    }
    long until = BotsInstants.plus(nowMillis, view.policy().pacing().failureBackoff());
    return List.of(new JobBackedOff(job.name(), job.instance(), until, nowMillis, reason));
  }

  private boolean mayEvict(BotsView view, QuotaTier tier) {
    return cohort == null ? view.policy().preempting().byPriorityAge() : tier == QuotaTier.FIRST;
  }
}
