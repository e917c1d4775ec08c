package dev.rota.bots;

/** A quota row: how many leases an instance holds on a cohort's bots, section 4. */
final class QuotaRow {
  final QuotaBounds bounds;
  int usage;
  boolean changed;

  QuotaRow(QuotaBounds bounds, int usage) {
    this.bounds = bounds;
    this.usage = usage;
  }

  boolean isBelowMinimum() {
    return usage < bounds.min();
  }

  boolean isBelowMaximum() {
    return usage < bounds.max();
  }

  boolean isAboveMinimum() {
    return usage > bounds.min();
  }
}
