package dev.rota.chunks.placement;

import dev.rota.chunks.placement.Shortage.Reason;
import java.util.List;

/**
 * What {@link PlacementPolicy.Order#SEED} asks of restricted chunks before it places any (rule 5).
 */
public final class Restrictions {
  private Restrictions() {}

  /** Null: they can be placed, as far as this tells. */
  static Shortage check(ChunkTable chunks, List<Worker> workers, int[] factors, double saturation) {
    if (chunks.versions().isEmpty()) {
      return null;
    }
    if (chunks.versions().size() > 1) {
      return shortage(
          Shortage.ALL,
          null,
          "chunks ask for different versions, "
              + chunks.versions()
              + ": order SEED takes one, order HEAD any");
    }
    SoftwareVersion version = chunks.versions().get(0);
    long eligible = workers.stream().filter(worker -> worker.satisfies(version)).count();
    double restricted = 0;
    double all = 0;
    for (int chunk = 0; chunk < chunks.size(); chunk++) {
      int factor = factors[chunks.weight(chunk)];
      double bytes = (double) chunks.bytes(chunk) * factor;
      all += bytes;
      if (chunks.restriction(chunk) != 0) {
        restricted += bytes;
        if (factor > eligible) {
          return shortage(
              chunk,
              ChunkName.of(chunks.chunk(chunk)),
              factor + " copies are asked for, " + eligible + " workers have version " + version);
        }
      }
    }
    if (tooMany(restricted, all, eligible, workers.size(), saturation)) {
      return shortage(
          Shortage.ALL,
          null,
          "copies that ask for version "
              + version
              + " are "
              + restricted / all
              + " of all bytes, too many for "
              + eligible
              + " of "
              + workers.size()
              + " workers");
    }
    return null;
  }

  /** Whether the bytes of restricted copies are more of all than eligible workers can bear. */
  public static boolean tooMany(
      double restricted, double all, long eligible, int workers, double saturation) {
    long others = workers - eligible;
    return others > 0 && restricted / all > (1 - saturation) * eligible / (saturation * others);
  }

  private static Shortage shortage(int chunk, ChunkName name, String detail) {
    return new Shortage(Reason.VERSION_RESTRICTION, chunk, name, detail);
  }
}
