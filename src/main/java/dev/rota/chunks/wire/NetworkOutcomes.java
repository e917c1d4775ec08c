package dev.rota.chunks.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.chunks.Cliff;
import dev.rota.chunks.DatasetHeight;
import dev.rota.chunks.DatasetStatus;
import dev.rota.chunks.GenerationRefused;
import dev.rota.chunks.NetworkStatus;
import dev.rota.chunks.PlacementPath;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.UnplacedChunk;
import dev.rota.chunks.WorkerCapacity;
import dev.rota.chunks.WorkerState;
import dev.rota.chunks.model.NetworkFact;
import dev.rota.chunks.model.NetworkFact.Census;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.chunks.model.NetworkFact.PolicyRefused;
import dev.rota.chunks.placement.FactorCliff;
import java.util.List;

/** Outcomes of policies and generations. */
final class NetworkOutcomes {
  /** Of a worker without its reason: a peer id, a version and five numbers. */
  private static final int WORKER_BYTES_MAX = 192;

  private static final int WORKERS_BYTES_MAX = 12 << 20;

  private NetworkOutcomes() {}

  static PolicyOutcome refused(PolicyRefused f) {
    return new PolicyOutcome(
        PolicyOutcomeKind.REFUSED, ChunksSymbols.of(f.reason()), f.detail(), List.of());
  }

  static GenerationRefused refused(NetworkFact.GenerationRefused f) {
    return new GenerationRefused(
        ChunksSymbols.of(f.reason()),
        f.chunk() == null ? null : f.chunk().dataset(),
        f.chunk() == null ? null : f.chunk().id(),
        f.detail(),
        f.capacityMax(),
        f.workers().stream()
            .map(worker -> new WorkerCapacity(worker.id().toString(), worker.capacity()))
            .toList());
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

  private static DatasetStatus share(NetworkFact.Share share) {
    return new DatasetStatus(
        share.dataset(),
        share.weight(),
        share.chunks(),
        share.bytes(),
        share.factor(),
        share.wanted(),
        ChunksSymbols.of(share.limit()),
        share.detail());
  }

  /**
   * Returns true if the reasons fit. All else of the most workers takes 12 MiB of a record's 16.
   * Reasons alone may take more; a worker's own outcome says them too.
   */
  private static boolean haveRoom(List<NetworkFact.Part> parts) {
    long bytes = (long) WORKER_BYTES_MAX * parts.size();
    for (NetworkFact.Part part : parts) {
      bytes += part.reason() == null ? 0 : part.reason().getBytes(UTF_8).length;
    }
    return bytes <= WORKERS_BYTES_MAX;
  }

  private static WorkerState part(NetworkFact.Part part, boolean reasons) {
    return new WorkerState(
        part.worker(),
        ChunksSymbols.of(part.status()),
        reasons ? part.reason() : null,
        part.capacity(),
        part.bytes(),
        part.chunks(),
        part.counted(),
        part.version(),
        part.deprecated());
  }

  static NetworkStatus status(GenerationMade f) {
    Census census = f.census();
    boolean reasons = haveRoom(census.parts());
    return new NetworkStatus(
        f.batch() ? PlacementPath.BATCH : PlacementPath.REPAIR,
        f.moved().bytes(),
        f.moved().copies(),
        f.moved().dropped(),
        f.copies(),
        f.unplaced(),
        census.fill(),
        census.cliffs().stream().map(NetworkOutcomes::cliff).toList(),
        census.shares().stream().map(NetworkOutcomes::share).toList(),
        census.parts().stream().map(part -> part(part, reasons)).toList(),
        census.unplaced().stream()
            .map(one -> new UnplacedChunk(one.chunk().dataset(), one.chunk().id(), one.copies()))
            .toList(),
        census.excluded(),
        f.moved().resized(),
        f.effectiveFrom(),
        f.policy().placement().minReplication(),
        f.policy().supported().toString(),
        f.policy().telling().recommended().toString(),
        census.heights().stream()
            .map(one -> new DatasetHeight(one.dataset(), one.lastBlock()))
            .toList());
  }
}
