package dev.rota.chunks.rules;

import dev.rota.chunks.model.Node;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.Policy;

/**
 * The status of a worker, and the reason (rule 2).
 *
 * @param reason null if the worker is online
 */
record WorkerHealth(WorkerStatus status, String reason) {
  /**
   * Returns the status by the worker's last ping.
   *
   * @param latestEpoch the highest reported epoch of all workers, or null
   */
  static WorkerHealth of(Node.Heard heard, Policy policy, Long latestEpoch, long nowMillis) {
    Long lag = policy.maxEpochLag() < 0 ? null : (Long) policy.maxEpochLag();
    WorkerStatus.Limits limits =
        new WorkerStatus.Limits(
            nowMillis - policy.pingTimeout(),
            policy.staleBytes(),
            asked(heard, policy),
            WorkerStatus.Limits.leastEpoch(latestEpoch, lag));
    WorkerStatus.Ping ping =
        new WorkerStatus.Ping(
            heard.atMillis(),
            heard.stored() == null ? 0 : heard.stored(),
            heard.version(),
            heard.epoch(),
            heard.suspicious());
    WorkerStatus status = WorkerStatus.of(ping, limits);
    return new WorkerHealth(status, reason(status, heard, limits, policy));
  }

  /** Without a setting, a worker that reports no version passes. */
  private static SoftwareVersion asked(Node.Heard heard, Policy policy) {
    return policy.minVersion() != null || heard.said() == null
        ? policy.minVersion()
        : Policy.USUAL_VERSION;
  }

  private static String reason(
      WorkerStatus status, Node.Heard heard, WorkerStatus.Limits limits, Policy policy) {
    return switch (status) {
      case ONLINE -> null;
      case STALE_RPC -> "epoch " + heard.epoch() + ", at least " + limits.leastEpoch() + " asked";
      case STALE ->
          "stored " + heard.stored() + " bytes, at least " + limits.staleBytes() + " asked";
      case SUSPICIOUS -> "its ping says that it is suspicious";
      case UNSUPPORTED_VERSION ->
          "version " + heard.said() + ", at least " + limits.minVersion() + " asked";
      case OFFLINE -> "silent for more than " + policy.pingTimeout() + " ms";
    };
  }
}
