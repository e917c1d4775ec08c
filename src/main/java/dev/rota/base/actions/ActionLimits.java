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
 * @param outputBytesMax of all output files
 * @param streamBytesMax of stdout, and of stderr; what is more is dropped, and the action goes on
 * @param timeoutMax an action without a time-out has this one
 */
public record ActionLimits(
    int inputsMax,
    long inputBytesMax,
    int directoryBytesMax,
    int outputsMax,
    long outputBytesMax,
    long streamBytesMax,
    Duration timeoutMax) {
  public static final ActionLimits DEFAULT =
      new ActionLimits(
          2_000_000, 64L << 30, 32 << 20, 200_000, 16L << 30, 16L << 20, Duration.ofHours(1));

  /** Returns these limits with another longest time-out. */
  public ActionLimits withTimeoutMax(Duration other) {
    return new ActionLimits(
        inputsMax,
        inputBytesMax,
        directoryBytesMax,
        outputsMax,
        outputBytesMax,
        streamBytesMax,
        other);
  }
}
