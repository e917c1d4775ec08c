package dev.rota.base.actions;

import java.time.Duration;

/**
 * What one action may use. Beyond it, the action ends with RESOURCE_EXHAUSTED, or INVALID_ARGUMENT
 * for a time-out.
 *
 * @param inputsMax files, directories and symbolic links
 * @param inputBytesMax of all input files, each counted as often as it is named
 * @param directoryBytesMax of one directory's message, which is held in memory
 * @param outputsMax files, directories and symbolic links
 * @param outputBytesMax of all output files, stdout and stderr
 * @param streamBytesMax of stdout, and of stderr
 * @param timeoutMax an action without a time-out has this one
 * @param storeMax how long its outputs may take to be collected and stored, and its folder to be
 *     deleted; beyond it, the worker is at fault: UNAVAILABLE
 */
public record ActionLimits(
    int inputsMax,
    long inputBytesMax,
    int directoryBytesMax,
    int outputsMax,
    long outputBytesMax,
    long streamBytesMax,
    Duration timeoutMax,
    Duration storeMax) {
  public static final ActionLimits DEFAULT =
      new ActionLimits(
          2_000_000,
          64L << 30,
          32 << 20,
          200_000,
          16L << 30,
          1L << 30,
          Duration.ofHours(1),
          Duration.ofHours(1));

  /** Returns these limits with another longest time-out. */
  public ActionLimits withTimeoutMax(Duration other) {
    return new ActionLimits(
        inputsMax,
        inputBytesMax,
        directoryBytesMax,
        outputsMax,
        outputBytesMax,
        streamBytesMax,
        other,
        storeMax);
  }
}
