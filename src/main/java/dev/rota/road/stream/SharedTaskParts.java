package dev.rota.road.stream;

import dev.rota.road.stream.damage.PartitionDoubts;
import dev.rota.road.stream.hold.HeldPartitions;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.rows.LastCheckpoint;
import dev.rota.road.stream.status.TaskStatuses;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.stream.time.TaskPulses;
import dev.rota.road.topics.UnfitCluster;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What all tasks of a domain in this process have in common. Each part is thread-safe.
 *
 * @param clock bounds the time of turns
 * @param past what the rows are compared with before anything is decided
 * @param holds the partitions that are held
 * @param pulses what tasks tell the pacemaker
 * @param doubts what failed tasks have taught about their partitions
 * @param last the checkpoint of the tasks before they are stopped
 * @param tasks what they tell of themselves
 * @param foreign why nothing more may be committed: another application decides as well; or null
 */
record SharedTaskParts(
    ClusterClock clock,
    PastLedger past,
    HeldPartitions holds,
    TaskPulses pulses,
    PartitionDoubts doubts,
    LastCheckpoint last,
    TaskStatuses tasks,
    AtomicReference<UnfitCluster> foreign) {
  /** No task is there yet. */
  static SharedTaskParts of(ClusterClock clock, PastLedger past) {
    HeldPartitions holds = new HeldPartitions();
    return new SharedTaskParts(
        clock,
        past,
        holds,
        new TaskPulses(holds::isHeld),
        new PartitionDoubts(),
        new LastCheckpoint(),
        new TaskStatuses(System::nanoTime),
        new AtomicReference<>());
  }
}
