package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.GenerationRefused;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.NodeFact.PingRefused;
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
    if (fact instanceof ListingFact listing) {
      return listing.told() == null ? null : listing(listing.told());
    }
    if (fact instanceof GenerationMade generation) {
      return TurnHeadline.filled(
          "generation %s: %s moved", generation.generation(), copies(generation.movedCopies()));
    }
    if (fact instanceof GenerationRefused generation) {
      return "no generation: " + generation.reason();
    }
    if (fact instanceof PolicySet) {
      return "policy: SET";
    }
    return fact instanceof PolicyRefused policy ? "policy: " + policy.reason() : node(fact);
  }

  private static String copies(long copies) {
    return copies == 1 ? "1 copy" : copies + " copies";
  }

  private static String listing(ListingResult told) {
    return TurnHeadline.filled(
        "dataset %s: %s, %s", told.dataset(), told.kind(), PluralText.of(told.chunks(), "chunk"));
  }

  private static String node(ChunksFact fact) {
    if (fact instanceof NodeHeard node) {
      return TurnHeadline.filled(
          node.joined() ? "worker %s joins: %s" : "worker %s: %s", node.worker(), node.status());
    }
    if (fact instanceof NodeChanged node) {
      return TurnHeadline.filled("worker %s: %s", node.worker(), node.status());
    }
    if (fact instanceof NodeMarked node) {
      return TurnHeadline.filled(
          "worker %s: %s", node.worker(), node.mark() == null ? "mark ended" : "marked");
    }
    if (fact instanceof NodeLeft node) {
      return TurnHeadline.filled("worker %s left", node.worker());
    }
    return fact instanceof PingRefused ping
        ? TurnHeadline.filled("worker %s: %s", ping.worker(), ping.reason())
        : null;
  }
}
