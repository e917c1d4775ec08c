package dev.rota.serving.builds;

import dev.rota.bots.model.Job;
import dev.rota.bots.model.JobState.Leased;

/**
 * What a worker calls a lease: its job, a dot and the attempt. So a late report of an earlier
 * attempt is not taken for one of a later.
 */
record LeaseName(String job, int attempt) {
  static LeaseName of(Leased lease) {
    Job job = lease.job();
    return new LeaseName(job.name(), job.attempt());
  }

  /**
   * Reads a name.
   *
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT
   */
  static LeaseName of(String id) {
    int dot = id.lastIndexOf('.');
    try {
      return new LeaseName(id.substring(0, dot), Integer.parseInt(id.substring(dot + 1)));
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw RequestedAction.invalid(
          "bot_session.leases",
          "'" + id + "' is no lease of this grid",
          "use the id as the session's answer had it");
    }
  }

  @Override
  public String toString() {
    return job + "." + attempt;
  }
}
