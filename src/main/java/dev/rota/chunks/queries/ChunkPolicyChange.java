package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.kernel.domain.Why.Reason;
import java.util.List;

/** What a policy changes for a chunk: its weight and version, and how all are placed (rule 1). */
final class ChunkPolicyChange {
  private ChunkPolicyChange() {}

  /** Returns null if it changes nothing. */
  static Reason of(ChunkId id, ChunksState before, NetworkPolicy policy) {
    ChunkName name = policy.placesLike(before.policy()) ? null : id.known(before);
    if (name == null) {
      return null;
    }
    List<String> changes = PolicyWords.changed(before.policy(), policy);
    String was = told(name, before, before.policy());
    String is = told(name, before, policy);
    if (!is.equals(was)) {
      changes.add(0, is + ", " + was + " before");
    }
    return changes.isEmpty()
        ? null
        : new Reason("the policy sets " + String.join("; ", changes), "chunks 1");
  }

  private static String told(ChunkName name, ChunksState before, NetworkPolicy policy) {
    return before
        .dataset(name.dataset())
        .segment(name.id(), policy.segmentsOf(name.dataset()))
        .map(PolicyWords::of)
        .orElse("no segment");
  }
}
