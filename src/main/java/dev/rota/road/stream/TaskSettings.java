package dev.rota.road.stream;

import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import java.time.Duration;

/**
 * Settings of a task. None of them changes a decision, but {@code inputBytesMax} and {@code
 * adoption}, which the ledger notes.
 *
 * @param partitions of every topic of the domain
 * @param inputBytesMax the largest input record: key, value and headers, uncompressed
 * @param beat interval at which the task tells its earliest deadline
 * @param lanes when the task closes lanes
 * @param adoption which versions of the rules lanes adopt
 * @param checkpoints when it hands over changed rows
 */
record TaskSettings(
    int partitions,
    int inputBytesMax,
    Duration beat,
    LaneLimits lanes,
    RulesAdoption adoption,
    CheckpointSchedule checkpoints) {}
