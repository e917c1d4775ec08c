package dev.rota.chunks.wire;

import dev.rota.chunks.NetworkOutcome;
import dev.rota.chunks.PolicyOutcome;
import dev.rota.chunks.PolicyOutcomeKind;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.model.ChunksFact;
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
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Output.Channel;

/** Converts published facts to records. */
final class ChunksOutputConverter {
  private ChunksOutputConverter() {}

  /** Returns the record, or null if the fact is not published. */
  static Output write(String network, ChunksFact fact) {
    return switch (fact) {
      case Assigned f -> {
        String rule = f.snapshot() ? "chunks 7" : "chunks 5";
        yield new Output(Channel.ASSIGNMENTS, AssignmentRecords.of(network, f), rule);
      }
      case SnapshotKept(Assigned set) ->
          snapshot(set.worker(), set.part(), AssignmentRecords.of(network, set));
      case SnapshotWithdrawn f -> snapshot(f.worker(), f.part(), null);
      case ListingFact f -> ListingOutcomes.of(network, f);
      case NodeFact f -> ListingOutcomes.of(network, f);
      case PolicySet f -> {
        PolicyOutcome set = new PolicyOutcome(PolicyOutcomeKind.SET, null, null, f.unlisted());
        yield outcome(network, f, f.generation(), set, "chunks 1");
      }
      case PolicyRefused f ->
          outcome(network, f, f.generation(), NetworkOutcomes.refused(f), "chunks 1");
      case GenerationMade f ->
          outcome(network, f, f.generation(), NetworkOutcomes.status(f), "chunks 7");
      case GenerationRefused f ->
          outcome(network, f, f.generation(), NetworkOutcomes.refused(f), f.rule());
      case Gathering _, Tried _ -> null;
    };
  }

  private static Output snapshot(String worker, int part, WorkerAssignment set) {
    return new Output(Channel.SNAPSHOTS, worker + "/" + part, set, "chunks 7");
  }

  /**
   * Returns the outcome record with this event.
   *
   * @param generation the current generation
   */
  static Output outcome(
      String network, ChunksFact fact, long generation, Object event, String rule) {
    NetworkOutcome outcome = new NetworkOutcome(network, fact.atMillis(), generation, event);
    return new Output(Channel.OUTCOMES, outcome, rule);
  }
}
