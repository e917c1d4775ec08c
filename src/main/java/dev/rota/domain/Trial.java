package dev.rota.domain;

import dev.rota.engine.Parts;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Something that a domain is measured by, beside the turns that its rules make of traffic. It
 * computes and reads no clock: who runs it does.
 */
public sealed interface Trial {
  /** What is done, with its size. */
  String name();

  /**
   * One result, found in two ways.
   *
   * @param plain the same written with no regard to what it costs; its result is equal; null: there
   *     is none of this size
   */
  record Contest(String name, Supplier<?> ours, Supplier<?> plain) implements Trial {}

  /**
   * One piece of work that can be done in parts.
   *
   * @param done its result, which is equal whatever does the parts
   */
  record Split(String name, Function<Parts, ?> done) implements Trial {}

  /**
   * The same thing many times, each timed on its own.
   *
   * @param before goes before each step, and is not timed
   * @param step does it for the n-th time
   * @param figure what the number is that each step tells; null: none does
   */
  record Series(String name, int steps, Runnable before, IntFunction<Did> step, String figure)
      implements Trial {}

  /**
   * What a step came to.
   *
   * @param kind in a word: steps of each are counted
   */
  record Did(String kind, double figure) {}

  /**
   * Something that is kept in memory.
   *
   * @param before goes before, and what it makes does not count
   * @param made makes it
   * @param part what it has many of, such as a copy
   */
  record Holding(String name, Runnable before, Supplier<?> made, String part, Supplier<Long> parts)
      implements Trial {}

  /** What can be told without a clock. */
  record TextTrial(String name, Supplier<String> says) implements Trial {}
}
