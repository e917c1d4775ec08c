package dev.rota.chunks.wire;

import dev.rota.chunks.ChunkOutcome;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunkRefused;
import dev.rota.chunks.ListingOutcomeKind;
import dev.rota.chunks.PingRefusal;
import dev.rota.chunks.Reliability;
import dev.rota.chunks.WorkerOutcome;
import dev.rota.chunks.WorkerOutcomeKind;
import dev.rota.chunks.model.ListingFact;
import dev.rota.chunks.model.ListingTold;
import dev.rota.chunks.model.ListingTold.Progress;
import dev.rota.chunks.model.NodeFact;
import dev.rota.chunks.model.NodeFact.NodeChanged;
import dev.rota.chunks.model.NodeFact.NodeHeard;
import dev.rota.chunks.model.NodeFact.NodeLeft;
import dev.rota.chunks.model.NodeFact.PingRefused;
import dev.rota.chunks.model.WorkerStatus;
import dev.rota.engine.Engine;
import java.util.List;

/** What became of listings and of workers. */
final class Outcomes {
  /**
   * A branch of the outcome.
   *
   * @param generation that stands
   */
  record Event(long generation, Object event) {}

  /** One record is all of it. */
  private static final Progress NONE = new Progress(null, null, null, 0, List.of(), null);

  private Outcomes() {}

  /** The branch of the outcome, or null when nobody is told. */
  static Event of(ListingFact fact) {
    ListingTold f = fact.told();
    return f == null ? null : new Event(f.generation(), listing(f));
  }

  private static ChunkOutcome listing(ListingTold f) {
    Progress progress = f.progress() == null ? NONE : f.progress();
    return new ChunkOutcome(
        f.dataset(),
        ListingOutcomeKind.valueOf(f.kind().name()),
        (int) f.tally().added(),
        (int) f.tally().removed(),
        (int) f.tally().unchanged(),
        (int) f.tally().refused(),
        f.tally().refusals().stream()
            .map(
                one ->
                    new ChunkRefused(
                        one.chunk(), ChunkRefusal.valueOf(one.reason().name()), one.detail()))
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

  /** Null: nobody is told. */
  static Event of(NodeFact fact) {
    if (fact instanceof NodeHeard f) {
      return !f.told()
          ? null
          : new Event(
              f.generation(),
              new WorkerOutcome(
                  f.worker(),
                  f.joined() ? WorkerOutcomeKind.JOINED : WorkerOutcomeKind.ALIVE,
                  status(f.status()),
                  null,
                  f.reason(),
                  f.offlineAt() == Engine.NEVER ? null : (Long) f.offlineAt()));
    }
    if (fact instanceof NodeChanged f) {
      return !f.told()
          ? null
          : new Event(
              f.generation(),
              new WorkerOutcome(
                  f.worker(),
                  WorkerOutcomeKind.CHANGED,
                  status(f.status()),
                  null,
                  f.reason(),
                  null));
    }
    if (fact instanceof NodeLeft f) {
      WorkerOutcomeKind kind = f.forgotten() ? WorkerOutcomeKind.FORGOTTEN : WorkerOutcomeKind.LEFT;
      return new Event(f.generation(), new WorkerOutcome(f.worker(), kind, null, null, null, null));
    }
    PingRefused f = (PingRefused) fact;
    return new Event(
        f.generation(),
        new WorkerOutcome(
            f.worker(),
            WorkerOutcomeKind.REFUSED,
            null,
            PingRefusal.valueOf(f.reason().name()),
            f.detail(),
            null));
  }

  static Reliability status(WorkerStatus status) {
    return Reliability.valueOf(status.name());
  }
}
