package dev.rota.bots.naive;

import dev.rota.bots.Cancelled;
import dev.rota.bots.Cohort;
import dev.rota.bots.JobOutcomeKind;
import dev.rota.bots.JobReason;
import dev.rota.bots.LeaseReason;
import dev.rota.bots.LeaseState;
import dev.rota.bots.PropertySet;
import dev.rota.bots.StatusCode;
import dev.rota.bots.Submitted;
import java.util.List;
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
    NaiveProperties.Resolved resolved = resolve(asked);
    JobReason refusal = resolved == null ? unresolved(asked) : refusal(asked, resolved);
    if (refusal != null) {
      voice.refused(asked.getJob(), handle(asked), asked.getInstance(), refusal);
      return;
    }
    NaiveJob joined = joined(asked);
    if (joined != null) {
      join(joined, asked);
      return;
    }
    NaiveJob job = new NaiveJob(asked, resolved, grid.now, ++grid.submitted);
    job.operations.put(handle(asked), false);
    grid.jobs.add(job);
    if (asked.getCached()) {
      voice.tell(
          voice
              .job(job, JobOutcomeKind.CACHED)
              .setOperation(handle(asked))
              .setCode(StatusCode.OK.name()));
      job.stage = NaiveJob.Stage.COMPLETED;
      job.code = StatusCode.OK;
      job.completedAt = grid.now;
      return;
    }
    JobReason hopeless = hopeless(job);
    voice.tell(
        voice
            .job(job, hopeless == null ? JobOutcomeKind.QUEUED : JobOutcomeKind.UNSCHEDULABLE)
            .setOperation(handle(asked))
            .setReason(hopeless)
            .setPosition(grid.position(job)));
  }

  private NaiveProperties.Resolved resolve(Submitted asked) {
    PropertySet set = grid.rules.properties(asked.getInstance());
    NaiveProperties.Resolved resolved =
        set == null ? null : NaiveProperties.job(set, asked.getProperties());
    return resolved == null || asked.getLabel() == null
        ? resolved
        : new NaiveProperties.Resolved(asked.getLabel(), resolved.needs());
  }

  private JobReason unresolved(Submitted asked) {
    return grid.rules.properties(asked.getInstance()) == null
        ? JobReason.INVALID_ARGUMENT
        : JobReason.FAILED_PRECONDITION;
  }

  private JobReason refusal(Submitted asked, NaiveProperties.Resolved resolved) {
    Long timeout = asked.getTimeoutMs();
    if (asked.getJob().isEmpty()
        || timeout != null && timeout > grid.rules.policy.getExecutionLimitMs()) {
      return JobReason.INVALID_ARGUMENT;
    }
    NaiveJob named = grid.job(asked.getJob());
    NaiveJob handled = grid.byOperation(handle(asked));
    if (named != null) {
      return same(named.asked, asked) ? JobReason.DUPLICATE : JobReason.CONFLICT;
    }
    if (handled != null) {
      return couldJoin(handled, asked) ? JobReason.DUPLICATE : JobReason.CONFLICT;
    }
    Integer limit = grid.rules.policy.getMaxQueueSize();
    boolean free = asked.getCached() || joined(asked) != null;
    return !free && limit != null && queued(asked.getInstance(), resolved.label()) >= limit
        ? JobReason.RESOURCE_EXHAUSTED
        : null;
  }

  private static boolean same(Submitted one, Submitted other) {
    return one.equals(other);
  }

  private long queued(String instance, String label) {
    return grid.jobs.stream()
        .filter(NaiveJob::waits)
        .filter(job -> job.label.equals(label))
        .filter(job -> grid.rules.pool(instance).contains(job.instance()))
        .count();
  }

  private boolean couldJoin(NaiveJob job, Submitted asked) {
    return asked.getAction() != null
        && !asked.getDoNotCache()
        && !job.asked.getDoNotCache()
        && Objects.equals(job.asked.getAction(), asked.getAction())
        && grid.rules.pool(asked.getInstance()).contains(job.instance());
  }

  private NaiveJob joined(Submitted asked) {
    return grid.jobs.stream()
        .filter(job -> !job.isOver())
        .filter(job -> couldJoin(job, asked))
        .findFirst()
        .orElse(null);
  }

  // [12]: a better priority counts while the job waits
  private void join(NaiveJob job, Submitted asked) {
    job.operations.put(handle(asked), false);
    if (job.waits()) {
      job.priority = Math.min(job.priority, asked.getPriority());
    }
    voice.tell(voice.job(job, JobOutcomeKind.JOINED).setOperation(handle(asked)));
  }

  /** Why no bot that lives can ever run it under this policy; null: one may. */
  private JobReason hopeless(NaiveJob job) {
    NaiveRules rules = grid.rules;
    if (!rules.serves(job.instance())) {
      return JobReason.NOT_SERVED;
    }
    if (rules.byCohort()) {
      List<Cohort> cohorts =
          rules.policy.getCohorts().stream()
              .filter(cohort -> cohort.getLabels().contains(job.label))
              .toList();
      if (cohorts.isEmpty()) {
        return JobReason.NO_COHORT;
      }
      List<NaiveGrid.Row> rows =
          cohorts.stream()
              .map(cohort -> grid.row(cohort.getCohort(), job.instance()))
              .filter(Objects::nonNull)
              .toList();
      if (rows.isEmpty()) {
        return JobReason.NO_QUOTA;
      }
      if (rows.stream().allMatch(row -> row.bounds.getMax() == 0)) {
        return JobReason.MAX_QUOTA;
      }
    }
    List<NaiveBot> fitting = grid.bots.stream().filter(bot -> grid.satisfies(bot, job)).toList();
    if (fitting.isEmpty()) {
      return JobReason.NO_FITTING_BOT;
    }
    if (rules.byCohort() && rules.botsOfCohortOnly()) {
      return fitting.stream().noneMatch(bot -> rules.labelsOf(bot.cohort).contains(job.label))
          ? JobReason.NO_COHORT
          : null;
    }
    return fitting.stream()
            .map(bot -> grid.row(bot.cohort, job.instance()))
            .allMatch(row -> row != null && row.bounds.getMax() == 0)
        ? JobReason.MAX_QUOTA
        : null;
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
            .setReason(last ? null : JobReason.OPERATIONS_LEFT));
    if (!last) {
      return;
    }
    if (job.runs()) {
      endings.release(job, LeaseState.CANCELLED, LeaseReason.OPERATIONS_CANCELLED, null);
    }
    endings.end(job, JobOutcomeKind.CANCELLED, JobReason.OPERATIONS_CANCELLED, null);
  }
}
