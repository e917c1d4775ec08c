package dev.rota.chunks.forecast;

import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.NetworkFact.GenerationMade;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Memory;
import dev.rota.kernel.domain.measures.RecentSamples;
import java.util.List;

/** Learns how often a generation is made. When the next one is due is in the state. */
final class NetworkMemory implements Memory<ChunksState, ChunksInput, ChunksFact> {
  private static final int KEPT = 1000;

  private final RecentSamples intervals = new RecentSamples(KEPT);
  private long lastMillis = -1;

  @Override
  public void learn(List<ChunksFact> facts, long atMillis) {
    for (ChunksFact fact : facts) {
      if (fact instanceof GenerationMade made) {
        if (lastMillis >= 0) {
          intervals.add(made.atMillis() - lastMillis);
        }
        lastMillis = made.atMillis();
      }
    }
  }

  @Override
  public Expectation<ChunksInput, ChunksFact> expect(ChunksState state, long nowMillis) {
    return new NetworkExpectation(state, intervals);
  }
}
