package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksDeadlineKind;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.Gathering;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.NodeMeasured;
import dev.rota.chunks.model.NodeFact.PingFault;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.model.WorkerNodes;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.UptimeTerms;
import dev.rota.chunks.values.WorkerUptime;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Decides which workers are part of the network and which are reliable (rule 2). */
final class PingRoutine {
  private PingRoutine() {}

  /**
   * Handles a ping.
   *
   * @param saidMillis the ping's timestamp: its content was true then
   */
  static List<Step<ChunksView, ChunksFact>> steps(
      ChunksView view, Ping ping, long saidMillis, long nowMillis) {
    ChunksFact fact = fact(view, ping, saidMillis, nowMillis);
    if (fact instanceof PingRefused) {
      return List.of(_ -> List.of(fact));
    }
    Long latest = view.nodes().latestEpoch();
    WorkerNode known = view.nodes().get(ping.worker());
    List<Step<ChunksView, ChunksFact>> steps = new ArrayList<>(4);
    steps.add(_ -> List.of(fact));
    steps.add(v -> judged(v, latest, nowMillis));
    steps.add(v -> gathered(v, nowMillis));
    steps.add(
        v ->
            ping.leaving()
                ? AssignmentSnapshots.withdrawn(v, known, nowMillis)
                : AssignmentSnapshots.renewed(v, ping.worker(), nowMillis));
    return steps;
  }

  private static ChunksFact fact(ChunksView view, Ping ping, long saidMillis, long nowMillis) {
    long generation = view.standing().generation();
    PeerId id;
    try {
      id = PeerId.parse(ping.worker());
    } catch (IllegalArgumentException e) {
      return new PingRefused(
          ping.worker(), PingFault.BAD_PEER_ID, "worker: " + e.getMessage(), generation, nowMillis);
    }
    WorkerNode known = view.nodes().get(ping.worker());
    PingAdmission wrong = PingAdmission.refusal(view, ping, known, saidMillis, nowMillis);
    if (wrong != null) {
      return new PingRefused(ping.worker(), wrong.reason(), wrong.detail(), generation, nowMillis);
    }
    if (ping.leaving()) {
      return new NodeLeft(ping.worker(), false, generation, nowMillis);
    }
    boolean joined = known == null || !known.isThere();
    WorkerUptime uptime = uptime(view, joined ? null : known.heard(), saidMillis, nowMillis);
    WorkerNode.Heard heard = WorkerNode.Heard.of(ping, saidMillis, view.edition(), uptime);
    OperatorMark mark = view.marks().get(ping.worker());
    Long latest = view.nodes().latestEpoch(known, ping.epoch());
    WorkerHealth health = WorkerHealth.of(heard, mark, view.policy(), latest, nowMillis);
    return new NodeHeard(
        ping.worker(),
        id,
        heard,
        health.status(),
        health.reason(),
        health.detail(),
        joined,
        joined
            || view.policy().telling().beatsAnswered()
            || known.status() != health.status()
            || !known.heard().saysTheSame(heard),
        WorkerNodes.offlineAt(heard, health.status(), view.policy()),
        generation,
        nowMillis);
  }

  /** Measures a worker that pings. A later ping covers time on top of what its last one did. */
  static WorkerUptime uptime(
      ChunksView view, WorkerNode.Heard last, long saidMillis, long nowMillis) {
    UptimeTerms terms = view.policy().uptime();
    return last == null || last.uptime() == null
        ? WorkerUptime.from(saidMillis, terms, nowMillis)
        : last.uptime().at(nowMillis, last.atMillis(), terms).at(nowMillis, saidMillis, terms);
  }

  /** A worker's uptime is enough, or no longer, without a ping. */
  static List<Step<ChunksView, ChunksFact>> measured(String worker, long nowMillis) {
    return List.of(
        v -> {
          WorkerNode.Heard heard = v.nodes().get(worker).heard();
          WorkerUptime uptime = heard.uptime().at(nowMillis, heard.atMillis(), v.policy().uptime());
          return List.of(new NodeMeasured(worker, uptime, nowMillis));
        },
        v -> judged(v, worker, nowMillis),
        v -> gatheredAsDue(v, nowMillis));
  }

