package dev.rota.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.Objects;

/** What lives on the heap. */
final class Heap {
  private Heap() {}

  /**
   * Bytes that a collection leaves; it runs now. Not what is in use after it, in which the next
   * thread's buffer counts whole.
   */
  static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }
}
