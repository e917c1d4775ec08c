package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Marking;
import dev.rota.chunks.model.ChunksInput.PolicyChange;
import dev.rota.chunks.model.ChunksInput.Showing;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.PolicyFault;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Applies settings, a command, or both. If one is invalid, neither counts. */
final class NetworkPolicyRoutine {
  private NetworkPolicyRoutine() {}

  static List<Step<ChunksView, ChunksFact>> steps(
      ChunksView view, PolicyChange change, long nowMillis) {
    long generation = view.standing().generation();
    NetworkPolicy policy;
    Marking mark;
    try {
      inTime(view, nowMillis);
      policy = new PolicyUpdate(view.edition()).of(view.policy(), change);
      known(view, change.snapshot());
      mark = view.edition().knowsUptimeAndMarks() ? change.mark() : null;
      MarkRoutine.checked(view, mark, nowMillis);
    } catch (PolicyUpdate.Wrong wrong) {
      return List.of(
          _ ->
              List.of(
                  new PolicyRefused(wrong.reason(), wrong.getMessage(), generation, nowMillis)));
    }
    PolicySet set = new PolicySet(policy, unlisted(view, policy), generation, nowMillis);
    List<Step<ChunksView, ChunksFact>> steps = new ArrayList<>(6);
    steps.add(_ -> List.of(set));
    if (mark != null) {
      steps.add(_ -> List.of(MarkRoutine.marked(mark, nowMillis)));
    }
    steps.add(v -> forgotten(v, nowMillis));
    steps.add(v -> ListingEnds.overdue(v, nowMillis));
    steps.add(v -> PingRoutine.judgedAll(v, nowMillis));
    steps.add(v -> PingRoutine.gathered(v, nowMillis));
    if (change.snapshot() != null) {
      steps.add(v -> GenerationRoutine.shown(v, change.snapshot().worker(), nowMillis));
    }
    return steps;
  }

  private static void inTime(ChunksView view, long nowMillis) throws PolicyUpdate.Wrong {
    String wrong = view.edition().isBounded() ? InputMaxima.time(nowMillis) : null;
    if (wrong != null) {
      throw new PolicyUpdate.Wrong(PolicyFault.OUT_OF_RANGE, wrong);
    }
  }

  private static void known(ChunksView view, Showing snapshot) throws PolicyUpdate.Wrong {
    if (snapshot != null
        && snapshot.worker() != null
        && (view.nodes().get(snapshot.worker()) == null
            || view.nodes().get(snapshot.worker()).held() == null)) {
      throw new PolicyUpdate.Wrong(
          PolicyFault.NOT_FOUND,
          "control.worker: generation "
              + view.standing().generation()
              + " has no worker "
              + snapshot.worker());
    }
  }

  private static List<String> unlisted(ChunksView view, NetworkPolicy policy) {
    TreeSet<String> named = new TreeSet<>(policy.weights().keySet());
    named.addAll(policy.segments().keySet());
    named.removeIf(dataset -> view.dataset(dataset).chunks() > 0);
    return List.copyOf(named);
  }

  /** Workers that exceed the new forget timeout leave. */
  private static List<ChunksFact> forgotten(ChunksView view, long nowMillis) {
    List<ChunksFact> facts = new ArrayList<>();
    for (WorkerNode node : view.nodes().all()) {
      if (node.isThere()
          && node.heard().atMillis() < nowMillis - view.policy().health().forgetAfter()) {
        facts.add(new NodeLeft(node.name(), true, view.standing().generation(), nowMillis));
        facts.addAll(AssignmentSnapshots.withdrawn(view, node, nowMillis));
      }
    }
    return facts;
  }
}
