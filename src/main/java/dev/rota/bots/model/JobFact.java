package dev.rota.bots.model;

import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.model.JobState.Queued;
import dev.rota.bots.values.BotsReason;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.RefusalReason;
import dev.rota.kernel.domain.OpaqueBytes;
import java.util.List;

/** What can happen to a job, except for its leases. */
public sealed interface JobFact extends BotsFact {
  /**
   * An input about a job is refused.
   *
   * @param job null if unknown
   * @param operation null if the input names none
   */
  record JobRefused(
      String job,
      String operation,
      String instance,
      RefusalReason reason,
      String detail,
      String rule,
      long atMillis)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /**
   * A new job is queued.
   *
   * @param operation the first operation
   * @param position from 1, counted up to the policy's limit
   * @param reason why the job cannot run with the present bots and policy; null if it can
   * @param missing describes the reason; null if a bot can run the job or no text applies
   */
  record JobQueued(
      JobSpec job, int priority, String operation, long position, BotsReason reason, String missing)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      Job queued = new Job(job, priority, job.queuedAt());
      if (!operation.equals(job.name())) {
        queued.operations = List.of(new ClientOperation(operation, false));
      }
      state.add(queued);
    }

    @Override
    public long atMillis() {
      return job.queuedAt();
    }
  }

  /** A new job completes at once because its result is cached. */
  record JobCached(JobSpec job, int priority, String operation) implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      if (state.policy().limits().retention() == 0) {
        return;
      }
      Job over = new Job(job.spent(), priority, job.queuedAt());
      if (!operation.equals(job.name())) {
        over.operations = List.of(new ClientOperation(operation, false));
      }
      over.state = new Over(GrpcStatus.OK, false, job.queuedAt(), null);
      state.add(over);
    }

    @Override
    public long atMillis() {
      return job.queuedAt();
    }
  }

  /** An operation joins a job with an equal action. The job's priority may rise. */
  record JobJoined(String job, String instance, String operation, int priority, long atMillis)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      Job joined = state.job(job);
      state.join(joined, new ClientOperation(operation, false));
      if (priority != joined.priority) {
        state.dequeue(joined);
        joined.priority = priority;
        state.enqueue(joined);
      }
      state.changed(joined);
    }
  }

  /** A client cancelled its operation. The job continues for others, or its end follows. */
  record OperationCancelled(
      String job, String instance, String operation, boolean last, long atMillis)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      Job cancelled = state.job(job);
      cancelled.operations =
          cancelled.operations().stream()
              .map(one -> one.name().equals(operation) ? new ClientOperation(operation, true) : one)
              .toList();
      state.changed(cancelled);
    }
  }

  /** No bot, or none within quota: the job backs off. */
  record JobBackedOff(String job, String instance, long until, long atMillis, BotsReason reason)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      Job waiting = state.job(job);
      state.dequeue(waiting);
      waiting.scheduleAfter = until;
      waiting.triedAt = atMillis;
      state.enqueue(waiting);
    }
  }

  /**
   * The last bot for a job that waits has left, or a new policy leaves none.
   *
   * @param missing describes the reason; null if no text applies
   */
  record JobLeftAlone(String job, String instance, BotsReason reason, String missing, long atMillis)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {}
  }

  /**
   * A job whose lease ended is queued again. This counts as a try.
   *
   * @param result what the bot's report said came of it; null: nothing
   */
  record JobRetried(
      String job,
      String instance,
      int attempt,
      OpaqueBytes result,
      long atMillis,
      BotsReason reason)
      implements JobFact {
    /** A job whose bot is lost. */
    public JobRetried(String job, String instance, int attempt, long atMillis, BotsReason reason) {
      this(job, instance, attempt, null, atMillis, reason);
    }

    @Override
    public void applyTo(BotsState state) {
      Job again = state.job(job);
      again.tries++;
      again.scheduleAfter = atMillis;
      state.requeue(again);
    }
  }

  /** A job is over. A queued job leaves the queue; the lease of a running job has ended before. */
  record JobEnded(
      String job,
      String instance,
      int attempt,
      Over over,
      BotsReason reason,
      long atMillis,
      String rule)
      implements JobFact {
    public static JobEnded of(Job job, Over over, BotsReason reason, long atMillis, String rule) {
      return new JobEnded(job.name(), job.instance(), job.attempt(), over, reason, atMillis, rule);
    }

    @Override
    public void applyTo(BotsState state) {
      Job ended = state.job(job);
      if (ended.state instanceof Queued) {
        state.dequeue(ended);
      }
      state.complete(ended, over);
    }
  }

  /** A completed job is removed at the end of its retention. */
  record JobForgotten(String job, String instance, BotsReason reason, long atMillis)
      implements JobFact {
    @Override
    public void applyTo(BotsState state) {
      state.forget(state.job(job));
    }
  }
}
