package dev.rota.road.stream;

import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.road.topics.RequiredTopics;
import java.time.Duration;

/**
 * Settings of a task. None of them changes a decision, but {@code inputBytesMax} and {@code
 * adoption}, which the ledger notes.
 *
 * @param inputBytesMax the largest input record: key, value and headers, uncompressed
 * @param beat interval at which the task tells its earliest deadline, and the pacemaker's shortest
 * @param lanes when the task closes lanes
 * @param adoption which versions of the rules lanes adopt
 * @param checkpoints when it hands over changed rows
 */
public record TaskSettings(
    int inputBytesMax,
    Duration beat,
    LaneLimits lanes,
    RulesAdoption adoption,
    CheckpointSchedule checkpoints) {
  /** With this beat; the rest as it is by default. */
  static TaskSettings usual(Duration beat) {
    return new TaskSettings(
        RequiredTopics.INPUT_BYTES_DEFAULT,
        beat,
        LaneLimits.DEFAULT,
        RulesAdoption.NEWEST,
        CheckpointSchedule.DEFAULT);
  }
}
