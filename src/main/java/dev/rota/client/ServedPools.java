package dev.rota.client;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The pools that a worker serves.
 *
 * @param only true: only these; false: all but these
 */
public record ServedPools(boolean only, Set<String> names) {
  /** These pools, which are joined at the start. */
  public static ServedPools only(Collection<String> names) {
    return new ServedPools(true, new TreeSet<>(names));
  }

  /** All pools but these; none: all. */
  public static ServedPools allBut(Collection<String> names) {
    return new ServedPools(false, new TreeSet<>(names));
  }

  boolean have(String pool) {
    return only == names.contains(pool);
  }

  /** Pools known by name, before any record of them is read. */
  Set<String> named() {
    return only ? names : Set.of();
  }

  @Override
  public String toString() {
    String list = String.join(", ", names);
    return only ? list : names.isEmpty() ? "all pools" : "all pools but " + list;
  }
}
