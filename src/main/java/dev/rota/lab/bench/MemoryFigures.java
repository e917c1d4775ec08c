package dev.rota.lab.bench;

import dev.rota.road.stream.DomainStreams;
import java.util.Set;

/**
 * What a process holds.
 *
 * @param heapBytes live objects
 * @param storesBytes of RocksDB, beside the heap: its memtables, and the blocks that it keeps
 */
public record MemoryFigures(long heapBytes, long storesBytes) {
  private static final Set<String> OF_STORES =
      Set.of("size-all-mem-tables", "block-cache-usage", "estimate-table-readers-mem");

  public long bytes() {
    return heapBytes + storesBytes;
  }

  static long ofStores(DomainStreams streams) {
    return streams.metrics().entrySet().stream()
        .filter(metric -> OF_STORES.contains(metric.getKey().name()))
        .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
        .sum();
  }
}
