package dev.rota.chunks.forecast;

import dev.rota.chunks.model.ChunksDeadlineKind;
import dev.rota.chunks.model.ChunksFact;
import dev.rota.chunks.model.ChunksInput;
import dev.rota.chunks.model.ChunksInput.Ping;
import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.WorkerNode.Heard;
import dev.rota.kernel.domain.ForecastModel.Expectation;
import dev.rota.kernel.domain.ForecastModel.Expected;
import dev.rota.kernel.domain.measures.RecentSamples;
import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.List;

/** Workers ping before they are offline, and nothing else comes: generations make themselves. */
final class NetworkExpectation implements Expectation<ChunksInput, ChunksFact> {
  private final ChunksState state;
  private final List<String> assumed = new ArrayList<>();

  NetworkExpectation(ChunksState state, RecentSamples intervals) {
    this.state = state;
    assumed.add("no listing and no policy comes, and no worker joins or leaves");
    assumed.add("workers that are not offline ping in time, and say what they said last");
    if (!state.standing().window().isOpen()) {
      assumed.add("no generation is made, as no change waits for one");
      if (intervals.count() > 0) {
        assumed.add("changes made one every " + intervals.usualTime());
      }
    }
  }

  /** Who is offline stays so, and is forgotten. */
  @Override
  public Expected<ChunksInput> next(long nowMillis) {
    Deadline silent = state.nextDeadline(null);
    while (silent != null && !isSilence(silent)) {
      silent = state.nextDeadline(silent);
    }
    return silent == null
        ? null
        : new Expected<>(Math.max(nowMillis, silent.atMillis() - 1), ping(silent.id()));
  }

  /** A worker is offline then, or its pings cover too little. */
  private boolean isSilence(Deadline due) {
    return due.kind().equals(ChunksDeadlineKind.OFFLINE)
        || due.kind().equals(ChunksDeadlineKind.MEASURE)
            && state.nodes().get(due.id()).heard().uptime().enough();
  }

  private Ping ping(String worker) {
    Heard last = state.nodes().get(worker).heard();
    return new Ping(
        worker,
        last.capacity(),
        last.said(),
        last.stored(),
        last.epoch(),
        false,
        last.suspicious());
  }

  @Override
  public void decided(ChunksInput input, List<ChunksFact> facts) {
    // What was decided is in the state.
  }

  @Override
  public List<String> assumed() {
    return List.copyOf(assumed);
  }
}
