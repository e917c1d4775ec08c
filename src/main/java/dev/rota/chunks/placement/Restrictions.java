package dev.rota.chunks.placement;

import dev.rota.chunks.placement.Shortage.Reason;
import dev.rota.domain.Decimal;
import java.util.List;

/** Checks restricted chunks before {@link PlacementPolicy.Order#SEED} places any (rule 5). */
public final class Restrictions {
  private Restrictions() {}

  /** Returns null if the check finds no shortage. Placing may still find one. */
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
    return tooMany(restricted, all, eligible, workers.size(), saturation)
        ? tooMany(version, restricted / all, eligible + " of " + workers.size())
        : null;
  }

  private static Shortage tooMany(SoftwareVersion version, double share, String workers) {
    String limit = Decimal.text(share) + " of all bytes, too many for " + workers + " workers";
    String detail = "copies that ask for version " + version + " are " + limit;
    return shortage(Shortage.ALL, null, detail);
  }

  /** True if restricted copies take a larger share of all bytes than eligible workers can hold. */
  public static boolean tooMany(
      double restricted, double all, long eligible, int workers, double saturation) {
    long others = workers - eligible;
    return others > 0 && restricted / all > (1 - saturation) * eligible / (saturation * others);
  }

  private static Shortage shortage(int chunk, ChunkName name, String detail) {
    return new Shortage(Reason.VERSION_RESTRICTION, chunk, name, detail);
  }
}
