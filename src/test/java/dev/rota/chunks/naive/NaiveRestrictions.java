package dev.rota.chunks.naive;

import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.naive.NaivePlacement.Chunk;
import dev.rota.chunks.naive.NaivePlacement.Settings;
import dev.rota.chunks.naive.NaivePlacement.Shortage;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What order SEED asks of chunks that want a version, before it places any. */
final class NaiveRestrictions {
  private NaiveRestrictions() {}

  static void check(
      List<Chunk> restricted,
      List<Chunk> all,
      List<Worker> workers,
      NaiveFactors factors,
      Settings settings) {
    if (restricted.isEmpty()) {
      return;
    }
    Set<NaiveVersion> versions = new TreeSet<>();
    restricted.forEach(chunk -> versions.add(chunk.least()));
    if (versions.size() > 1) {
      throw new Shortage(ShortageReason.VERSION_RESTRICTION, null);
    }
    NaiveVersion least = restricted.get(0).least();
    long eligible =
        workers.stream()
            .filter(one -> one.version() != null && !one.version().isOlderThan(least))
            .count();
    for (Chunk chunk : restricted) {
      if (factors.of(chunk.weight()) > eligible) {
        throw new Shortage(ShortageReason.VERSION_RESTRICTION, chunk.name());
      }
    }
    double share = (double) bytes(restricted, factors) / bytes(all, factors);
    long others = workers.size() - eligible;
    double saturation = settings.saturation();
    if (others > 0 && share > (1 - saturation) * eligible / (saturation * others)) {
      throw new Shortage(ShortageReason.VERSION_RESTRICTION, null);
    }
  }

  private static long bytes(List<Chunk> chunks, NaiveFactors factors) {
    return chunks.stream().mapToLong(one -> one.bytes() * factors.of(one.weight())).sum();
  }
}