  /** Judges a worker again, if it is part of the network. */
  static List<ChunksFact> judged(ChunksView view, String worker, long nowMillis) {
    WorkerNode node = view.nodes().get(worker);
    return node == null || !node.isThere()
        ? List.of()
        : judged(view, node, view.nodes().latestEpoch(), nowMillis);
  }

  private static List<ChunksFact> judged(
      ChunksView view, WorkerNode node, Long latestEpoch, long nowMillis) {
    WorkerHealth health = health(view, node, latestEpoch, nowMillis);
    boolean same =
        health.status() == node.status() && Objects.equals(health.reason(), node.reason());
    return same ? List.of() : List.of(changed(view, node, health, nowMillis));
  }

  private static WorkerHealth health(
      ChunksView view, WorkerNode node, Long latestEpoch, long nowMillis) {
    OperatorMark mark = view.marks().get(node.name());
    return WorkerHealth.of(node.heard(), mark, view.policy(), latestEpoch, nowMillis);
  }

  /** A worker is silent for too long and becomes unreliable. */
  static List<Step<ChunksView, ChunksFact>> silent(String worker, long nowMillis) {
    return List.of(
        v -> {
          WorkerNode node = v.nodes().get(worker);
          WorkerHealth health = health(v, node, v.nodes().latestEpoch(), nowMillis);
          return List.of(changed(v, node, health, nowMillis));
        },
        v -> gatheredAsDue(v, nowMillis));
  }

  /** A worker is silent for so long that it leaves the network. */
  static List<Step<ChunksView, ChunksFact>> forgotten(
      ChunksView view, String worker, long nowMillis) {
    Long latest = view.nodes().latestEpoch();
    WorkerNode node = view.nodes().get(worker);
    return List.of(
        v -> List.of(new NodeLeft(worker, true, v.standing().generation(), nowMillis)),
        v -> AssignmentSnapshots.withdrawn(v, node, nowMillis),
        v -> judged(v, latest, nowMillis),
        v -> gatheredAsDue(v, nowMillis));
  }

  /**
   * A generation due in the same instant fires later and includes the change ({@link
   * ChunksDeadlineKind}).
   */
  static List<ChunksFact> gatheredAsDue(ChunksView view, long nowMillis) {
    return view.standing().window().dueAt() == nowMillis ? List.of() : gathered(view, nowMillis);
  }

  /** Judges all workers again if the highest epoch changed. */
  private static List<ChunksFact> judged(ChunksView view, Long latestBefore, long nowMillis) {
    return Objects.equals(latestBefore, view.nodes().latestEpoch())
        ? List.of()
        : judgedAll(view, nowMillis);
  }

  /** Judges all workers by the current policy. */
  static List<ChunksFact> judgedAll(ChunksView view, long nowMillis) {
    Long latest = view.nodes().latestEpoch();
    List<ChunksFact> facts = new ArrayList<>();
    for (WorkerNode node : view.nodes().all()) {
      if (node.isThere()) {
        facts.addAll(judged(view, node, latest, nowMillis));
      }
    }
    return facts;
  }

  private static NodeChanged changed(
      ChunksView view, WorkerNode node, WorkerHealth health, long nowMillis) {
    return new NodeChanged(
        node.name(),
        health.status(),
        health.reason(),
        health.detail(),
        health.status() != node.status(),
        view.standing().generation(),
        nowMillis);
  }

  /** Schedules a generation if the placement is outdated. */
  static List<ChunksFact> gathered(ChunksView view, long nowMillis) {
    GenerationWindow window = view.standing().window();
    if (!view.isStirred()) {
      return List.of();
    }
    GenerationWindow next = view.isPlacing() ? window.urged(view.policy(), nowMillis) : window;
    return List.of(new Gathering(next, nowMillis));
  }
}
