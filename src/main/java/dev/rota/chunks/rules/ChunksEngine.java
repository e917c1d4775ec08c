package dev.rota.chunks.rules;

import dev.rota.chunks.model.ChunksDeadlineKind;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksInput.Listing;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ChunksInput.PolicyChange;
import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.ListingFact.Swept;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.kernel.engine.Deadline;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.kernel.engine.Turn;
import java.util.ArrayList;
import java.util.List;

/** The engine of the chunks domain. Inputs gather, and a deadline places them. */
public final class ChunksEngine implements Engine<ChunksView, ChunksInput, ChunksFact> {
  private final RulesEdition edition;

  /** Creates an engine that decides by this version of the rules. */
  public ChunksEngine(RulesEdition edition) {
    this.edition = edition;
  }

  @Override
  public int rules() {
    return edition.rules();
  }

  @Override
  public List<Step<ChunksView, ChunksFact>> decide(ChunksView view, Turn<ChunksInput> turn) {
    List<Step<ChunksView, ChunksFact>> steps = new ArrayList<>(steps(view, turn));
    steps.add(v -> v.isToSweep() ? List.of(new Swept(turn.atMillis())) : List.of());
    return steps;
  }

  private static List<Step<ChunksView, ChunksFact>> steps(ChunksView view, Turn<ChunksInput> turn) {
    long now = turn.atMillis();
    return switch (turn.input()) {
      case Listing listing -> ListingRoutine.steps(view, listing, now);
      case Ping ping -> PingRoutine.steps(view, ping, turn.stampMillis(), now);
      case PolicyChange change -> NetworkPolicyRoutine.steps(view, change, now);
    };
  }

  @Override
  public Deadline nextDeadline(ChunksView view, Deadline after) {
    return view.nextDeadline(after);
  }

  @Override
  public List<Step<ChunksView, ChunksFact>> fire(ChunksView view, Deadline deadline) {
    return switch (deadline.kind()) {
      case ChunksDeadlineKind.FORGET ->
          PingRoutine.forgotten(view, deadline.id(), deadline.atMillis());
      case ChunksDeadlineKind.LISTING ->
          List.of(v -> List.of(ListingEnds.expired(v, deadline.id(), deadline.atMillis())));
      case ChunksDeadlineKind.MARK -> MarkRoutine.ended(deadline.id(), deadline.atMillis());
      case ChunksDeadlineKind.MEASURE -> PingRoutine.measured(deadline.id(), deadline.atMillis());
      case ChunksDeadlineKind.OFFLINE -> PingRoutine.silent(deadline.id(), deadline.atMillis());
      case ChunksDeadlineKind.PLACE -> GenerationRoutine.steps(view, deadline.atMillis());
      default -> throw new IllegalStateException("no rule for the deadline " + deadline);
    };
  }
}
