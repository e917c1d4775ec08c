package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksState;
import dev.rota.kernel.domain.Why;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says why a chunk, a worker or a dataset of a network is as it is. The ids are {@code
 * <dataset>/<chunk>}, a peer id and a dataset's name.
 */
public final class ChunksWhy implements Why<ChunksState, ChunksFact> {
  private static final String CHUNK = "chunk";
  private static final String WORKER = "worker";
  private static final String DATASET = "dataset";

  @Override
  public List<String> kinds() {
    return List.of(CHUNK, WORKER, DATASET);
  }

  @Override
  public Optional<Reason> now(Thing thing, ChunksState state, long atMillis) {
    return switch (thing.kind()) {
      case CHUNK -> ChunkNow.of(new ChunkId(thing.id()), state, atMillis);
      case WORKER -> NetworkWorkerNow.of(thing.id(), state, atMillis);
      case DATASET -> DatasetNow.of(thing.id(), state, atMillis);
      default -> Optional.empty();
    };
  }

  @Override
  public Stream<Thing> names(ChunksState state) {
    return Stream.concat(
        state.datasets().keySet().stream().map(name -> new Thing(DATASET, name)),
        state.nodes().all().stream().map(node -> new Thing(WORKER, node.name())));
  }

  @Override
  public String headline(List<ChunksFact> facts) {
    return NetworkHeadline.of(facts);
  }

  @Override
  public List<Reason> decided(Thing thing, ChunksState before, List<ChunksFact> facts) {
    List<Reason> reasons = new ArrayList<>();
    for (ChunksFact fact : facts) {
      Reason reason =
          switch (thing.kind()) {
            case CHUNK -> ChunkDecided.of(new ChunkId(thing.id()), before, fact);
            case WORKER -> WorkerDecided.of(thing.id(), before, fact);
            case DATASET -> DatasetDecided.of(thing.id(), before, fact);
            default -> null;
          };
      if (reason != null) {
        reasons.add(reason);
      }
    }
    return reasons;
  }
}
