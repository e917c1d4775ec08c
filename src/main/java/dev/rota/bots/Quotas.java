package dev.rota.bots;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The quota rows of a grid, section 4. */
final class Quotas {
  private final Map<String, Map<String, QuotaRow>> byCohort = new TreeMap<>();
  private List<QuotaRow> all = List.of();

  /** By cohort, then instance. */
  Map<String, Map<String, QuotaRow>> byCohort() {
    return byCohort;
  }

  List<QuotaRow> all() {
    return all;
  }

  /** The row, or null. */
  QuotaRow get(String cohort, String instance) {
    Map<String, QuotaRow> ofCohort = cohort == null ? null : byCohort.get(cohort);
    return ofCohort == null ? null : ofCohort.get(instance);
  }

  void put(QuotaBounds bounds, int usage) {
    byCohort
        .computeIfAbsent(bounds.cohort(), cohort -> new TreeMap<>())
        .put(bounds.instance(), new QuotaRow(bounds, usage));
    list();
  }

  /** These and no others; those that stay keep their usage (V078). */
  void replace(List<QuotaBounds> bounds) {
    Map<String, Map<String, QuotaRow>> before = new TreeMap<>(byCohort);
    byCohort.clear();
    for (QuotaBounds one : bounds) {
      QuotaRow was = before.getOrDefault(one.cohort(), Map.of()).get(one.instance());
      put(one, was == null ? 0 : was.usage);
    }
    list();
  }

  private void list() {
    all = byCohort.values().stream().flatMap(one -> one.values().stream()).toList();
  }
}
