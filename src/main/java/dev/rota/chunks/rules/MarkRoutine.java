package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput.Marking;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.NetworkFact.PolicyFault;
import dev.rota.chunks.model.NodeFact.NodeMarked;
import dev.rota.chunks.model.WorkerMarks;
import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.values.InputMaxima;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.engine.Step;
import java.util.List;

/** Marks workers, and ends their marks (rule 2). */
final class MarkRoutine {
  private MarkRoutine() {}

  static NodeMarked marked(Marking said, long nowMillis) {
    OperatorMark mark =
        said.reason() == null ? null : new OperatorMark(said.reason(), said.until());
    return new NodeMarked(said.worker(), mark, nowMillis);
  }

  /** The time of a mark has come. */
  static List<Step<ChunksView, ChunksFact>> ended(String worker, long nowMillis) {
    return List.of(
        _ -> List.of(new NodeMarked(worker, null, nowMillis)),
        v -> PingRoutine.judged(v, worker, nowMillis),
        v -> PingRoutine.gatheredAsDue(v, nowMillis));
  }

  /**
   * Looks for what is wrong with a mark.
   *
   * @param said null: no worker is marked
   */
  static void checked(ChunksView view, Marking said, long nowMillis) throws PolicyUpdate.Wrong {
    if (said == null) {
      return;
    }
    try {
      PeerId.parse(said.worker());
    } catch (IllegalArgumentException e) {
      throw invalid("mark.worker: " + e.getMessage());
    }
    boolean marked = view.marks().get(said.worker()) != null;
    if (said.reason() == null) {
      lifted(said, marked);
      return;
    }
    String wrong = NameCheck.wrong("mark.reason", said.reason());
    if (wrong != null) {
      throw invalid(wrong);
    }
    if (said.until() != null
        && (said.until() <= nowMillis || said.until() > InputMaxima.TIME_MILLIS)) {
      throw new PolicyUpdate.Wrong(
          PolicyFault.OUT_OF_RANGE,
          "mark.until is "
              + said.until()
              + ": after "
              + nowMillis
              + ", the network's time, and at most "
              + InputMaxima.TIME_MILLIS
              + ", epoch ms");
    }
    if (!marked && view.marks().all().size() >= WorkerMarks.MARKS_MAX) {
      throw new PolicyUpdate.Wrong(
          PolicyFault.OUT_OF_RANGE,
          "mark: the network has " + WorkerMarks.MARKS_MAX + " marked workers: lift a mark first");
    }
  }

  private static void lifted(Marking said, boolean marked) throws PolicyUpdate.Wrong {
    if (said.until() != null) {
      throw invalid("mark.until is given without mark.reason: say why the worker is marked");
    }
    if (!marked) {
      throw new PolicyUpdate.Wrong(
          PolicyFault.NOT_FOUND, "mark.worker: " + said.worker() + " has no mark to be lifted");
    }
  }

  private static PolicyUpdate.Wrong invalid(String detail) {
    return new PolicyUpdate.Wrong(PolicyFault.INVALID_ARGUMENT, detail);
  }
}
