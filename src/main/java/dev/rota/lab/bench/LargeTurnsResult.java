package dev.rota.lab.bench;

/**
 * A large decision.
 *
 * @param what was decided, with its size
 * @param inputs of its lane
 * @param seconds from the last input until a read_committed consumer sees the decision's outcome
 * @param cpuSeconds of the whole process in this time, broker included
 * @param totalCpuSeconds of the whole process from the lane's first input on
 * @param residentMiB anonymous memory of the process at the end; 0: unknown
 */
public record LargeTurnsResult(
    String what,
    long inputs,
    double seconds,
    double cpuSeconds,
    double totalCpuSeconds,
    long residentMiB) {}
