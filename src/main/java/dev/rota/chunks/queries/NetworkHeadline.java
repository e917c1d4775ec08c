package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingResult;
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
import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.domain.PluralText;
import dev.rota.kernel.domain.TurnHeadline;
import java.util.List;

/** What a turn of a network was about, in a few words. Upper case is what outcomes say. */
final class NetworkHeadline {
  private NetworkHeadline() {}

  /** The facts of a generation's assignments, of which there may be thousands, are before it. */
  static String of(List<ChunksFact> facts) {
    return TurnHeadline.of(facts, fact -> fact instanceof GenerationMade, NetworkHeadline::part);
  }

  private static String part(ChunksFact fact) {
    return switch (fact) {
      case ListingFact listing -> listing.told() == null ? null : listing(listing.told());
      case GenerationMade generation ->
          TurnHeadline.filled(
              "generation %s: %s moved",
              generation.generation(), copies(generation.moved().copies()));
      case GenerationRefused generation -> "no generation: " + generation.reason();
      case PolicySet _ -> "policy: SET";
      case PolicyRefused policy -> "policy: " + policy.reason();
      case NodeHeard node ->
          TurnHeadline.filled(
              node.joined() ? "worker %s joins: %s" : "worker %s: %s",
              node.worker(),
              node.status());
      case NodeChanged node -> TurnHeadline.filled("worker %s: %s", node.worker(), node.status());
      case NodeMarked(String worker, OperatorMark mark, _) ->
          TurnHeadline.filled("worker %s: %s", worker, mark == null ? "mark ended" : "marked");
      case NodeLeft node -> TurnHeadline.filled("worker %s left", node.worker());
      case PingRefused ping -> TurnHeadline.filled("worker %s: %s", ping.worker(), ping.reason());
      case Gathering _, Tried _, Assigned _, SnapshotKept _, SnapshotWithdrawn _ -> null;
      case NodeMeasured _ -> null;
    };
  }

  private static String copies(long copies) {
    return copies == 1 ? "1 copy" : copies + " copies";
  }

  private static String listing(ListingResult told) {
    return TurnHeadline.filled(
        "dataset %s: %s, %s", told.dataset(), told.kind(), PluralText.of(told.chunks(), "chunk"));
  }
}
