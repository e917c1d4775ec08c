package dev.rota.chunks.placement;

import dev.rota.chunks.placement.PlacementShortage.Reason;
import dev.rota.kernel.domain.DecimalText;
import java.util.List;

/** Checks restricted chunks before {@link PlacementPolicy.Order#SEED} places any (rule 5). */
public final class RestrictionCheck {
  /** How the bytes of restricted chunks are counted. */
  public enum Counting {
    /** Each chunk once, as upstream does. */
    CHUNKS,
    /** Each chunk as often as it has copies, as rules 2 did. */
    COPIES,
    /** Not at all: the assignment was made before, and is only restored. */
    NONE;

    /**
     * Returns the bytes of chunks that count.
     *
     * @param factor the number of copies of each
     */
    public double of(long bytes, int factor) {
      return this == COPIES ? (double) bytes * factor : (double) bytes;
    }
  }

  private RestrictionCheck() {}

  /** Returns null if the check finds no shortage. Placing may still find one. */
  static PlacementShortage check(
      ChunkTable chunks,
      List<PlacementWorker> workers,
      int[] factors,
      double saturation,
      Counting counting) {
    if (chunks.versions().isEmpty() || counting == Counting.NONE) {
      return null;
    }
    if (chunks.versions().size() > 1) {
      return shortage(
          PlacementShortage.ALL,
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
      double bytes = counting.of(chunks.bytes(chunk), factor);
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
        ? tooMany(version, restricted / all, eligible + " of " + workers.size(), counting)
        : null;
  }

  private static PlacementShortage tooMany(
      SoftwareVersion version, double share, String workers, Counting counting) {
    String limit = DecimalText.text(share) + " of all bytes, too many for " + workers + " workers";
    String what = counting == Counting.COPIES ? "copies" : "chunks";
    String detail = what + " that ask for version " + version + " are " + limit;
    return shortage(PlacementShortage.ALL, null, detail);
  }

  /** True if restricted bytes are a larger share of all than eligible workers can hold. */
  public static boolean tooMany(
      double restricted, double all, long eligible, int workers, double saturation) {
    long others = workers - eligible;
    return others > 0 && restricted / all > (1 - saturation) * eligible / (saturation * others);
  }

  private static PlacementShortage shortage(int chunk, ChunkName name, String detail) {
    return new PlacementShortage(Reason.VERSION_RESTRICTION, chunk, name, detail);
  }
}
