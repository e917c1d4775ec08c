package dev.rota.chunks.model;

import dev.rota.chunks.placement.SoftwareVersion;

/**
 * The status of a worker (rule 2), the least severe first. Only {@link #ONLINE} is reliable. The
 * most severe one that applies counts.
 */
public enum WorkerStatus {
  /** It meets all limits. */
  ONLINE,
  /** Its epoch is too old or missing. */
  STALE_RPC,
  /** It has stored too little. */
  STALE,
  /** Its pings cover too little of the time. */
  LOW_UPTIME,
  /** An observer reports it as suspicious. */
  SUSPICIOUS,
  /** Its version is too old or unknown. */
  UNSUPPORTED_VERSION,
  /** An operator marked it. */
  MARKED,
  /** Its last ping is too old. */
  OFFLINE;

  /**
   * A worker's report about itself.
   *
   * @param atMillis time of the ping, epoch ms
   * @param version null: not said, or invalid
   * @param epoch latest epoch of the chain that it knows; null: not said
   * @param suspicious true if an observer suspects it
   */
  public record Ping(
      long atMillis, long storedBytes, SoftwareVersion version, Long epoch, boolean suspicious) {}

  /**
   * The limits for a worker.
   *
   * @param inactiveBeforeMillis earliest time of a valid ping, epoch ms
   * @param minVersion null: no version is required
   * @param leastEpoch null: no epoch is required
   */
  public record Limits(
      long inactiveBeforeMillis, long staleBytes, SoftwareVersion minVersion, Long leastEpoch) {
    /**
     * Returns the lowest acceptable epoch.
     *
     * @param latest the highest epoch that any worker reported; null: none
     * @param lag maximum lag in epochs; null: unlimited
     */
    public static Long leastEpoch(Long latest, Long lag) {
      return latest == null || lag == null ? null : Long.valueOf(Math.max(0, latest - lag));
    }
  }

  /** Returns the status by a ping alone. */
  public static WorkerStatus of(Ping ping, Limits limits) {
    if (ping.atMillis < limits.inactiveBeforeMillis) {
      return OFFLINE;
    }
    if (limits.minVersion != null
        && (ping.version == null || ping.version.compareTo(limits.minVersion) < 0)) {
      return UNSUPPORTED_VERSION;
    }
    if (ping.suspicious) {
      return SUSPICIOUS;
    }
    if (ping.storedBytes < limits.staleBytes) {
      return STALE;
    }
    boolean behind =
        limits.leastEpoch != null && (ping.epoch == null || ping.epoch < limits.leastEpoch);
    return behind ? STALE_RPC : ONLINE;
  }
}
