package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cancelled;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobReason;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.Submitted;
import dev.rota.engine.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * The rules once more, as the specification words them: lists and scans, nothing clever, nothing
 * shared with the engine but the records. Numbers in brackets are the specification's sections.
 */
final class NaiveBots {
  final NaiveGrid grid = new NaiveGrid();
  private final NaiveVoice voice = new NaiveVoice(grid);
  private final NaiveEndings endings = new NaiveEndings(grid, voice);
  private final NaiveClients clients = new NaiveClients(grid, voice, endings);
  private final NaiveSessions sessions;
  private final NaiveAssigner assigner;
  private final NaiveChance chance;

  /** When the next iteration is. */
  private long nextIteration;

  NaiveBots(NaiveChance chance) {
    this.chance = chance;
    NaivePlacing placing = new NaivePlacing(grid, voice, chance);
    sessions = new NaiveSessions(grid, voice, endings, new NaiveFetch(grid, placing));
    assigner = new NaiveAssigner(grid, voice, chance, placing, endings);
  }

  /** A turn; a null input is a tick. What is told in it, in order. */
  List<SpecificRecord> take(long atMillis, SpecificRecord input) {
    grid.told.clear();
    long turn = Math.max(grid.now, atMillis);
    for (Deadline due = next(); due != null && due.atMillis() <= turn; due = next()) {
      grid.now = Math.max(grid.now, due.atMillis());
      fire(due);
      dispatch();
    }
    grid.now = turn;
    if (input != null) {
      decide(input);
      dispatch();
    }
    return List.copyOf(grid.told);
  }

  private void dispatch() {
    if (grid.rules.onEvent()) {
      assigner.everything();
    }
  }

  private void decide(SpecificRecord input) {
    if (input instanceof BotHeartbeat beat) {
      sessions.beat(beat);
    } else if (input instanceof BotPolicy policy) {
      PolicyReason refusal = NaivePolicies.refusal(policy);
      voice.policy(refusal);
      if (refusal == null) {
        grid.adopt(policy);
        nextIteration = grid.now + pause(false);
      }
    } else if (((JobEvent) input).getEvent() instanceof Submitted submitted) {
      clients.submit(submitted);
    } else {
      clients.cancel((Cancelled) ((JobEvent) input).getEvent());
    }
  }

  private Deadline next() {
    List<Deadline> pending = new ArrayList<>();
    BotPolicy policy = grid.rules.policy;
    for (NaiveBot bot : grid.bots) {
      pending.add(new Deadline(bot.expiresAt + 1, "bot", bot.name));
    }
    for (NaiveJob job : grid.jobs) {
      if (job.runs()) {
        long limit = policy.getExecutionLimitMs();
        pending.add(new Deadline(job.startedAt + limit, "execution", job.name()));
      } else if (job.waits() && policy.getQueueLimitMs() != null) {
        pending.add(new Deadline(job.queuedAt + policy.getQueueLimitMs() + 1, "age", job.name()));
      } else if (job.isOver()) {
        long until = job.completedAt + policy.getCompletedRetentionMs();
        pending.add(new Deadline(until, "retention", job.name()));
      }
    }
    if (grid.rules.onEvent()) {
      preemptions(pending);
    } else {
      pending.add(new Deadline(nextIteration, "iteration", ""));
    }
    return pending.isEmpty() ? null : Collections.min(pending);
  }

  /** Every instant from which a job may take the place of one more. */
  private void preemptions(List<Deadline> pending) {
    for (NaiveJob job : grid.jobs) {
      if (job.waits() && assigner.from(job) > grid.now) {
        pending.add(new Deadline(assigner.from(job), "preemption", ""));
      }
      long runs = job.startedAt + grid.rules.policy.getMinimumRunTimeMs();
      if (job.runs() && runs > grid.now) {
        pending.add(new Deadline(runs, "preemption", ""));
      }
    }
  }

  private void fire(Deadline due) {
    switch (due.kind()) {
      case "bot" ->
          endings.lose(grid.bot(due.id()), BotOutcomeKind.LOST, null, JobReason.BOT_LOST);
      case "execution" -> endings.overran(grid.job(due.id()));
      case "age" -> endings.waitedTooLong(grid.job(due.id()));
      case "retention" -> endings.forget(grid.job(due.id()));
      case "iteration" -> iterate();
      default -> {
        // a preemption: whoever can take another's place does
      }
    }
  }

  // [3]
  private void iterate() {
    boolean considered = false;
    for (int i = 0; i < grid.rules.policy.getAssigners(); i++) {
      if (grid.rules.byCohort()) {
        for (Cohort cohort : grid.rules.policy.getCohorts()) {
          considered |= assigner.iterate(cohort);
        }
      } else {
        considered |= assigner.iterate(null);
      }
    }
    nextIteration = grid.now + pause(considered);
  }

  private long pause(boolean considered) {
    BotPolicy policy = grid.rules.policy;
    double pause = policy.getIntervalMs() + policy.getJitterMs() * chance.jitter();
    return Math.max(1, (long) (considered ? pause * policy.getBusyFactor() : pause));
  }
}
