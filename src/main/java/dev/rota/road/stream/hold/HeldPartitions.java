package dev.rota.road.stream.hold;

import java.util.Collection;
import java.util.Set;

/** The partitions of a domain that are held now, whoever owns them. Thread-safe. */
public final class HeldPartitions {
  private volatile Set<Integer> partitions = Set.of();

  public boolean isHeld(int partition) {
    return partitions.contains(partition);
  }

  Set<Integer> all() {
    return partitions;
  }

  boolean isEmpty() {
    return partitions.isEmpty();
  }

  /** From now on these are held, and no others. */
  public void set(Collection<Integer> now) {
    partitions = Set.copyOf(now);
  }
}
