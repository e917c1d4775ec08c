package dev.rota.bots.rules;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsView;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.BotsInstants;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.GridLimits;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * The deadlines of a grid. At one instant, kinds fire in the order of their names, and deadlines of
 * one kind in the order of their ids (L4). After each, every job that can run is assigned.
 *
 * <ol>
 *   <li>age (bots 11): a job past its queue limit no longer gets a bot.
 *   <li>bot (bots 10): a lost bot gets no job that a later deadline places. Its own jobs are
 *       retried, even if their execution limit falls on the same instant.
 *   <li>execution (bots 11): a job past its execution limit frees its bot for later jobs.
 *   <li>iteration (bots 3): the assigners see the results of all the above.
 *   <li>preemption (bots 7): a job that just got a bot evicts no other.
 *   <li>retention (bots 11): the name of a completed job can be reused.
 * </ol>
 */
final class GridDeadlines {
  /** Id: the job's name. */
  static final String AGE = "age";

  /** Id: the bot's name. */
  static final String BOT = "bot";

  /** Id: the job's name. */
  static final String EXECUTION = "execution";

  /** ON_INTERVAL. There is one, with an empty id. */
  static final String ITERATION = "iteration";

  /** ON_EVENT. Id: the queued job's name. */
  static final String PREEMPTION = "preemption";

  /** Id: the job's name. */
  static final String RETENTION = "retention";

  private GridDeadlines() {}

  /** Returns the first deadline after the given one, or null. */
  static Deadline next(BotsView view, Deadline after) {
    Deadline own = view.policy().onEvent() ? Preemption.next(view) : AssignerPace.next(view);
    return sooner(ending(view, after), own == null || isBefore(after, own) ? own : null);
  }

  private static boolean isBefore(Deadline after, Deadline own) {
    return after == null || after.compareTo(own) < 0;
  }

  /** As {@code next}, without iterations and preemptions. */
  private static Deadline ending(BotsView view, Deadline after) {
    GridLimits limits = view.policy().limits();
    Deadline age = ageing(view, after);
    Deadline bot = view.byExpiry().next(BOT, 1, after);
    Deadline execution = view.leases().byStart().next(EXECUTION, limits.execution(), after);
    Deadline retention = view.byEnd().next(RETENTION, limits.retention(), after);
    return sooner(sooner(age, bot), sooner(execution, retention));
  }

  /** As {@code next}, only for queued jobs. */
  private static Deadline ageing(BotsView view, Deadline after) {
    // One more ms: a job may wait exactly the limit (V135).
    long limit = BotsInstants.plus(view.policy().limits().queueAge(), 1);
    return view.queue().ageing().next(AGE, limit, after);
  }

  private static Deadline sooner(Deadline one, Deadline other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Returns the facts of a deadline that ends something. */
  static List<BotsFact> ended(BotsView view, Deadline due, long nowMillis) {
    return switch (due.kind()) {
      case AGE -> List.of(gaveUp(view.job(due.id()), nowMillis, nowMillis));
      case BOT -> GridEndings.gone(view, view.bot(due.id()), BotsReason.BOT_LOST, null, nowMillis);
      case EXECUTION -> overran(view.job(due.id()), nowMillis);
      case RETENTION -> List.of(forgotten(view.job(due.id()), nowMillis));
      default -> List.of();
    };
  }

  /** Section 11: like the cancellation of all operations (V133). */
  static List<BotsFact> overran(Job job, long nowMillis) {
    return GridEndings.cancelled(
        job, GrpcStatus.DEADLINE_EXCEEDED, BotsReason.EXECUTION_LIMIT, nowMillis);
  }

  /** Kept as long as any completed job; the original never removes it (hazard 5). */
  static JobEnded gaveUp(Job job, long completedAt, long nowMillis) {
    Over over = new Over(GrpcStatus.UNAVAILABLE, false, completedAt, null);
    return JobEnded.of(job, over, BotsReason.QUEUE_LIMIT, nowMillis, "bots 11");
  }

  private static JobForgotten forgotten(Job job, long nowMillis) {
    return new JobForgotten(job.name(), job.instance(), BotsReason.AGE, nowMillis);
  }

  /**
   * Deadlines that a turn makes due in the past. They end in this turn, at its time. A deadline
   * that was due before the turn is excluded, because it fires on its own or is set aside.
   */
  static final class Passed {
    private record Item(String kind, String id) {}

    /** Usually empty. */
    private Set<Item> known = Set.of();

    private final long untilMillis;
    private final long nowMillis;

    /**
     * Call it before the turn decides anything.
     *
     * @param untilMillis epoch ms up to which deadlines have passed
     * @param nowMillis epoch ms of the resulting facts
     */
    Passed(BotsView before, long untilMillis, long nowMillis) {
      this.untilMillis = untilMillis;
      this.nowMillis = nowMillis;
      for (Deadline due = due(ending(before, null)); due != null; due = due(ending(before, due))) {
        known = known.isEmpty() ? new HashSet<>() : known;
        known.add(item(due));
      }
    }

    /** Ends deadlines of all kinds one by one, because a limit may have become shorter. */
    Step<BotsView, BotsFact> all() {
      return Step.repeated(view -> first(view, GridDeadlines::ending));
    }

    /** Ends jobs that were queued again and have exceeded the queue limit. */
    Step<BotsView, BotsFact> waiting() {
      return Step.repeated(view -> first(view, GridDeadlines::ageing));
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
