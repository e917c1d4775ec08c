package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.values.Code;
import dev.rota.bots.values.Policy;
import dev.rota.bots.values.Reason;
import dev.rota.bots.values.Times;
import dev.rota.engine.Deadline;
import dev.rota.engine.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What falls due. Of one instant, kinds fire in the order of their names, which is the order below,
 * and of one kind, ids do (L4). After each of them, whatever can run does.
 *
 * <ol>
 *   <li>age (bots 11): a job whose time in the queue is up gets no bot any more;
 *   <li>bot (bots 10): a bot that is lost gets nothing of what the others free, and what it held is
 *       tried again, also where its execution limit is that very instant;
 *   <li>execution (bots 11): a job that has run too long gives its bot to those who come after;
 *   <li>iteration (bots 3): the assigners find what all of these have left;
 *   <li>preemption (bots 7): nobody is evicted for a job that has just got a bot without that;
 *   <li>retention (bots 11): a name is free again for whoever comes next.
 * </ol>
 */
final class Deadlines {
  /** By the job's name. */
  static final String AGE = "age";

  /** By the bot's name. */
  static final String BOT = "bot";

  /** By the job's name. */
  static final String EXECUTION = "execution";

  /** ON_INTERVAL; there is one of it, without a name. */
  static final String ITERATION = "iteration";

  /** ON_EVENT; by the name of the job that waits. */
  static final String PREEMPTION = "preemption";

  /** By the job's name. */
  static final String RETENTION = "retention";

  private Deadlines() {}

  /** The first that comes after that, or null. */
  static Deadline next(BotsView view, Deadline after) {
    Deadline own = view.policy().onEvent() ? Preemption.next(view) : Pace.next(view);
    return sooner(ending(view, after), own == null || isBefore(after, own) ? own : null);
  }

  private static boolean isBefore(Deadline after, Deadline own) {
    return after == null || after.compareTo(own) < 0;
  }

  /** As above, of those only that end something. */
  private static Deadline ending(BotsView view, Deadline after) {
    Policy.Limits limits = view.policy().limits();
    Deadline age = ageing(view, after);
    Deadline bot = view.byExpiry().next(BOT, 1, after);
    Deadline execution = view.leases().byStart().next(EXECUTION, limits.execution(), after);
    Deadline retention = view.byEnd().next(RETENTION, limits.retention(), after);
    return sooner(sooner(age, bot), sooner(execution, retention));
  }

  /** As above, of jobs that wait only. */
  private static Deadline ageing(BotsView view, Deadline after) {
    // Strict: a job may wait as long as the limit (V135), a bot is silent as long as its time is.
    long limit = Times.plus(view.policy().limits().queueAge(), 1);
    return view.queue().ageing().next(AGE, limit, after);
  }

  private static Deadline sooner(Deadline one, Deadline other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** What comes of one that ends something. */
  static List<BotsFact> ended(BotsView view, Deadline due, long nowMillis) {
    return switch (due.kind()) {
      case AGE -> List.of(gaveUp(view.job(due.id()), nowMillis, nowMillis));
      case BOT -> Endings.gone(view, view.bot(due.id()), Reason.BOT_LOST, null, nowMillis);
      case EXECUTION -> overran(view.job(due.id()), nowMillis);
      case RETENTION -> List.of(forgotten(view.job(due.id()), nowMillis));
      default -> List.of();
    };
  }

  /** Section 11: as a full cancellation (V133). */
  static List<BotsFact> overran(Job job, long nowMillis) {
    return Endings.cancelled(job, Code.DEADLINE_EXCEEDED, Reason.EXECUTION_LIMIT, nowMillis);
  }

  /** Remembered as long as any other that is over: the original never prunes it (hazard 5). */
  static JobEnded gaveUp(Job job, long completedAt, long nowMillis) {
    return new JobEnded(
        job.name(),
        job.instance(),
        Code.UNAVAILABLE,
        false,
        job.attempt(),
        completedAt,
        Reason.QUEUE_LIMIT,
        nowMillis,
        "bots 11");
  }

  private static JobForgotten forgotten(Job job, long nowMillis) {
    return new JobForgotten(job.name(), job.instance(), Reason.AGE, nowMillis);
  }

  /**
   * What a turn may leave behind that is due already: it ends now, not back then. What had been due
   * before the turn is not its own: that fires by itself, or is set aside.
   */
  static final class Passed {
    private record Item(String kind, String id) {}

    /** Hardly ever any. */
    private Set<Item> known = Set.of();

    private final long untilMillis;
    private final long nowMillis;

    /**
     * Made before the turn decides anything.
     *
     * @param untilMillis what is due by then has passed
     * @param nowMillis when that ends
     */
    Passed(BotsView before, long untilMillis, long nowMillis) {
      this.untilMillis = untilMillis;
      this.nowMillis = nowMillis;
      for (Deadline due = due(ending(before, null)); due != null; due = due(ending(before, due))) {
        known = known.isEmpty() ? new HashSet<>() : known;
        known.add(item(due));
      }
    }

    /** One after the other, of all kinds: a limit may be shorter than it was. */
    Step<BotsView, BotsFact> all() {
      return Step.repeated(view -> first(view, Deadlines::ending));
    }

    /** A job that waits again may have waited too long already. */
    Step<BotsView, BotsFact> waiting() {
      return Step.repeated(view -> first(view, Deadlines::ageing));
    }

    private List<BotsFact> first(
        BotsView view, BiFunction<BotsView, Deadline, Deadline> nextAfter) {
      Deadline due = due(nextAfter.apply(view, null));
      while (due != null && known.contains(item(due))) {
        due = due(nextAfter.apply(view, due));
      }
      return due == null ? List.of() : ended(view, due, nowMillis);
    }

    private Deadline due(Deadline next) {
      return next == null || next.atMillis() > untilMillis ? null : next;
    }

    private static Item item(Deadline due) {
      return new Item(due.kind(), due.id());
    }
  }
}
