package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkRef;
import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.NetworkFact;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.domain.Output;
import dev.rota.domain.Output.Channel;
import java.util.ArrayList;
import java.util.List;

/** Facts that concern others, as records. */
final class Outbound {
  private Outbound() {}

  /** The record, or null when the fact is nobody's business. */
  static Output write(String network, ChunksFact fact) {
    if (fact instanceof Assigned assigned) {
      return new Output(Channel.ASSIGNMENTS, assignment(network, assigned), fact.rule());
    }
    if (fact instanceof SnapshotKept kept) {
      return snapshot(
          kept.set().worker(), kept.set().part(), assignment(network, kept.set()), fact);
    }
    if (fact instanceof SnapshotWithdrawn gone) {
      return snapshot(gone.worker(), gone.part(), null, fact);
    }
    Outcomes.Event event = event(fact);
    return event == null
        ? null
        : new Output(
            Channel.OUTCOMES,
            new NetworkOutcome(network, fact.atMillis(), event.generation(), event.event()),
            fact.rule());
  }

  private static Output snapshot(String worker, int part, WorkerAssignment set, ChunksFact fact) {
    return new Output(Channel.SNAPSHOTS, worker + "/" + part, set, fact.rule());
  }

  private static Outcomes.Event event(ChunksFact fact) {
    if (fact instanceof NodeFact node) {
      return Outcomes.of(node);
    }
    return fact instanceof NetworkFact network
        ? NetworkOutcomes.of(network)
        : Outcomes.of((ListingFact) fact);
  }

  private static WorkerAssignment assignment(String network, Assigned a) {
    return new WorkerAssignment(
        network,
        a.atMillis(),
        a.generation(),
        a.worker(),
        a.isReliable(),
        refs(a.added()),
        refs(a.removed()),
        refs(a.resized()),
        a.digest(),
        a.snapshot(),
        a.part(),
        a.parts(),
        a.chunks(),
        a.bytes(),
        a.effectiveFrom());
  }

  private static List<ChunkRef> refs(List<SizedChunk> chunks) {
    List<ChunkRef> refs = new ArrayList<>(chunks.size());
    for (SizedChunk chunk : chunks) {
      refs.add(new ChunkRef(chunk.name().dataset(), chunk.name().id(), chunk.bytes()));
    }
    return refs;
  }
}
