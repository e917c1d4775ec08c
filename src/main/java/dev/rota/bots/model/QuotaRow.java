package dev.rota.bots.model;

import dev.rota.bots.values.QuotaBounds;

/** The leases that an instance holds on a cohort's bots, with their bounds, section 4. */
public final class QuotaRow {
  final QuotaBounds bounds;
  final BotsRows.QuotaKey key;
  int usage;

  QuotaRow(QuotaBounds bounds, int usage) {
    this.bounds = bounds;
    this.key = new BotsRows.QuotaKey(bounds.cohort(), bounds.instance());
    this.usage = usage;
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
