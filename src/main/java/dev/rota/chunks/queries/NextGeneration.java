package dev.rota.chunks.queries;

import dev.rota.chunks.model.ChunksView;
import dev.rota.chunks.model.CurrentGeneration;

/** When the next generation is made, in words (rule 7). */
final class NextGeneration {
  private NextGeneration() {}

  static String told(ChunksView view, long atMillis) {
    long left = view.standing().window().millisLeft(atMillis);
    return told(view, left == 0 ? ": with the next turn" : ", in " + left + " ms");
  }

  /** The same at any time. */
  static String told(ChunksView view) {
    return told(view, "");
  }

  private static String told(ChunksView view, String when) {
    CurrentGeneration standing = view.standing();
    String next = "generation " + (standing.generation() + 1);
    if (standing.window().isOpen()) {
      String again = standing.refused() == null ? "" : ", refused before: " + standing.refused();
      return next + " is due at " + ReasonWording.time(standing.window().dueAt()) + when + again;
    }
    return standing.refused() != null
        ? next + " was refused, and the next change tries it again: " + standing.refused()
        : "no change waits for " + next;
  }
}
