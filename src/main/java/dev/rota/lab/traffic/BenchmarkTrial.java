package dev.rota.lab.traffic;

import dev.rota.kernel.engine.ParallelParts;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** A benchmark of a domain other than its turns. It reads no clock; the caller measures. */
public sealed interface BenchmarkTrial {
  /** The name, including the size. */
  String name();

  /**
   * Compares two algorithms with equal results.
   *
   * @param plain the straightforward algorithm; null: too slow at this size
   */
  record Contest(String name, Supplier<?> ours, Supplier<?> plain) implements BenchmarkTrial {}

  /**
   * Work that can be done in parallel parts.
   *
   * @param done returns the result, which does not depend on how the parts are run
   */
  record Split(String name, Function<ParallelParts, ?> done) implements BenchmarkTrial {}

  /**
   * Many steps, each timed separately.
   *
   * @param before runs before each step and is not timed
   * @param step runs the n-th step
   * @param figure unit of {@link Did#figure}; null: none
   */
  record Series(String name, int steps, Runnable before, IntFunction<Did> step, String figure)
      implements BenchmarkTrial {}

  /**
   * The result of a step.
   *
   * @param kind a word; steps are counted by kind
   */
  record Did(String kind, double figure) {}

  /**
   * Measures memory.
   *
   * @param before runs first; its allocations do not count
   * @param made creates the object to measure
   * @param part name of its parts, such as a copy
   */
  record Holding(String name, Runnable before, Supplier<?> made, String part, Supplier<Long> parts)
      implements BenchmarkTrial {}

  /** A result as text, not measured. */
  record TextTrial(String name, Supplier<String> says) implements BenchmarkTrial {}
}
