package dev.rota.chunks.model;

import dev.rota.chunks.placement.SoftwareVersion;

/** What is held of a worker by its latest ping (rule 2). Only {@link #ONLINE} is reliable. */
public enum WorkerStatus {
  /** It has all that is asked for. */
  ONLINE,
  /** It is behind the others on the chain, or does not say where it is. */
  STALE_RPC,
  /** It has stored too little. */
  STALE,
  /** Somebody who watches it says so. */
  SUSPICIOUS,
  /** Its version is too old, or unknown. */
  UNSUPPORTED_VERSION,
  /** It has not been heard of for too long. */
  OFFLINE;

  /**
   * What a worker says of itself.
   *
   * @param atMillis when it said so
   * @param version null: not said, or no version
   * @param epoch of the chain, as far as it knows; null: not said
   * @param suspicious what others say of it
   */
  public record Ping(
      long atMillis, long storedBytes, SoftwareVersion version, Long epoch, boolean suspicious) {}

  /**
   * What is asked of a worker.
   *
   * @param inactiveBeforeMillis a ping before it is too old
   * @param minVersion null: any, and none
   * @param leastEpoch null: nobody's epoch counts
   */
  public record Limits(
      long inactiveBeforeMillis, long staleBytes, SoftwareVersion minVersion, Long leastEpoch) {
    /**
     * The least epoch that is not behind.
     *
     * @param latest the highest epoch that any worker reported; null: none did
     * @param lag how many epochs a worker may be behind; null: any number
     */
    public static Long leastEpoch(Long latest, Long lag) {
      return latest == null || lag == null ? null : Long.valueOf(Math.max(0, latest - lag));
    }
  }

  /** The status, where the gravest of what is wrong counts. */
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
