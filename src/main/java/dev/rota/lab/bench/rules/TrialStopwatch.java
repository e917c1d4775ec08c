package dev.rota.lab.bench.rules;

import dev.rota.kernel.engine.ParallelParts;
import dev.rota.lab.bench.LiveHeap;
import dev.rota.lab.traffic.BenchmarkTrial.Contest;
import dev.rota.lab.traffic.BenchmarkTrial.Did;
import dev.rota.lab.traffic.BenchmarkTrial.Holding;
import dev.rota.lab.traffic.BenchmarkTrial.Series;
import dev.rota.lab.traffic.BenchmarkTrial.Split;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Runs trials: CPU time of one thread, and retained bytes. */
public final class TrialStopwatch {
  private static final double SECOND_NANOS = 1e9;
  private static final double MILLI_NANOS = 1e6;
  private static final int DIGITS = 3; // significant ones of a step's time
  private static final double P50 = 50;
  private static final double P99 = 99;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private interface Work<T> {
    T done();
  }

  private record Lap<T>(T result, double seconds) {}

  private <T> Lap<T> lap(Work<T> work) {
    long started = threads.getCurrentThreadCpuTime();
    T result = work.done();
    return new Lap<>(result, (threads.getCurrentThreadCpuTime() - started) / SECOND_NANOS);
  }

  /**
   * Runs a contest.
   *
   * @throws IllegalStateException if the results differ
   */
  public ContestResult run(Contest contest, int rounds, LongConsumer progress) {
    Object expected = contest.ours().get(); // warm-up
    double[] seconds = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      seconds[round] = lap(() -> contest.ours().get()).seconds();
      progress.accept(round + 1L);
    }
    Arrays.sort(seconds);
    if (contest.plain() == null) {
      return new ContestResult(seconds[rounds / 2], 0);
    }
    Lap<?> plain = lap(() -> contest.plain().get());
    if (!Objects.equals(expected, plain.result())) {
      throw new IllegalStateException(contest.name() + ": the plain algorithm has another result");
    }
    return new ContestResult(seconds[rounds / 2], plain.seconds());
  }

  /**
   * Runs the work with one thread and with two, alternately, so that other load affects both.
   *
   * @throws IllegalStateException if the results differ
   */
  public SplitResult run(Split split, int rounds, LongConsumer progress) {
    ForkJoinPool two = new ForkJoinPool(2);
    try {
      ParallelParts sideBySide =
          (count, part) ->
              two.submit(() -> IntStream.range(0, count).parallel().forEach(part)).join();
      Object expected = split.done().apply(ParallelParts.IN_TURN); // warm-up
      wallSeconds(split, sideBySide, expected);
      double[] alone = new double[rounds];
      double[] halved = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        alone[round] = wallSeconds(split, ParallelParts.IN_TURN, expected);
        halved[round] = wallSeconds(split, sideBySide, expected);
        progress.accept(round + 1L);
      }
      Arrays.sort(alone);
      Arrays.sort(halved);
      return new SplitResult(alone[rounds / 2], halved[rounds / 2]);
    } finally {
      two.shutdown();
    }
  }

  private static double wallSeconds(Split split, ParallelParts parts, Object expected) {
    long started = System.nanoTime();
    Object result = split.done().apply(parts);
    double seconds = (System.nanoTime() - started) / SECOND_NANOS;
    if (!result.equals(expected)) {
      throw new IllegalStateException(split.name() + ": two threads have another result");
    }
    return seconds;
  }

  public SeriesResult run(Series series, LongConsumer progress) {
    Histogram nanos = new Histogram(DIGITS);
    Map<String, Integer> kinds = new TreeMap<>();
    double figures = 0;
    for (int step = 0; step < series.steps(); step++) {
      int number = step;
      series.before().run();
      Lap<Did> lap = lap(() -> series.step().apply(number));
      nanos.recordValue(Math.round(lap.seconds() * SECOND_NANOS));
      kinds.merge(lap.result().kind(), 1, Integer::sum);
      figures += lap.result().figure();
      progress.accept(step + 1L);
    }
    return new SeriesResult(
        nanos.getMean() / MILLI_NANOS,
        nanos.getValueAtPercentile(P50) / MILLI_NANOS,
        nanos.getValueAtPercentile(P99) / MILLI_NANOS,
        nanos.getMaxValue() / MILLI_NANOS,
        kinds,
        figures / series.steps());
  }

  public MemoryTrialResult run(Holding holding) {
    holding.before().run();
    long before = LiveHeap.liveBytes();
    Lap<?> lap = lap(() -> holding.made().get());
    try {
      return new MemoryTrialResult(
          lap.seconds(), LiveHeap.liveBytes() - before, holding.parts().get());
    } finally {
      Reference.reachabilityFence(lap);
    }
  }
}
