package dev.rota.cores.model;

import dev.rota.testing.likeness.Likeness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** What of a chain in memory may differ after it was reopened. */
public final class CoresLikeness {
  private CoresLikeness() {}

  public static Likeness likeness() {
    return new Likeness("dev.rota.cores")
        .with(
            "model.ClaimQueue.lines",
            "empty lines at the end are spare room",
            CoresLikeness::filled)
        .with(
            "model.CoresState.scheduled", "empty places at the end are, too", CoresLikeness::taken);
  }

  private static Object taken(CoreAssignment[] scheduled) {
    int end = scheduled.length;
    while (end > 0 && scheduled[end - 1] == null) {
      end--;
    }
    return Arrays.copyOf(scheduled, end);
  }

  private static Object filled(List<Collection<QueuedClaim>> lines) {
    List<Object> filled = new ArrayList<>(lines);
    while (!filled.isEmpty() && ((Collection<?>) filled.get(filled.size() - 1)).isEmpty()) {
      filled.remove(filled.size() - 1);
    }
    return filled;
  }
}
