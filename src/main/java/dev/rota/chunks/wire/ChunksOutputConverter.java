package dev.rota.chunks.wire;

import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.NetworkFact;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NodeFact;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;

/** Converts published facts to records. */
final class ChunksOutputConverter {
  private ChunksOutputConverter() {}

  /** Returns the record, or null if the fact is not published. */
  static Output write(String network, ChunksFact fact) {
    if (fact instanceof Assigned assigned) {
      String rule = assigned.snapshot() ? "chunks 7" : "chunks 5";
      return new Output(Channel.ASSIGNMENTS, AssignmentRecords.of(network, assigned), rule);
    }
    if (fact instanceof SnapshotKept kept) {
      return snapshot(
          kept.set().worker(), kept.set().part(), AssignmentRecords.of(network, kept.set()));
    }
    if (fact instanceof SnapshotWithdrawn gone) {
      return snapshot(gone.worker(), gone.part(), null);
    }
    if (fact instanceof NodeFact node) {
      return ListingOutcomes.of(network, node);
    }
    return fact instanceof NetworkFact made
        ? NetworkOutcomes.of(network, made)
        : ListingOutcomes.of(network, (ListingFact) fact);
  }

  private static Output snapshot(String worker, int part, WorkerAssignment set) {
    return new Output(Channel.SNAPSHOTS, worker + "/" + part, set, "chunks 7");
  }

  /**
   * Returns the outcome record with this event.
   *
   * @param generation the current generation
   */
  static Output outcome(
      String network, ChunksFact fact, long generation, Object event, String rule) {
    NetworkOutcome outcome = new NetworkOutcome(network, fact.atMillis(), generation, event);
    return new Output(Channel.OUTCOMES, outcome, rule);
  }
}
