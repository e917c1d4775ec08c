package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksState;
import dev.rota.chunks.model.CurrentGeneration;
import dev.rota.chunks.rules.FactorRise;

/** When the next generation is made, in words (rule 7). */
final class NextGeneration {
  private NextGeneration() {}

  static String told(ChunksState state, long atMillis) {
    long left = state.standing().window().millisLeft(atMillis);
    return told(state, left == 0 ? ": with the next turn" : ", in " + left + " ms");
  }

  /** The same at any time. */
  static String told(ChunksState state) {
    return told(state, "");
  }

  private static String told(ChunksState state, String when) {
    CurrentGeneration standing = state.standing();
    String next = "generation " + (standing.generation() + 1);
    if (standing.window().isOpen()) {
      String again = standing.refused() == null ? "" : ", refused before: " + standing.refused();
      return next + " is due at " + ReasonWording.time(standing.window().dueAt()) + when + again;
    }
    return standing.refused() != null
        ? next
            + " was refused, and the next change tries it again: "
            + standing.refused()
            + ReasonWording.risen(FactorRise.of(state))
        : "no change waits for " + next;
  }
}
