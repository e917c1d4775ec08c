package dev.rota.chunks.queries;

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
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.model.WorkerNode;
import dev.rota.chunks.rules.FactorRise;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.Why.Reason;

/** What a fact decides about a worker. A ping that says nothing new decides nothing. */
final class WorkerDecided {
  private WorkerDecided() {}

  /** Returns null if the fact decides nothing about it. */
  static Reason of(String worker, ChunksState before, ChunksFact fact) {
    return switch (fact) {
      case NodeFact node -> WorkerHeard.of(worker, before, node);
      case Assigned f when f.worker().equals(worker) ->
          f.snapshot() ? shown(f) : assigned(before.nodes().get(worker), f);
      case SnapshotKept(Assigned set) when set.worker().equals(worker) -> shown(set);
      case SnapshotWithdrawn f when f.worker().equals(worker) ->
          new Reason("part " + f.part() + " of its last whole set is withdrawn", "chunks 7");
      case GenerationRefused f -> {
        WorkerNode node = before.nodes().get(worker);
        yield node == null ? null : refused(node, before, f);
      }
      case PolicySet f -> {
        WorkerNode node = before.nodes().get(worker);
        yield node != null && node.isThere() ? counted(node, before.policy(), f.policy()) : null;
      }
      case Assigned _, SnapshotKept _, SnapshotWithdrawn _ -> null;
      case PolicyRefused _, Gathering _, Tried _, GenerationMade _ -> null;
      case ListingFact _ -> null;
    };
  }

  private static Reason shown(Assigned set) {
    String what =
        "its whole set is published"
            + part(set)
            + ": "
            + PluralText.of(set.chunks(), "chunk")
            + ", "
            + PluralText.of(set.bytes(), "byte");
    return new Reason(what, "chunks 7");
  }

  private static String part(Assigned set) {
    return set.parts() == 1 ? "" : ", part " + set.part() + " of " + set.parts();
  }

  private static Reason assigned(WorkerNode was, Assigned f) {
    boolean reliable = was.held() != null && was.held().worker().reliable();
    String as = f.isReliable() ? ", as reliable" : ", as unreliable";
    boolean news = was.held() == null || reliable != f.isReliable();
    String holds =
        f.held() == null
            ? "; the generation is without it"
            : "; it holds "
                + PluralText.of(f.chunks(), "chunk")
                + ", "
                + f.bytes()
                + " of "
                + PluralText.of(f.held().worker().capacity(), "byte")
                + (news ? as : "");
    String what =
        "generation "
            + f.generation()
            + part(f)
            + ": fetches "
            + f.added().size()
            + ", fetches again "
            + f.resized().size()
            + ", drops "
            + f.removed().size();
    return new Reason(what + holds, "chunks 5");
  }

  private static Reason refused(WorkerNode node, ChunksState before, GenerationRefused f) {
    String next = "generation " + (f.generation() + 1);
    boolean blamed =
        f.excess() != null
            && f.excess().workers().stream().anyMatch(one -> one.id().equals(node.id()));
    if (blamed) {
      String what = next + " is refused because it counts for so much more than others: ";
      return new Reason(what + f.detail(), f.rule());
    }
    return node.isNews(before.policy())
        ? new Reason(
            next
                + " is refused, so its change waits: "
                + f.detail()
                + ReasonWording.risen(FactorRise.of(before)),
            f.rule())
        : null;
  }

  private static Reason counted(WorkerNode node, NetworkPolicy was, NetworkPolicy is) {
    long before = was.counted(node.heard().capacity());
    long now = is.counted(node.heard().capacity());
    String what = "the policy counts " + PluralText.of(now, "byte") + " of it, " + before;
    return before == now ? null : new Reason(what + " before", "chunks 2");
  }
}
