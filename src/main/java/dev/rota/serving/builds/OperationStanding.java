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
 * @param bot that runs it now; null: none does
 * @param startedAt of the present attempt, epoch ms; 0: none runs
 * @param code it ended with; null: it has not ended
 * @param result what the bot said came of it; null: nothing
 */
record OperationStanding(
    String operation,
    String job,
    String instance,
    String action,
    ExecutionStage.Value stage,
    long queuedAt,
    String bot,
    long startedAt,
    GrpcStatus code,
    OpaqueBytes result) {

  /** Reads it now. */
  static OperationStanding of(Job job, String operation) {
    if (job.state() instanceof Over over) {
      return ended(job, operation, over.code() == null ? GrpcStatus.CANCELLED : over.code())
          .with(over.result());
    }
    if (job.operations().contains(new ClientOperation(operation, true))) {
      return ended(job, operation, GrpcStatus.CANCELLED); // its job goes on for others
    }
    return job.state() instanceof Leased lease
        ? of(
            job,
            operation,
            ExecutionStage.Value.EXECUTING,
            lease.bot().name(),
            lease.startedAt(),
            null)
        : of(job, operation, ExecutionStage.Value.QUEUED, null, 0, null);
  }

  private static OperationStanding ended(Job job, String operation, GrpcStatus code) {
    return of(job, operation, ExecutionStage.Value.COMPLETED, null, 0, code);
  }

  private static OperationStanding of(
      Job job,
      String operation,
      ExecutionStage.Value stage,
      String bot,
      long startedAt,
      GrpcStatus code) {
    return new OperationStanding(
        operation,
        job.name(),
        job.instance(),
        job.spec().action(),
        stage,
        job.queuedAt(),
        bot,
        startedAt,
        code,
        null);
  }

  /** The same behind the end of its job, which the grid does not remember. */
  OperationStanding behind(JobEnded ended) {
    return new OperationStanding(
            operation,
            job,
            instance,
            action,
            ExecutionStage.Value.COMPLETED,
            queuedAt,
            null,
            0,
            ended.code() == null ? GrpcStatus.CANCELLED : ended.code(),
            null)
        .with(ended.result());
  }

  private OperationStanding with(OpaqueBytes came) {
    return new OperationStanding(
        operation, job, instance, action, stage, queuedAt, bot, startedAt, code, came);
  }

  boolean isOver() {
    return stage == ExecutionStage.Value.COMPLETED;
  }
}
