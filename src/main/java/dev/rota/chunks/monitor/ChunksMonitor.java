package dev.rota.chunks.monitor;

import static dev.rota.kernel.domain.measures.LaneGauge.sum;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NetworkFact.SnapshotKept;
import dev.rota.chunks.model.NetworkFact.SnapshotWithdrawn;
import dev.rota.chunks.model.NetworkFact.Tried;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.NodeFact.NodeMeasured;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.kernel.domain.measures.AssignmentAccount;
import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.FactCounter;
import dev.rota.kernel.domain.measures.LaneGauge;
import dev.rota.kernel.domain.measures.LaneGauge.Together;
import dev.rota.kernel.domain.measures.QueueVitals;
import java.util.List;
import java.util.Objects;

/** Networks: chunks wait for the next generation, and copies are what is assigned. */
public final class ChunksMonitor implements DomainMonitor<ChunksState, ChunksFact> {
  @Override
  public QueueVitals vitals(ChunksState state) {
    GenerationWindow window = state.standing().window();
    long copies = holdings(state).stream().mapToLong(WorkerNode.Held::chunks).sum();
    return new QueueVitals(
        state.pending().size(),
        window.isOpen() ? window.openedAt() : QueueVitals.NONE,
        copies,
        QueueVitals.UNKNOWN);
  }

  private static List<WorkerNode.Held> holdings(ChunksState state) {
    return state.nodes().all().stream().map(WorkerNode::held).filter(Objects::nonNull).toList();
  }

  @Override
  public List<LaneGauge<ChunksState>> gauges() {
    return List.of(
        sum("workers", "Workers that send pings.", ChunksMonitor::there),
        sum(
            "workers_online",
            "Workers that count as reliable.",
            state -> count(state, WorkerStatus.ONLINE)),
        sum(
            "workers_low_uptime",
            "Workers whose pings cover too little of the time.",
            state -> count(state, WorkerStatus.LOW_UPTIME)),
        sum(
            "workers_marked",
            "Workers that an operator marked, and that are part of the network.",
            state -> count(state, WorkerStatus.MARKED)),
        sum(
            "assigned_bytes",
            "Bytes of the copies that are assigned.",
            state -> holdings(state).stream().mapToLong(WorkerNode.Held::bytes).sum()),
        new LaneGauge<>(
            "replication_factor_min",
            "Copies of a chunk, of the weight with the fewest; 0: there is no generation.",
            Together.LEAST,
            state -> state.replication().values().stream().mapToLong(n -> n).min().orElse(0)),
        new LaneGauge<>(
            "generation_number",
            "The generation in force.",
            Together.MOST,
            state -> state.standing().generation()),
        sum(
            "generation_refused",
            "1: the last attempt to make a generation failed.",
            state -> state.standing().refused() == null ? 0 : 1));
  }

  private static long there(ChunksState state) {
    return state.nodes().all().stream().filter(WorkerNode::isThere).count();
  }

  private static long count(ChunksState state, WorkerStatus status) {
    return state.nodes().all().stream().filter(node -> node.status() == status).count();
  }

  @Override
  public void count(ChunksFact fact, FactCounter to) {
    switch (fact) {
      case PingRefused refused -> to.refused(refused.reason());
      case PolicyRefused refused -> to.refused(refused.reason());
      case GenerationRefused refused -> to.refused(refused.reason());
      case Assigned set -> to.begun(set.snapshot() ? 0 : set.added().size());
      case GenerationMade made -> to.moved(made.moved().copies());
      case ListingFact listing when listing.told() != null ->
          listing.told().tally().refusals().stream()
              .map(ListingFact.Refused::reason)
              .distinct()
              .forEach(to::refused);
      case ListingFact _ -> {}
      case NodeHeard _, NodeChanged _, NodeMeasured _, NodeMarked _, NodeLeft _ -> {}
      case PolicySet _, Gathering _, Tried _, SnapshotKept _, SnapshotWithdrawn _ -> {}
    }
  }

  @Override
  public AssignmentAccount<ChunksState, ChunksFact> assignments() {
    return new ChunksAssignments();
  }
}
