package dev.rota.stream;

import dev.rota.ledger.LaneLimits;
import java.time.Duration;

/**
 * Settings of a task. None of them changes a decision, but {@code inputBytesMax}, which the ledger
 * notes.
 *
 * @param partitions of every topic of the domain
 * @param inputBytesMax the largest input record: key, value and headers, uncompressed
 * @param beat interval at which the task tells its earliest deadline
 * @param lanes when the task closes lanes
 */
record TaskSettings(int partitions, int inputBytesMax, Duration beat, LaneLimits lanes) {}
