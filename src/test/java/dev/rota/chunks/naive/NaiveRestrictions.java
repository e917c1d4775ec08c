package dev.rota.chunks.naive;

import dev.rota.chunks.ShortageReason;
import dev.rota.chunks.naive.NaivePlacement.Chunk;
import dev.rota.chunks.naive.NaivePlacement.Settings;
import dev.rota.chunks.naive.NaivePlacement.Shortage;
import dev.rota.chunks.naive.NaivePlacement.Worker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What order SEED asks of chunks that want a version, before it places any. Of the share that they
 * have of all bytes, the specification says: each chunk once, however many copies it has.
 */
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
    long others = workers.size() - eligible;
    double spare = 1 - settings.saturation();
    if (others > 0
        && share(restricted, all) > spare * eligible / (settings.saturation() * others)) {
      throw new Shortage(ShortageReason.VERSION_RESTRICTION, null);
    }
  }

  private static double share(List<Chunk> some, List<Chunk> all) {
    double part = some.stream().mapToLong(Chunk::bytes).sum();
    return part / all.stream().mapToLong(Chunk::bytes).sum();
  }
}
