package dev.rota.lab.bench;

import dev.rota.road.stream.DomainStreams;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The resources of a running application.
 *
 * @param seconds since the start
 * @param decided inputs with a visible ledger entry
 * @param heapMiB used right after a collection
 * @param residentMiB anonymous memory of the process (heap, RocksDB, threads), without the broker's
 *     mapped files; 0: unknown
 * @param iterators open iterators of stores
 * @param files open files in the state directory; 0: unknown
 * @param threads live threads
 */
public record ResourceSample(
    long seconds,
    long decided,
    long heapMiB,
    long residentMiB,
    long iterators,
    long files,
    long threads) {
  private static final String ITERATORS = "num-open-iterators";

  static ResourceSample take(long startNanos, long decided, DomainStreams streams, Path stateDir) {
    long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    long resident = ProcessFigures.anonymousMiB(); // before the collection changes it
    long heap = LiveHeap.liveBytes() >> 20;
    return new ResourceSample(
        seconds,
        decided,
        heap,
        resident,
        openIterators(streams),
        ProcessFigures.filesBelow(stateDir),
        ManagementFactory.getThreadMXBean().getThreadCount());
  }

  private static long openIterators(DomainStreams streams) {
    return streams.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals(ITERATORS))
        .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
        .sum();
  }
}
