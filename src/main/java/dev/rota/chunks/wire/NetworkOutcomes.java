package dev.rota.chunks.wire;

import dev.rota.chunks.Cliff;
import dev.rota.chunks.DatasetHeight;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.FactorLimit;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementPath;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.PolicyRefusal;
import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.UnplacedChunk;
import dev.rota.chunks.WorkerCapacity;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.NetworkFact;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.model.NetworkFact.PolicySet;
import dev.rota.chunks.placement.FactorCliff;
import java.util.List;

/** What became of policies, and of generations. */
final class NetworkOutcomes {
  private NetworkOutcomes() {}

  /** The branch of the outcome, or null when nobody is told. */
  static Outcomes.Event of(NetworkFact fact) {
    if (fact instanceof PolicySet f) {
      return new Outcomes.Event(
          f.generation(), new PolicyOutcome(PolicyOutcomeKind.SET, null, null, f.unlisted()));
    }
    if (fact instanceof PolicyRefused f) {
      return new Outcomes.Event(
          f.generation(),
          new PolicyOutcome(
              PolicyOutcomeKind.REFUSED,
              PolicyRefusal.valueOf(f.reason().name()),
              f.detail(),
              List.of()));
    }
    if (fact instanceof GenerationMade f) {
      return new Outcomes.Event(f.generation(), status(f));
    }
    if (fact instanceof NetworkFact.GenerationRefused f) {
      return new Outcomes.Event(
          f.generation(),
          new dev.rota.chunks.GenerationRefused(
              ShortageReason.valueOf(f.reason().name()),
              f.chunk() == null ? null : f.chunk().dataset(),
              f.chunk() == null ? null : f.chunk().id(),
              f.detail(),
              f.capacityMax(),
              f.workers().stream()
                  .map(worker -> new WorkerCapacity(worker.id().toString(), worker.capacity()))
                  .toList()));
    }
    return null;
  }

  private static Cliff cliff(FactorCliff cliff) {
    return new Cliff(
        cliff.weight(),
        cliff.factor(),
        FactorCliff.told(cliff.fallsAfter()),
        cliff.dropped(),
        FactorCliff.told(cliff.risesAfter()),
        cliff.fetched());
  }

  private static NetworkStatus status(GenerationMade f) {
    return new NetworkStatus(
        f.batch() ? PlacementPath.BATCH : PlacementPath.REPAIR,
        f.movedBytes(),
        f.movedCopies(),
        f.droppedCopies(),
        f.copies(),
        f.unplaced(),
        f.fill(),
        f.cliffs().stream().map(NetworkOutcomes::cliff).toList(),
        f.shares().stream()
            .map(
                share ->
                    new DatasetStatus(
                        share.dataset(),
                        share.weight(),
                        share.chunks(),
                        share.bytes(),
                        share.factor(),
                        share.wanted(),
                        FactorLimit.valueOf(share.limit().name()),
                        share.detail()))
            .toList(),
        f.parts().stream()
            .map(
                part ->
                    new WorkerState(
                        part.worker(),
                        Outcomes.status(part.status()),
                        part.reason(),
                        part.capacity(),
                        part.bytes(),
                        part.chunks(),
                        part.counted(),
                        part.version(),
                        part.deprecated()))
            .toList(),
        f.unplacedChunks().stream()
            .map(one -> new UnplacedChunk(one.chunk().dataset(), one.chunk().id(), one.copies()))
            .toList(),
        f.excluded(),
        f.resizedCopies(),
        f.effectiveFrom(),
        f.policy().placement().minReplication(),
        f.policy().supported().toString(),
        f.policy().telling().recommended().toString(),
        f.heights().stream()
            .map(one -> new DatasetHeight(one.dataset(), one.lastBlock()))
            .toList());
  }
}
