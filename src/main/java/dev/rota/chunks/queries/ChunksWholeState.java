package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A network as a whole, except its chunks: of two states, a difference names the worker, dataset or
 * listing.
 */
final class ChunksWholeState {
  private ChunksWholeState() {}

  static Map<String, Object> of(ChunksState state) {
    Map<String, Object> answer = new TreeMap<>();
    answer.put("generation", ChunksAnswers.generation(state));
    answer.put("policy", ChunksAnswers.policy(state.policy()));
    answer.put("standingPolicy", ChunksAnswers.policy(state.standingPolicy()));
    answer.put("datasets", named(ChunksAnswers.datasets(state), "dataset"));
    answer.put("listings", named(ChunksAnswers.listings(state), "listing"));
    answer.put("workers", named(ChunksAnswers.workers(state, null), "worker"));
    answer.put("marks", named(ChunksAnswers.marks(state), "worker"));
    return answer;
  }

  /** Returns the same answers by name instead of in a list. */
  private static Map<String, Object> named(List<Object> answers, String name) {
    Map<String, Object> all = new TreeMap<>();
    for (Object one : answers) {
      Map<String, Object> rest = new TreeMap<>();
      ((Map<?, ?>) one).forEach((field, value) -> rest.put((String) field, value));
      all.put((String) rest.remove(name), rest);
    }
    return all;
  }
}
