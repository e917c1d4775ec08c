package dev.rota.lab.bench;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Measures the live heap. */
public final class LiveHeap {
  /** The serial collector leaves up to 5 % of dead objects where they are, but every nth time. */
  private static final int COLLECTIONS = collections();

  private LiveHeap() {}

  private static int collections() {
    var options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Integer.parseInt(options.getVMOption("MarkSweepAlwaysCompactCount").getValue());
  }

  /**
   * Makes something twice, lets it go, and returns the bytes that the second one held. What else
   * the process frees or allocates while it is made is not measured.
   */
  public static long heldBytes(Supplier<?> making) {
    var _ = making.get(); // loads classes and constants
    long with = bytesWith(making);
    return with - settledBytes();
  }

  private static long bytesWith(Supplier<?> making) {
    Object made = making.get();
    try {
      return settledBytes();
    } finally {
      Reference.reachabilityFence(made);
    }
  }

  /** The live heap, as the least of some collections leaves it. */
  public static long settledBytes() {
    return LongStream.generate(LiveHeap::liveBytes).limit(COLLECTIONS).min().orElseThrow();
  }

  /**
   * Runs a collection and returns the bytes that it leaves, some of them dead. The used heap would
   * include whole thread-local buffers.
   */
  public static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getCollectionUsage)
        .filter(Objects::nonNull)
        .mapToLong(MemoryUsage::getUsed)
        .sum();
  }
}
