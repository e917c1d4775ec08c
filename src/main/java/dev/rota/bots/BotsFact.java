package dev.rota.bots;

import dev.rota.engine.Fact;
import java.util.ArrayList;
import java.util.List;

/** What can happen to a grid, each with its effect. */
public sealed interface BotsFact extends Fact<BotsState> {
  /** The rule that decided, by its id in the specification. */
  String rule();

  /** Time has passed: backoffs are over. Nobody is told. */
  record Awoken(long atMillis) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.awake(atMillis);
    }

    @Override
    public String rule() {
      return "bots 1";
    }
  }

  /** Numbers were taken from the seeded stream. Nobody is told. */
  record Drawn(int count) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().drawn(count));
    }

    @Override
    public String rule() {
      return "bots 3.1";
    }
  }

  /** The assigner pauses until then, and so long again while there is nothing to do. */
  record Paused(long nextIteration, long idlePause) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.count(state.counters().paused(nextIteration, idlePause));
    }

    @Override
    public String rule() {
      return "bots 3";
    }
  }

  /**
   * An input about a job that may not be.
   *
   * @param job null: not known
   * @param operation null: the input names none
   */
  record JobRefused(
      String job, String operation, String instance, Reason reason, String detail, String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /**
   * A new job waits.
   *
   * @param operation its first
   * @param position counted up to the policy's limit
   * @param missing why no bot that lives can ever run it; null: one can, or there is none
   */
  record JobQueued(
      JobSpec job, int priority, String operation, long position, Reason reason, String missing)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job queued = new Job(job, priority, job.queuedAt());
      if (!operation.equals(job.name())) {
        queued.operations = List.of(new Operation(operation, false));
      }
      state.add(queued);
    }

    @Override
    public String rule() {
      return "bots 12";
    }
  }

  /** A new job is over at once, for its result is there. */
  record JobCached(JobSpec job, int priority, String operation) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      if (state.policy().limits().retention() == 0) {
        return;
      }
      Job over = new Job(job, priority, job.queuedAt());
      if (!operation.equals(job.name())) {
        over.operations = List.of(new Operation(operation, false));
      }
      over.stage = Stage.COMPLETED;
      over.code = Code.OK;
      over.completedAt = job.queuedAt();
      state.add(over);
    }

    @Override
    public String rule() {
      return "bots 12";
    }
  }

  /** An equal action is under way: one more operation on its job, which may move up. */
  record JobJoined(String job, String instance, String operation, int priority)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job joined = state.job(job);
      List<Operation> operations = new ArrayList<>(joined.operations());
      operations.add(new Operation(operation, false));
      joined.operations = List.copyOf(operations);
      state.handle(joined);
      if (priority != joined.priority) {
        boolean resting = joined.resting;
        state.dequeue(joined);
        joined.priority = priority;
        joined.resting = resting;
        state.enqueue(joined);
      }
      state.changed(joined);
    }

    @Override
    public String rule() {
      return "bots 12";
    }
  }

  /** A client gave up; its job goes on for others, or an end of it follows. */
  record OperationCancelled(String job, String instance, String operation, boolean last)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job cancelled = state.job(job);
      cancelled.operations =
          cancelled.operations().stream()
              .map(one -> one.name().equals(operation) ? new Operation(operation, true) : one)
              .toList();
      state.changed(cancelled);
    }

    @Override
    public String rule() {
      return "bots 11";
    }
  }

  /** No bot, or none that a quota allows: left alone for a while. */
  record JobBackedOff(String job, String instance, long until, long atMillis, Reason reason)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job waiting = state.job(job);
      state.dequeue(waiting);
      waiting.scheduleAfter = until;
      waiting.triedAt = state.counters().supply();
      waiting.resting = until > atMillis;
      state.enqueue(waiting);
    }

    @Override
    public String rule() {
      return "bots 3.1";
    }
  }

  /** A job whose lease is over waits again; it counts as a try. */
  record JobRetried(String job, String instance, int attempt, long atMillis, Reason reason)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job again = state.job(job);
      again.tries = attempt;
      again.scheduleAfter = atMillis;
      state.enqueue(again);
    }

    @Override
    public String rule() {
      return "bots 10";
    }
  }

  /**
   * A job is over. One that waited leaves the queue; the lease of one that ran is over before.
   *
   * @param cancelled by its clients or by the execution limit
   * @param code null: cancelled by its clients
   * @param completedAt -1: it waited too long, section 11
   */
  record JobEnded(
      String job,
      String instance,
      Code code,
      boolean cancelled,
      int attempt,
      long completedAt,
      Reason reason,
      String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job ended = state.job(job);
      if (ended.stage == Stage.QUEUED) {
        state.dequeue(ended);
      }
      state.complete(ended, code, cancelled, completedAt);
    }
  }

  /** A job that is over is no longer remembered. */
  record JobForgotten(String job, String instance, Reason reason) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.forget(state.job(job));
    }

    @Override
    public String rule() {
      return "bots 11";
    }
  }

  /** The job is the bot's from now on, before the bot has heard of it. */
  record LeaseStarted(
      JobSpec job,
      String bot,
      String cohort,
      int attempt,
      Found found,
      double score,
      Reason reason,
      long atMillis,
      String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.bind(state.job(job.name()), state.bot(bot), found, atMillis);
    }
  }

  /** The bot no longer has the job; unless evicted, a fact says what becomes of it. */
  record LeaseEnded(
      JobSpec job,
      String bot,
      String cohort,
      int attempt,
      Found found,
      Ending ending,
      Code code,
      Reason reason,
      String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      Job over = state.job(job.name());
      state.unbind(over);
      if (ending == Ending.EVICTED) {
        over.evictions++;
        state.enqueue(over);
      }
    }
  }

  /** A bot lives, in a new session. */
  record BotRegistered(
      BotSpec bot, Health health, int capacity, int priority, long expiresAt, String rule)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.register(new Bot(bot, health, capacity, priority, expiresAt));
    }
  }

  /** What a heartbeat says of the bot itself. Nobody is told of it alone. */
  record BotRefreshed(String bot, Health health, int capacity, int priority, long expiresAt)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.refresh(state.bot(bot), health, capacity, priority, expiresAt);
    }

    @Override
    public String rule() {
      return "bots 8";
    }
  }

  /** A heartbeat is worked off: these are the leases to go on with. */
  record BotSynchronised(
      String bot, String session, String cohort, List<String> leases, long expiresAt)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}

    @Override
    public String rule() {
      return "bots 8";
    }
  }

  /** The bot did a job of that hint well, section 5. Nobody is told. */
  record HintRemembered(String bot, String hint) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.remember(state.bot(bot), hint);
    }

    @Override
    public String rule() {
      return "bots 5";
    }
  }

  /** A session is over; facts about all that it held went before. */
  record BotGone(
      String bot, String session, String cohort, Reason reason, String detail, long expiresAt)
      implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      state.part(state.bot(bot));
    }

    @Override
    public String rule() {
      return reason == Reason.BOT_LOST ? "bots 10" : "bots 8";
    }
  }

  /** A heartbeat that may not be. */
  record BotRefused(String bot, String session, Reason reason, String detail) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}

    @Override
    public String rule() {
      return "bots 8";
    }
  }

  /** Another policy is in force. */
  record PolicyApplied(Policy policy) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy);
      }
    }

    @Override
    public String rule() {
      return "bots 13";
    }
  }

  /** A policy that cannot be. */
  record PolicyRefused(Reason reason, String detail) implements BotsFact {
    @Override
    public void applyTo(BotsState state) {}

    @Override
    public String rule() {
      return "bots 13";
    }
  }
}
