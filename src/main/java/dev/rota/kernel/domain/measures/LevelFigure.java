package dev.rota.kernel.domain.measures;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A figure that holds until it changes, such as the number of jobs that wait. */
public final class LevelFigure {
  /** The figure from a time on, epoch ms. */
  public record Step(long atMillis, long value) {}

  private final List<Step> steps = new ArrayList<>();
  private double area;

  /** Begins with 0 at this time. Changes before it count as of then. */
  LevelFigure(long beginMillis) {
    steps.add(new Step(beginMillis, 0));
  }

  /** The figure now. */
  public long value() {
    return last().value;
  }

  void set(long atMillis, long value) {
    long at = Math.max(atMillis, last().atMillis);
    if (value != value()) {
      area += (double) value() * (at - last().atMillis);
      if (at == last().atMillis) {
        steps.remove(steps.size() - 1);
      }
      steps.add(new Step(at, value));
    }
  }

  /** The mean over time up to an end, epoch ms. */
  public double mean(long endMillis) {
    double whole = area + (double) value() * Math.max(0, endMillis - last().atMillis);
    long beginMillis = steps.get(0).atMillis;
    return endMillis > beginMillis ? whole / (endMillis - beginMillis) : value();
  }

  /** The changes, in order. */
  public List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  private Step last() {
    return steps.get(steps.size() - 1);
  }
}
