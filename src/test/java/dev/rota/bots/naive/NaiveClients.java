package dev.rota.bots.naive;

import dev.rota.bots.Cancelled;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PropertySet;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Submitted;
import java.util.Objects;

/** Queueing and cancelling: sections 11 and 12. */
final class NaiveClients {
  private final NaiveGrid grid;
  private final NaiveVoice voice;
  private final NaiveEndings endings;

  NaiveClients(NaiveGrid grid, NaiveVoice voice, NaiveEndings endings) {
    this.grid = grid;
    this.voice = voice;
    this.endings = endings;
  }

  static String handle(Submitted asked) {
    return asked.getOperation() == null ? asked.getJob() : asked.getOperation();
  }

  void submit(Submitted asked) {
    JobReason refusal = refusal(asked);
    NaiveJob joined = refusal == null ? joined(asked) : null;
    if (refusal == null && joined == null && grid.job(asked.getJob()) != null) {
      refusal = JobReason.CONFLICT; // by another handle
    }
    if (refusal == null && joined == null && !asked.getCached() && isFull(asked)) {
      refusal = JobReason.RESOURCE_EXHAUSTED;
    }
    if (refusal != null) {
      voice.refused(asked.getJob(), handle(asked), asked.getInstance(), refusal);
    } else if (joined != null) {
      join(joined, asked);
    } else {
      queue(asked);
    }
  }

  private void queue(Submitted asked) {
    NaiveJob job = new NaiveJob(asked, resolve(asked), grid.now, ++grid.submitted);
    job.operations.put(handle(asked), false);
    if (!asked.getCached() || grid.rules.policy.getCompletedRetentionMs() > 0) {
      grid.jobs.add(job);
    }
    if (asked.getCached()) {
      voice.tell(voice.job(job, JobOutcomeKind.CACHED).setOperation(handle(asked)));
      job.stage = NaiveJob.Stage.COMPLETED;
      job.code = StatusCode.OK;
      job.completedAt = grid.now;
      return;
    }
    JobReason hopeless = NaiveHopes.surelyAgainst(grid, job);
    boolean queued = hopeless == null || hopeless == JobReason.NO_BOT;
    voice.tell(
        voice
            .job(job, queued ? JobOutcomeKind.QUEUED : JobOutcomeKind.UNSCHEDULABLE)
            .setOperation(handle(asked))
            .setReason(hopeless)
            .setPosition(Math.min(grid.position(job), grid.rules.policy.getPositionLimit())));
  }

  /** Null: it cannot be told what it needs. */
  private NaiveProperties.Resolved resolve(Submitted asked) {
    PropertySet set = grid.rules.properties(asked.getInstance());
    NaiveProperties.Resolved resolved =
        set == null ? null : NaiveProperties.job(set, asked.getProperties());
    return resolved == null || asked.getLabel() == null
        ? resolved
        : new NaiveProperties.Resolved(asked.getLabel(), resolved.needs());
  }

  private JobReason refusal(Submitted asked) {
    Long timeout = asked.getTimeoutMs();
    if (asked.getJob().isEmpty()
        || timeout != null && (timeout < 0 || timeout > grid.rules.policy.getExecutionLimitMs())
        || grid.rules.properties(asked.getInstance()) == null) {
      return JobReason.INVALID_ARGUMENT;
    }
    if (resolve(asked) == null) {
      return JobReason.FAILED_PRECONDITION;
    }
    NaiveJob known = grid.byOperation(handle(asked));
    if (known == null) {
      return null;
    }
    return isSame(known, asked) ? JobReason.DUPLICATE : JobReason.CONFLICT;
  }

  /** Of an operation that joined, only what it joined by is known. */
  private boolean isSame(NaiveJob known, Submitted asked) {
    boolean first = known.operations.keySet().iterator().next().equals(handle(asked));
    NaiveJob again = new NaiveJob(asked, resolve(asked), grid.now, 0);
    Submitted was = known.asked;
    return Objects.equals(was.getAction(), asked.getAction())
        && was.getDoNotCache() == asked.getDoNotCache()
        && (!first
            || was.getJob().equals(asked.getJob())
                && was.getInstance().equals(asked.getInstance())
                && was.getPriority() == asked.getPriority()
                && known.label.equals(again.label)
                && known.needs.equals(again.needs)
                && Objects.equals(known.hint(), again.hint())
                && Objects.equals(was.getTimeoutMs(), asked.getTimeoutMs()));
  }

  private boolean isFull(Submitted asked) {
    Integer limit = grid.rules.policy.getMaxQueueSize();
    return limit != null && queued(asked.getInstance(), resolve(asked).label()) >= limit;
  }

  private long queued(String instance, String label) {
    return grid.jobs.stream()
        .filter(NaiveJob::waits)
        .filter(job -> job.label.equals(label))
        .filter(job -> grid.rules.pool(instance).contains(job.instance()))
        .count();
  }

  /** The one it joins; null: none. */
  private NaiveJob joined(Submitted asked) {
    if (asked.getAction() == null || asked.getDoNotCache()) {
      return null;
    }
    return grid.jobs.stream()
        .filter(job -> !job.isOver() && !job.asked.getDoNotCache())
        .filter(job -> asked.getAction().equals(job.asked.getAction()))
        .filter(job -> grid.rules.pool(asked.getInstance()).contains(job.instance()))
        .findFirst()
        .orElse(null);
  }

  // [12]: a better priority counts while the job waits
  private void join(NaiveJob job, Submitted asked) {
    job.operations.put(handle(asked), false);
    if (job.waits()) {
      job.priority = Math.min(job.priority, asked.getPriority());
    }
    voice.tell(
        voice
            .job(job, JobOutcomeKind.JOINED)
            .setInstance(asked.getInstance())
            .setOperation(handle(asked)));
  }

  // [11]
  void cancel(Cancelled asked) {
    String operation = asked.getOperation();
    NaiveJob job = grid.byOperation(operation);
    if (job == null) {
      voice.refused(null, operation, null, JobReason.NOT_FOUND);
      return;
    }
    if (job.isOver() || job.operations.get(operation)) {
      voice.refused(job.name(), operation, job.instance(), JobReason.INVALID_TRANSITION);
      return;
    }
    job.operations.put(operation, true);
    boolean last = !job.operations.containsValue(false);
    voice.tell(
        voice
            .job(job, JobOutcomeKind.OPERATION_CANCELLED)
            .setOperation(operation)
            .setReason(last ? JobReason.OPERATIONS_CANCELLED : JobReason.OPERATIONS_LEFT));
    if (!last) {
      return;
    }
    if (job.runs()) {
      endings.release(job, LeaseState.CANCELLED, LeaseReason.OPERATIONS_CANCELLED, null);
    }
    endings.end(job, JobOutcomeKind.CANCELLED, JobReason.OPERATIONS_CANCELLED, null, null);
  }
}
