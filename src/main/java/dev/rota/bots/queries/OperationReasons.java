package dev.rota.bots.queries;

import dev.rota.bots.model.BotsFact;
import dev.rota.bots.model.BotsState;
import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobFact.JobJoined;
import dev.rota.bots.model.JobFact.JobQueued;
import dev.rota.bots.values.ClientOperation;
import dev.rota.kernel.domain.Why.Reason;
import java.util.List;
import java.util.Optional;

/**
 * Says of an operation what is said of its job. A client knows the operation alone: it may have
 * joined another's job, and a front door puts the instance before it.
 */
final class OperationReasons {
  private OperationReasons() {}

  /** Returns nothing of one that is called like its job, which is asked about as a job. */
  static Optional<Reason> now(String id, BotsState state, long atMillis) {
    Job job = state.operation(ClientOperation.inGrid(id));
    if (job == null || job.name().equals(id)) {
      return Optional.empty();
    }
    boolean cancelled =
        job.operations().contains(new ClientOperation(ClientOperation.inGrid(id), true));
    Reason of = JobNow.of(state, job, atMillis);
    String what = (cancelled ? "is cancelled; its job " : "is of job ") + job.name();
    return Optional.of(
        new Reason(what + (cancelled ? " " : ", which ") + of.what(), of.rule(), of.candidates()));
  }

  /** What was decided about its job, as long as it is one of that. */
  static List<Reason> decided(String id, BotsState before, List<BotsFact> facts) {
    String job = job(ClientOperation.inGrid(id), before, facts);
    return job == null || job.equals(id) ? List.of() : JobDecided.of(job, before, facts);
  }

  private static String job(String operation, BotsState before, List<BotsFact> facts) {
    Job known = before.operation(operation);
    if (known != null) {
      return known.name();
    }
    for (BotsFact fact : facts) {
      if (fact instanceof JobQueued queued && queued.operation().equals(operation)) {
        return queued.job().name();
      }
      if (fact instanceof JobJoined joined && joined.operation().equals(operation)) {
        return joined.job();
      }
    }
    return null;
  }
}
