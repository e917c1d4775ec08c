package dev.rota.serving.builds;

import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobState.Leased;
import dev.rota.bots.model.JobState.Over;
import dev.rota.bots.values.ClientOperation;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.protocols.reapi.ExecutionStage;

/**
 * How an operation stands in its grid. Of equal ones, a client is told once.
 *
 * @param job which may be another's, if the operation has joined it
 * @param action its digest; null: the job names none
 * @param run null: no bot runs it now
 * @param ended null: it has not ended
 */
record OperationStanding(
    String operation,
    String job,
    String instance,
    String action,
    long queuedAt,
    Run run,
    Ended ended) {
  /** The present attempt, which began at this time, epoch ms. */
  record Run(String bot, long startedAt) {}

  /**
   * How it ended.
   *
   * @param result what the bot said came of it; null: nothing
   */
  record Ended(GrpcStatus code, OpaqueBytes result) {
    private static Ended of(Over over) {
      return new Ended(over.code() == null ? GrpcStatus.CANCELLED : over.code(), over.result());
    }
  }

  /** Reads it now. */
  static OperationStanding of(Job job, String operation) {
    if (job.operations().contains(new ClientOperation(operation, true))) {
      // Its job may go on for others.
      return of(job, operation, null, new Ended(GrpcStatus.CANCELLED, null));
    }
    Run run =
        job.state() instanceof Leased lease ? new Run(lease.bot().name(), lease.startedAt()) : null;
    return of(job, operation, run, job.state() instanceof Over over ? Ended.of(over) : null);
  }

  private static OperationStanding of(Job job, String operation, Run run, Ended ended) {
    return new OperationStanding(
        operation, job.name(), job.instance(), job.spec().action(), job.queuedAt(), run, ended);
  }

  /** The same behind the end of its job, which the grid does not remember. */
  OperationStanding behind(JobEnded end) {
    return new OperationStanding(
        operation, job, instance, action, queuedAt, null, Ended.of(end.over()));
  }

  ExecutionStage.Value stage() {
    if (isOver()) {
      return ExecutionStage.Value.COMPLETED;
    }
    return run == null ? ExecutionStage.Value.QUEUED : ExecutionStage.Value.EXECUTING;
  }

  boolean isOver() {
    return ended != null;
  }
}
