package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.Limit;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerNodes;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.rules.FactorShortfall;
import dev.rota.chunks.rules.WorkerHealth;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why.Reason;
import dev.rota.kernel.engine.Engine;
import java.util.Optional;

/** Why a worker has its status and its load, and which factor it limits. */
final class NetworkWorkerNow {
  private final ChunksState state;
  private final WorkerNode node;
  private final long atMillis;

  private NetworkWorkerNow(ChunksState state, WorkerNode node, long atMillis) {
    this.state = state;
    this.node = node;
    this.atMillis = atMillis;
  }

  static Optional<Reason> of(String worker, ChunksState state, long atMillis) {
    WorkerNode node = state.nodes().get(worker);
    if (node != null) {
      return Optional.of(new NetworkWorkerNow(state, node, atMillis).reason());
    }
    OperatorMark mark = state.marks().get(worker);
    return mark == null
        ? Optional.empty()
        : Optional.of(
            new Reason(
                "is not part of the network, and " + ReasonWording.marked(mark), "chunks 2"));
  }

  private Reason reason() {
    String next = node.isNews(state.policy()) ? "; " + NextGeneration.told(state, atMillis) : "";
    return new Reason(status() + "; " + load() + limits() + next, "chunks 2");
  }

  private String status() {
    if (!node.isThere()) {
      return "has left the network";
    }
    OperatorMark mark = state.marks().get(node.name());
    WorkerHealth health = WorkerHealth.of(node, mark, state.policy(), atMillis);
    String why = health.detail() == null ? "" : ", " + health.detail();
    if (health.until() != null) {
      why += " (in " + health.millisLeft(atMillis) + " ms)";
    }
    if (mark != null && node.status() != WorkerStatus.MARKED) {
      why += ", and " + ReasonWording.marked(mark);
    }
    if (health.uptime() != null && node.status() != WorkerStatus.LOW_UPTIME) {
      why += "; its pings cover " + health.uptime().words() + " of uptimeWindowMs";
    }
    long offline = WorkerNodes.offlineAt(node.heard(), node.status(), state.policy());
    String until =
        offline == Engine.NEVER
            ? ""
            : "; OFFLINE at " + ReasonWording.time(offline) + " unless it pings";
    return "is " + node.status() + why + until;
  }

  /** Returns what it holds, of the capacity that the current generation counts. */
  private String load() {
    if (node.held() == null) {
      return "no generation has it yet";
    }
    PlacementWorker counted = node.held().worker();
    String said =
        node.isThere() && node.heard().capacity() != counted.capacity()
            ? ", of " + node.heard().capacity() + " that it says"
            : "";
    return "holds "
        + PluralText.of(node.held().chunks(), "chunk")
        + " in generation "
        + state.standing().generation()
        + (counted.reliable() ? "" : ", as unreliable")
        + ", "
        + node.held().bytes()
        + " of "
        + PluralText.of(counted.capacity(), "byte")
        + said;
  }

  /** Returns which factors would be higher if it counted, or had more room. */
  private String limits() {
    StringBuilder limits = new StringBuilder();
    for (FactorShortfall one : FactorShortfall.of(state)) {
      String copies = "; weight " + one.weight() + " has the factor " + one.factor();
      boolean nearest = one.worker() != null && one.worker().id().equals(node.id());
      if (nearest) {
        String chunk = ChunkId.of(one.chunk().dataset(), one.chunk().id());
        limits
            .append(copies)
            .append(": with ")
            .append(PluralText.of(one.missing(), "byte"))
            .append(" more at its turn it would take the next copy of ")
            .append(chunk);
      } else if (one.limit() == Limit.WORKERS && !FactorShortfall.counts(state, node)) {
        limits.append(copies).append(", of ").append(one.wanted()).append(": it does not count");
      }
    }
    return limits.toString();
  }
}
