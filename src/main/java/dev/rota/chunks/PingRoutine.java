package dev.rota.chunks;

import dev.rota.chunks.ChunksInput.Ping;
import dev.rota.chunks.NetworkFact.Gathering;
import dev.rota.chunks.NodeFact.NodeChanged;
import dev.rota.chunks.NodeFact.NodeHeard;
import dev.rota.chunks.NodeFact.NodeLeft;
import dev.rota.chunks.NodeFact.PingRefused;
import dev.rota.domain.Names;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Who is part of the network, and who is reliable (rule 2). */
final class PingRoutine {
  /** A worker's number fits two bytes. */
  private PingRoutine() {}

  static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, Ping ping, long nowMillis) {
    ChunksFact fact = fact(view, ping, nowMillis);
    if (fact instanceof PingRefused) {
      return List.of(v -> List.of(fact));
    }
    Long latest = view.nodes().latestEpoch();
    List<Step<ChunksView, ChunksFact>> steps = new ArrayList<>(3);
    steps.add(v -> List.of(fact));
    steps.add(v -> judged(v, latest, nowMillis));
    steps.add(v -> gathered(v, nowMillis));
    return steps;
  }

  private static ChunksFact fact(ChunksView view, Ping ping, long nowMillis) {
    long generation = view.standing().generation();
    PeerId id;
    try {
      id = PeerId.parse(ping.worker());
    } catch (IllegalArgumentException e) {
      return new PingRefused(
          ping.worker(), Refusal.BAD_PEER_ID, e.getMessage(), generation, nowMillis);
    }
    Node known = view.nodes().get(ping.worker());
    boolean there = known != null && known.isThere();
    if (ping.leaving()) {
      return there
          ? new NodeLeft(ping.worker(), false, generation, nowMillis)
          : new PingRefused(
              ping.worker(),
              Refusal.NOT_FOUND,
              "it is not part of the network: it need not leave",
              generation,
              nowMillis);
    }
    PingRefused refusal = refusal(view, ping, known, nowMillis);
    if (refusal != null) {
      return refusal;
    }
    Node.Heard heard = Node.Heard.of(ping, nowMillis);
    Long latest = view.nodes().latestEpoch(known, ping.epoch());
    Health health = Health.of(heard, view.policy(), latest, nowMillis);
    return new NodeHeard(
        ping.worker(),
        id,
        heard,
        health.status(),
        health.reason(),
        !there,
        Nodes.offlineAt(heard, health.status(), view.policy()),
        generation,
        nowMillis);
  }

  private static PingRefused refusal(ChunksView view, Ping ping, Node known, long nowMillis) {
    Refusal reason = Refusal.OUT_OF_RANGE;
    String detail = null;
    if (ping.capacity() < 1) {
      detail = "capacityBytes is " + ping.capacity() + ": at least 1";
    } else if (ping.stored() != null && ping.stored() < 0) {
      detail = "storedBytes is " + ping.stored() + ": at least 0";
    } else if (ping.epoch() != null && ping.epoch() < 0) {
      detail = "epoch is " + ping.epoch() + ": at least 0";
    } else if (ping.version() != null && Names.wrong("version", ping.version()) != null) {
      reason = Refusal.INVALID_ARGUMENT;
      detail = Names.wrong("version", ping.version());
    } else if (known == null && view.nodes().count() >= Rings.WORKERS_MAX) {
      reason = Refusal.TOO_MANY_WORKERS;
      detail = "the network has " + Rings.WORKERS_MAX + " workers: no more can be numbered";
    }
    return detail == null
        ? null
        : new PingRefused(ping.worker(), reason, detail, view.standing().generation(), nowMillis);
  }

  /** A worker is silent for too long, and unreliable from now on. */
  static List<Step<ChunksView, ChunksFact>> silent(String worker, long nowMillis) {
    return List.of(
        v -> {
          Node node = v.nodes().get(worker);
          Health health = Health.of(node.heard(), v.policy(), v.nodes().latestEpoch(), nowMillis);
          return List.of(changed(v, worker, health, nowMillis));
        },
        v -> gatheredAsDue(v, nowMillis));
  }

  /** A worker is silent for so long that it is part of the network no longer. */
  static List<Step<ChunksView, ChunksFact>> forgotten(
      ChunksView view, String worker, long nowMillis) {
    Long latest = view.nodes().latestEpoch();
    return List.of(
        v -> List.of(new NodeLeft(worker, true, v.standing().generation(), nowMillis)),
        v -> judged(v, latest, nowMillis),
        v -> gatheredAsDue(v, nowMillis));
  }

  /** A generation that is due in the same instant comes after it, and has it ({@link Due}). */
  private static List<ChunksFact> gatheredAsDue(ChunksView view, long nowMillis) {
    return view.standing().window().dueAt() == nowMillis ? List.of() : gathered(view, nowMillis);
  }

  /** The others are measured by the highest epoch: where that is another one, all are looked at. */
  private static List<ChunksFact> judged(ChunksView view, Long latestBefore, long nowMillis) {
    return Objects.equals(latestBefore, view.nodes().latestEpoch())
        ? List.of()
        : judgedAll(view, nowMillis);
  }

  /** What is held of each worker by the policy as it is. */
  static List<ChunksFact> judgedAll(ChunksView view, long nowMillis) {
    Long latest = view.nodes().latestEpoch();
    List<ChunksFact> facts = new ArrayList<>();
    for (Node node : view.nodes().all()) {
      if (node.isThere()) {
        Health health = Health.of(node.heard(), view.policy(), latest, nowMillis);
        if (health.status() != node.status() || !Objects.equals(health.reason(), node.reason())) {
          facts.add(changed(view, node.name(), health, nowMillis));
        }
      }
    }
    return facts;
  }

  private static NodeChanged changed(
      ChunksView view, String worker, Health health, long nowMillis) {
    return new NodeChanged(
        worker, health.status(), health.reason(), view.standing().generation(), nowMillis);
  }

  /** If the placement is to be another one, a generation is due soon. */
  static List<ChunksFact> gathered(ChunksView view, long nowMillis) {
    Window window = view.standing().window();
    return view.isStirred()
        ? List.of(new Gathering(window.urged(view.policy(), nowMillis), nowMillis))
        : List.of();
  }
}
