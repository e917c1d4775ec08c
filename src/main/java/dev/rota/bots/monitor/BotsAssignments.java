package dev.rota.bots.monitor;

import static dev.rota.kernel.domain.measures.AssignmentSink.NOTED;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsFact.BotFact;
import dev.rota.bots.model.BotsFact.GridFact;
import dev.rota.bots.model.BotsFact.LeaseEnded;
import dev.rota.bots.model.BotsFact.LeaseStarted;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.JobFact.JobBackedOff;
import dev.rota.bots.model.JobFact.JobCached;
import dev.rota.bots.model.JobFact.JobEnded;
import dev.rota.bots.model.JobFact.JobForgotten;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobLeftAlone;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.model.JobFact.JobRefused;
import dev.rota.bots.model.JobFact.JobRetried;
import dev.rota.bots.model.JobFact.OperationCancelled;
import dev.rota.bots.values.GrpcStatus;
import dev.rota.bots.values.JobSpec;
import dev.rota.bots.values.LeaseEnd;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.AssignmentEnd;
import dev.rota.kernel.domain.measures.AssignmentEnd.Tone;
import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.AssignmentSink.ResourceAssignment;

/** Bots have jobs by leases. A job waits from its submission, or from when it was queued again. */
final class BotsAssignments implements AssignmentAccount<BotsState, BotsFact> {
  @Override
  public String resourceKind() {
    return "bot";
  }

  @Override
  public String thingKind() {
    return "job";
  }

  @Override
  public void tell(BotsState before, BotsFact fact, AssignmentSink to) {
    switch (fact) {
      case LeaseStarted lease ->
          to.begins(
              of(lease.bot(), lease.job(), lease.cohort(), lease.attempt()), lease.atMillis());
      case LeaseEnded lease -> {
        String job = lease.job().name();
        to.ends(lease.bot(), job, end(lease), lease.atMillis());
        if (lease.ending() == LeaseEnd.EVICTED) {
          to.waits(job, lease.atMillis());
        }
      }
      case JobRetried job -> to.waits(job.job(), job.atMillis());
      case JobEnded job -> to.waitsNoMore(job.job());
      case JobQueued _, JobCached _, JobJoined _, JobRefused _, OperationCancelled _ -> {}
      case JobBackedOff _, JobLeftAlone _, JobForgotten _ -> {}
      case BotFact _, GridFact _ -> {}
    }
  }

  /** A first attempt knows since when its job waits, so that submissions need no note. */
  private static ResourceAssignment of(String bot, JobSpec job, String cohort, int attempt) {
    boolean none = job.instance() == null || job.instance().isEmpty();
    String group = none ? cohort : job.instance();
    return new ResourceAssignment(bot, job.name(), group, attempt == 1 ? job.queuedAt() : NOTED);
  }

  /** A bot that ran its job, and whose job failed, has the job's status as its end. */
  private static AssignmentEnd end(LeaseEnded lease) {
    LeaseEnd ending = lease.ending();
    GrpcStatus code = lease.code();
    if (ending == LeaseEnd.COMPLETED && code != null && code != GrpcStatus.OK) {
      return AssignmentEnd.of(code, Tone.FAILED);
    }
    return AssignmentEnd.of(
        ending,
        switch (ending) {
          case COMPLETED -> Tone.DONE;
          case CANCELLED, EVICTED -> Tone.MOVED;
          case EXPIRED -> Tone.LOST;
        });
  }

  @Override
  public void stand(BotsState state, AssignmentSink to) {
    state
        .leases()
        .forEach(
            lease ->
                to.begins(
                    of(
                        lease.bot().name(),
                        lease.job().spec(),
                        lease.bot().spec().cohort(),
                        lease.job().attempt()),
                    lease.startedAt()));
  }
}
