package dev.rota.lab.bench;

/**
 * The result of a pass.
 *
 * @param inputsPerSecond visible to a read_committed consumer
 * @param writtenPerInput records on all topics and changelogs that it writes, per input, with
 *     transaction markers
 * @param outputsPerInput those on output topics alone
 * @param cpuMicros of the whole process, broker included, per input; the start is left out
 */
public record PassResult(
    double inputsPerSecond, double writtenPerInput, double outputsPerInput, double cpuMicros) {
  public double writtenPerSecond() {
    return inputsPerSecond * writtenPerInput;
  }
}
