package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.CurrentGeneration;

/** When the next generation is made, in words (rule 7). */
final class NextGeneration {
  private NextGeneration() {}

  static String told(ChunksView view, long atMillis) {
    CurrentGeneration standing = view.standing();
    String next = "generation " + (standing.generation() + 1);
    if (standing.window().isOpen()) {
      long left = standing.window().millisLeft(atMillis);
      String when = left == 0 ? ": with the next turn" : ", in " + left + " ms";
      String again = standing.refused() == null ? "" : ", refused before: " + standing.refused();
      return next + " is due at " + ReasonWording.time(standing.window().dueAt()) + when + again;
    }
    return standing.refused() != null
        ? next + " was refused, and the next change tries it again: " + standing.refused()
        : "no change waits for " + next;
  }
}
