package dev.rota.bots.naive;

import dev.rota.bots.BotHeartbeat;
import dev.rota.bots.BotOutcomeKind;
import dev.rota.bots.BotPolicy;
import dev.rota.bots.Cancelled;
import dev.rota.bots.JobEvent;
import dev.rota.bots.JobReason;
import dev.rota.bots.PolicyReason;
import dev.rota.bots.Submitted;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;

/**
 * The rules once more, as the specification words them: lists and scans, nothing clever, nothing
 * shared with the engine but the records. Numbers in brackets are the specification's sections.
 */
final class NaiveBots {
  private static final Set<String> ENDINGS = Set.of("age", "bot", "execution", "retention");

  private static final Comparator<Deadline> SOONEST =
      Comparator.comparingLong(Deadline::atMillis)
          .thenComparing(Deadline::kind)
          .thenComparing(Deadline::id, NaiveProperties::byBytes);

  final NaiveGrid grid = new NaiveGrid();
  private final NaiveVoice voice = new NaiveVoice(grid);
  private final NaiveEndings endings = new NaiveEndings(grid, voice);
  private final NaiveClients clients = new NaiveClients(grid, voice, endings);
  private final NaiveChance chance = new NaiveChance(grid);
  private final NaiveQuotas quotas = new NaiveQuotas(grid);
  private final NaivePlacing placing = new NaivePlacing(grid, voice, chance);
  private final NaiveSessions sessions =
      new NaiveSessions(grid, voice, endings, new NaiveFetch(grid, placing));
  private final NaivePreemption preemption = new NaivePreemption(grid, quotas, placing, endings);
  private final NaiveDispatch dispatch =
      new NaiveDispatch(grid, chance, quotas, placing, preemption);
  private final NaivePace pace =
      new NaivePace(
          grid, chance, new NaiveAssigner(grid, voice, chance, quotas, placing, preemption));

  /** A turn; a null input is a tick. What is told in it, in order. */
  List<SpecificRecord> take(long atMillis, SpecificRecord input) {
    grid.told.clear();
    long turn = Math.max(grid.now, atMillis);
    for (Deadline due = next(); due != null && due.atMillis() <= turn; due = next()) {
      grid.now = Math.max(grid.now, due.atMillis());
      pace.pass(grid.now);
      NaiveHopes before = new NaiveHopes(grid);
      fire(due);
      // Of one instant, evictions come after what ends.
      boolean ends = grid.rules.onEvent() && due.kind().compareTo("preemption") < 0;
      grid.evictsBy = ends ? grid.now - 1 : grid.now;
      dispatch(grid.now - 1);
      before.tell(voice);
    }
    grid.now = turn;
    if (input != null) {
      NaiveHopes before = new NaiveHopes(grid);
      decide(input);
      grid.evictsBy = turn;
      dispatch(turn);
      before.tell(voice);
    }
    pace.pass(turn + 1);
    return List.copyOf(grid.told);
  }

  /** A job that waits again may have waited too long by then. */
  private void dispatch(long untilMillis) {
    if (grid.rules.onEvent()) {
      dispatch.everything();
    }
    endings(untilMillis, due -> due.kind().equals("age"));
  }

  private void endings(long untilMillis, Predicate<Deadline> which) {
    for (Deadline due = next(which); due != null && due.atMillis() <= untilMillis; ) {
      fire(due);
      due = next(which);
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
        endings(grid.now, due -> ENDINGS.contains(due.kind())); // limits may be shorter now
      }
    } else if (((JobEvent) input).getEvent() instanceof Submitted submitted) {
      clients.submit(submitted);
    } else {
      clients.cancel((Cancelled) ((JobEvent) input).getEvent());
    }
  }

  private Deadline next() {
    return next(_ -> true);
  }

  private Deadline next(Predicate<Deadline> which) {
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
      pending.add(new Deadline(pace.next(), "iteration", ""));
    }
    return pending.stream().filter(which).min(SOONEST).orElse(null);
  }

  /** Every instant from which a job may take the place of one more. */
  private void preemptions(List<Deadline> pending) {
    for (NaiveJob job : grid.jobs) {
      if (job.waits() && preemption.from(job) > grid.evictsBy) {
        pending.add(new Deadline(preemption.from(job), "preemption", ""));
      }
      long runs = job.startedAt + grid.rules.policy.getMinimumRunTimeMs();
      if (job.runs() && runs > grid.evictsBy) {
        pending.add(new Deadline(runs, "preemption", ""));
      }
    }
  }

  private void fire(Deadline due) {
    switch (due.kind()) {
      case "bot" -> endings.lose(grid.bot(due.id()), BotOutcomeKind.LOST, null, JobReason.BOT_LOST);
      case "execution" -> endings.overran(grid.job(due.id()));
      case "age" -> endings.waitedTooLong(grid.job(due.id()));
      case "retention" -> endings.forget(grid.job(due.id()));
      case "iteration" -> {
        grid.evictsBy = grid.now;
        pace.iterate();
      }
      default -> {
        // a preemption: whoever can take another's place does
      }
    }
  }
}
