package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefused;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingResult;
import dev.rota.chunks.model.ListingResult.Progress;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.NodeFact.NodeMeasured;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.Engine;
import java.util.List;

/** Outcomes of listings and workers. */
final class ListingOutcomes {
  /** The progress of a single-record listing. */
  private static final Progress NONE = new Progress(null, null, null, 0, List.of(), null);

  private ListingOutcomes() {}

  /** Returns the outcome, or null if there is none. */
  static Output of(String network, ListingFact fact) {
    ListingResult f = fact.told();
    return f == null
        ? null
        : ChunksOutputConverter.outcome(network, fact, f.generation(), listing(f), "chunks 1");
  }

  private static ChunkOutcome listing(ListingResult f) {
    Progress progress = f.progress() == null ? NONE : f.progress();
    return new ChunkOutcome(
        f.dataset(),
        ChunksSymbols.of(f.kind()),
        (int) f.tally().added(),
        (int) f.tally().removed(),
        (int) f.tally().unchanged(),
        (int) f.tally().refused(),
        f.tally().refusals().stream()
            .map(one -> new ChunkRefused(one.chunk(), ChunksSymbols.of(one.reason()), one.detail()))
            .toList(),
        f.chunks(),
        f.bytes(),
        f.generationAt(),
        progress.listing(),
        progress.part(),
        progress.parts(),
        progress.received(),
        progress.missing(),
        progress.expiresAt(),
        f.detail());
  }

  /** Returns the outcome, or null if there is none. */
  static Output of(String network, NodeFact fact) {
    return switch (fact) {
      case NodeHeard f -> f.told() ? worker(network, f, f.generation(), heard(f)) : null;
      case NodeChanged f -> f.told() ? worker(network, f, f.generation(), changed(f)) : null;
      case NodeLeft f -> worker(network, f, f.generation(), left(f));
      case PingRefused f -> worker(network, f, f.generation(), refused(f));
      case NodeMeasured _, NodeMarked _ -> null; // what follows from it is told
    };
  }

  private static WorkerOutcome heard(NodeHeard f) {
    return new WorkerOutcome(
        f.worker(),
        f.joined() ? WorkerOutcomeKind.JOINED : WorkerOutcomeKind.ALIVE,
        ChunksSymbols.of(f.status()),
        null,
        f.detail(),
        f.offlineAt() == Engine.NEVER ? null : (Long) f.offlineAt());
  }

  private static WorkerOutcome changed(NodeChanged f) {
    return new WorkerOutcome(
        f.worker(),
        WorkerOutcomeKind.CHANGED,
        ChunksSymbols.of(f.status()),
        null,
        f.detail(),
        null);
  }

  private static WorkerOutcome left(NodeLeft f) {
    WorkerOutcomeKind kind = f.forgotten() ? WorkerOutcomeKind.FORGOTTEN : WorkerOutcomeKind.LEFT;
    return new WorkerOutcome(f.worker(), kind, null, null, null, null);
  }

  private static WorkerOutcome refused(PingRefused f) {
    return new WorkerOutcome(
        f.worker(),
        WorkerOutcomeKind.REFUSED,
        null,
        ChunksSymbols.of(f.reason()),
        f.detail(),
        null);
  }

  private static Output worker(
      String network, NodeFact fact, long generation, WorkerOutcome outcome) {
    return ChunksOutputConverter.outcome(network, fact, generation, outcome, "chunks 2");
  }
}
