package dev.rota.bench;

import dev.rota.stream.DomainStreams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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
 */
public record Sample(
    long seconds, long decided, long heapMiB, long residentMiB, long iterators, long files) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String ANONYMOUS = "RssAnon:";
  private static final String ITERATORS = "num-open-iterators";

  static Sample take(long startNanos, long decided, DomainStreams streams, Path stateDir) {
    long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
    long resident = anonymousMiB(); // before the collection changes it
    long heap = Heap.liveBytes() >> 20;
    return new Sample(
        seconds, decided, heap, resident, openIterators(streams), filesBelow(stateDir));
  }

  private static long openIterators(DomainStreams streams) {
    return streams.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals(ITERATORS))
        .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
        .sum();
  }

  /** Anonymous memory of the process; 0: unknown. */
  static long anonymousMiB() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      List<String> lines = Files.readAllLines(STATUS);
      return lines.stream()
          .filter(line -> line.startsWith(ANONYMOUS))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long filesBelow(Path stateDir) {
    if (!Files.isReadable(DESCRIPTORS)) {
      return 0;
    }
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.filter(one -> isBelow(one, stateDir)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isBelow(Path descriptor, Path dir) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(dir);
    } catch (IOException gone) {
      return false; // closed while we looked
    }
  }
}
