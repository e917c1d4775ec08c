package dev.rota.app.cluster;

import dev.rota.road.health.DiskWatch;
import dev.rota.road.health.PartitionCondition;
import dev.rota.road.health.PartitionHealth.Cause;
import dev.rota.road.stream.status.OpeningProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the engine of this process says of a domain's partitions. Thread-safe. */
final class OwnEngine implements IntFunction<List<PartitionCondition>> {
  private final DiskWatch disk;
  private final Supplier<List<OpeningProgress>> opening;
  private final LongSupplier clock;

  /** Since when a partition is being opened, as far as it was asked about. */
  private final Map<Integer, Long> since = new ConcurrentHashMap<>();

  /**
   * Says nothing yet.
   *
   * @param opening the partitions that are not open yet
   * @param clock epoch ms
   */
  OwnEngine(DiskWatch disk, Supplier<List<OpeningProgress>> opening, LongSupplier clock) {
    this.disk = disk;
    this.opening = opening;
    this.clock = clock;
  }

  @Override
  public List<PartitionCondition> apply(int partition) {
    List<PartitionCondition> all = new ArrayList<>();
    PartitionCondition room = disk.look();
    if (room != null) {
      all.add(room);
    }
    Optional<OpeningProgress> open =
        opening.get().stream().filter(one -> one.partition() == partition).findFirst();
    if (open.isEmpty()) {
      since.remove(partition);
      return all;
    }
    long began = since.computeIfAbsent(partition, _ -> clock.getAsLong());
    all.add(new PartitionCondition(Cause.OPENS, open.get().words(), began));
    return all;
  }
}
