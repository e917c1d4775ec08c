package dev.rota.kernel.ledger.versions;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules of a ledger that cannot run here: older ones, and ones that were released later. */
public final class OtherRules {
  private final SortedMap<Integer, Long> sealed = new TreeMap<>();
  private final SortedSet<Integer> unknown = new TreeSet<>();

  /** A turn is not replayed: these rules are no longer part of a release. */
  public void sealed(int rules) {
    sealed.merge(rules, 1L, Long::sum);
  }

  /** A turn is not replayed: these rules are not known here. */
  public void unknown(int rules) {
    unknown.add(rules);
  }

  public void merge(OtherRules others) {
    others.sealed.forEach((rules, count) -> sealed.merge(rules, count, Long::sum));
    unknown.addAll(others.unknown);
  }

  /** Returns true if all rules of the ledger run here. */
  public boolean isEmpty() {
    return sealed.isEmpty() && unknown.isEmpty();
  }

  /** By version: turns whose seals are verified and that are not replayed. */
  public SortedMap<Integer, Long> sealed() {
    return Collections.unmodifiableSortedMap(sealed);
  }

  /** Versions that were released after this program. */
  public SortedSet<Integer> unknown() {
    return Collections.unmodifiableSortedSet(unknown);
  }
}
