package dev.rota.bots.model;

import dev.rota.bots.values.QuotaBounds;

/** The leases that an instance holds on a cohort's bots, with their bounds, section 4. */
public final class QuotaRow {
  final QuotaBounds bounds;
  int usage;

  /** Whether its row is to be written. */
  boolean changed;

  QuotaRow(QuotaBounds bounds, int usage) {
    this.bounds = bounds;
    this.usage = usage;
  }

  /** Section 4: usage never falls below 0. */
  public static int charged(int usage, int delta) {
    return Math.max(0, usage + delta);
  }

  public boolean isBelowMinimum() {
    return usage < bounds.min();
  }

  public boolean isBelowMaximum() {
    return usage < bounds.max();
  }

  public boolean isAboveMinimum() {
    return usage > bounds.min();
  }

  public QuotaBounds bounds() {
    return bounds;
  }

  public int usage() {
    return usage;
  }
}
