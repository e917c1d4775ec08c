package dev.rota.chunks.forecast;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.rules.ChunkAbsence;
import dev.rota.chunks.rules.ChunkAbsence.BeforeSegments;
import dev.rota.chunks.rules.ChunkAbsence.NotListed;
import dev.rota.chunks.rules.ChunkAbsence.NotYetPlaced;
import dev.rota.kernel.domain.ForecastModel;
import dev.rota.kernel.domain.Why.Thing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** When chunks have their first copies: from the time on at which their generation is in force. */
public final class ChunksForecast implements ForecastModel<ChunksState, ChunksInput, ChunksFact> {
  private static final String CHUNK = "chunk";

  @Override
  public List<String> kinds() {
    return List.of(CHUNK);
  }

  /** A generation also tells of further copies. */
  @Override
  public boolean startsOnce() {
    return true;
  }

  @Override
  public Optional<Place> place(Thing thing, ChunksState state) {
    String id = thing.id();
    for (int at = id.indexOf('/'); at >= 0; at = id.indexOf('/', at + 1)) {
      ChunkName name = new ChunkName(id.substring(0, at), id.substring(at + 1));
      switch (ChunkAbsence.of(state, name)) {
        case null -> {
          long generation = state.standing().generation();
          return Optional.of(new Place(Stage.STARTED, "has copies in generation " + generation));
        }
        case BeforeSegments _ -> {
          return Optional.of(new Place(Stage.WAITS, "is not stored"));
        }
        case NotYetPlaced _ -> {
          return Optional.of(new Place(Stage.WAITS, "has no copy yet"));
        }
        case NotListed _ -> {} // another part of the text may be the dataset's name
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Thing> waiting(String kind, ChunksState state, int most) {
    List<Thing> waiting = new ArrayList<>();
    state.eachChunk(
        (name, _) -> {
          if (waiting.size() < most && ChunkAbsence.of(state, name) instanceof NotYetPlaced) {
            waiting.add(thing(name));
          }
        });
    return waiting;
  }

  @Override
  public List<Start> starts(ChunksFact fact, long atMillis) {
    return fact instanceof Assigned set && !set.snapshot()
        ? set.added().stream()
            .map(
                chunk ->
                    new Start(thing(chunk.name()), "worker " + set.worker(), set.effectiveFrom()))
            .toList()
        : List.of();
  }

  private static Thing thing(ChunkName name) {
    return new Thing(CHUNK, name.dataset() + "/" + name.id());
  }

  @Override
  public Memory<ChunksState, ChunksInput, ChunksFact> memory() {
    return new NetworkMemory();
  }
}
