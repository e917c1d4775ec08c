package dev.rota.client;

import dev.rota.bots.StatusCode;

/**
 * What came of a job.
 *
 * @param code gRPC's status of the lease. INTERNAL and UNAVAILABLE are tried again, up to the
 *     policy's {@code maxAttempts}; all others end the job
 * @param exitCode of the action; it is in no outcome, so tell the client in the result
 * @param result at most 16 384 bytes, which reach the job's outcome as they are; null: none. What
 *     is larger lies elsewhere, and these name it
 */
@SuppressWarnings("ArrayRecordComponent") // bytes that are passed on and never compared
public record JobResult(StatusCode code, int exitCode, byte[] result) {
  private static final int RESULT_BYTES_MAX = 16_384;

  /**
   * Checks the result.
   *
   * @throws IllegalArgumentException if it is too large
   */
  public JobResult {
    if (result != null && result.length > RESULT_BYTES_MAX) {
      throw new IllegalArgumentException(
          "the result has %d bytes, and a record takes %d: store it elsewhere and name it"
              .formatted(result.length, RESULT_BYTES_MAX));
    }
  }

  /** The action has run, and ended with this code. */
  public static JobResult exited(int exitCode, byte[] result) {
    return new JobResult(StatusCode.OK, exitCode, result);
  }

  /** The action could not be run. */
  public static JobResult failed(StatusCode code) {
    return new JobResult(code, 0, null);
  }
}
