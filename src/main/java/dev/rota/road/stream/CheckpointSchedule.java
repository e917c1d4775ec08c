package dev.rota.road.stream;

import dev.rota.road.kept.CheckpointChoice;
import dev.rota.road.stream.rows.UnsavedTail;
import java.time.Duration;

/**
 * When a task hands its changed rows to store and changelog. A task that starts decides the turns
 * since then again: those of a cold process cost 30 to 80 µs each. None of it changes a decision.
 *
 * @param turns of a partition between two checkpoints
 * @param every time between two checkpoints
 * @param kept whose kept checkpoints count where rows are lost behind a trimmed ledger
 */
public record CheckpointSchedule(int turns, Duration every, CheckpointChoice kept) {
  public static final CheckpointSchedule DEFAULT =
      new CheckpointSchedule(5_000, Duration.ofSeconds(10));

  /** At each commit. */
  public static final CheckpointSchedule ALWAYS = new CheckpointSchedule(0, Duration.ZERO);

  /** By anybody's word. */
  public CheckpointSchedule(int turns, Duration every) {
    this(turns, every, CheckpointChoice.BEGINNING);
  }

  boolean isDue(UnsavedTail since) {
    return since.turns() > 0 && (since.turns() >= turns || since.nanos() >= every.toNanos());
  }
}
