package dev.rota.road.stream;

import dev.rota.road.stream.damage.Doubts;
import dev.rota.road.stream.hold.Holds;
import dev.rota.road.stream.past.PastLedger;
import dev.rota.road.stream.rows.LastCheckpoint;
import dev.rota.road.stream.status.Tasks;
import dev.rota.road.stream.time.ClusterClock;
import dev.rota.road.stream.time.Pulses;
import dev.rota.road.topics.UnfitCluster;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What all tasks of a domain in this process have in common. Each part is thread-safe.
 *
 * @param clock bounds the time of turns
 * @param past what the rows are compared with before anything is decided
 * @param figures of the lanes
 * @param holds the partitions that are held
 * @param pulses what tasks tell the pacemaker
 * @param doubts what failed tasks have taught about their partitions
 * @param last the checkpoint of the tasks before they are stopped
 * @param tasks what they tell of themselves
 * @param foreign why nothing more may be committed: another application decides as well; or null
 */
record Shared(
    ClusterClock clock,
    PastLedger past,
    LaneFigures figures,
    Holds holds,
    Pulses pulses,
    Doubts doubts,
    LastCheckpoint last,
    Tasks tasks,
    AtomicReference<UnfitCluster> foreign) {
  /** No task is there yet. */
  static Shared of(ClusterClock clock, PastLedger past) {
    Holds holds = new Holds();
    return new Shared(
        clock,
        past,
        new LaneFigures(),
        holds,
        new Pulses(holds::isHeld),
        new Doubts(),
        new LastCheckpoint(),
        new Tasks(System::nanoTime),
        new AtomicReference<>());
  }
}
