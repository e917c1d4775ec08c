package dev.rota.bots.model;

import dev.rota.bots.values.QuotaBounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The quota rows of a grid, section 4. */
public final class QuotaTable {
  private final Map<String, Map<String, QuotaRow>> byCohort = new HashMap<>();

  /** Sorted by cohort, then instance; null if out of date. */
  private List<QuotaRow> all;

  /** Rows by cohort, then instance, unsorted. */
  Map<String, Map<String, QuotaRow>> byCohort() {
    return byCohort;
  }

  /** Rows sorted by cohort, then instance. */
  public List<QuotaRow> all() {
    if (all == null) {
      all = new ArrayList<>();
      for (Map<String, QuotaRow> ofCohort : new TreeMap<>(byCohort).values()) {
        all.addAll(new TreeMap<>(ofCohort).values());
      }
    }
    return all;
  }

  public boolean nobodyIsBelowMinimum() {
    for (QuotaRow row : all()) { // each turn asks
      if (row.isBelowMinimum()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the row, or null. */
  public QuotaRow get(String cohort, String instance) {
    Map<String, QuotaRow> ofCohort = cohort == null ? null : byCohort.get(cohort);
    return ofCohort == null ? null : ofCohort.get(instance);
  }

  QuotaRow get(BotsRows.QuotaKey key) {
    return get(key.cohort(), key.instance());
  }

  QuotaRow put(QuotaBounds bounds, int usage) {
    QuotaRow row = new QuotaRow(bounds, usage);
    byCohort.computeIfAbsent(bounds.cohort(), _ -> new HashMap<>()).put(bounds.instance(), row);
    all = null;
    return row;
  }

  /** Replaces the rows. Those that remain keep their usage (V078). Returns those that are new. */
  List<QuotaRow> replace(List<QuotaBounds> bounds) {
    List<QuotaRow> added = new ArrayList<>();
    Map<String, Map<String, QuotaRow>> before = new HashMap<>(byCohort);
    byCohort.clear();
    all = null;
    for (QuotaBounds one : bounds) {
      QuotaRow was = before.getOrDefault(one.cohort(), Map.of()).get(one.instance());
      QuotaRow row = put(one, was == null ? 0 : was.usage);
      if (was == null) {
        added.add(row);
      }
    }
    return added;
  }
}
