package dev.rota.bots;

import dev.rota.bots.JobFact.JobEnded;
import dev.rota.bots.JobFact.JobForgotten;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What falls due: sections 10 and 11, preemption, and the assigner's iterations. */
final class Deadlines {
  private Deadlines() {}

  static long next(BotsView view) {
    Policy.Limits limits = view.policy().limits();
    long due = Math.min(view.preemptionDue(), Pace.due(view));
    if (!view.byExpiry().isEmpty()) {
      due = Math.min(due, Times.plus(view.byExpiry().first().expiresAt, 1));
    }
    if (!view.leases().byStart().isEmpty()) {
      due =
          Math.min(due, Times.plus(view.leases().byStart().first().startedAt, limits.execution()));
    }
    if (!view.queue().ageing().isEmpty()) {
      due = Math.min(due, queueLimit(view.queue().ageing().first(), limits));
    }
    if (!view.byEnd().isEmpty()) {
      due = Math.min(due, Times.plus(view.byEnd().first().completedAt, limits.retention()));
    }
    return due;
  }

  /** Strict: a job may wait as long as the limit (V135). */
  private static long queueLimit(Job job, Policy.Limits limits) {
    return Times.plus(Times.plus(job.spec.queuedAt(), limits.queueAge()), 1);
  }

  /** All but assignments, by kind, then by when it was due and by name or ticket. */
  static List<Step<BotsView, BotsFact>> passed(long nowMillis) {
    return List.of(
        v -> lost(v, nowMillis),
        v -> overran(v, nowMillis),
        v -> waitedTooLong(v, nowMillis),
        v -> forgotten(v, nowMillis));
  }

  /** Section 10: a bot is lost strictly after its time (V119). */
  private static List<BotsFact> lost(BotsView view, long nowMillis) {
    List<BotsFact> facts = new ArrayList<>();
    for (Bot bot : first(view.byExpiry(), bot -> bot.expiresAt < nowMillis)) {
      facts.addAll(Endings.gone(view, bot, Reason.BOT_LOST, null, nowMillis));
    }
    return facts;
  }

  /** Section 11: as a full cancellation (V133). */
  static List<BotsFact> overran(BotsView view, long nowMillis) {
    long limit = view.policy().limits().execution();
    List<BotsFact> facts = new ArrayList<>();
    for (Job job :
        first(view.leases().byStart(), job -> Times.plus(job.startedAt, limit) <= nowMillis)) {
      facts.addAll(
          Endings.cancelled(job, Code.DEADLINE_EXCEEDED, Reason.EXECUTION_LIMIT, nowMillis));
    }
    return facts;
  }

  static List<BotsFact> waitedTooLong(BotsView view, long nowMillis) {
    Policy.Limits limits = view.policy().limits();
    List<BotsFact> facts = new ArrayList<>();
    for (Job job : first(view.queue().ageing(), job -> queueLimit(job, limits) <= nowMillis)) {
      facts.add(gaveUp(job, nowMillis, nowMillis));
    }
    return facts;
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

  private static List<BotsFact> forgotten(BotsView view, long nowMillis) {
    long retention = view.policy().limits().retention();
    List<BotsFact> facts = new ArrayList<>();
    for (Job job :
        first(view.byEnd(), job -> Times.plus(job.completedAt, retention) <= nowMillis)) {
      facts.add(new JobForgotten(job.name(), job.instance(), Reason.AGE, nowMillis));
    }
    return facts;
  }

  private static <T> List<T> first(Iterable<T> ordered, Predicate<T> due) {
    List<T> first = new ArrayList<>();
    for (T one : ordered) {
      if (!due.test(one)) {
        break;
      }
      first.add(one);
    }
    return first;
  }
}
