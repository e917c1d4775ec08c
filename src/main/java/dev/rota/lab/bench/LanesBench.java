package dev.rota.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.ledger.InputCodec;
import dev.rota.kernel.ledger.InputPosition;
import dev.rota.kernel.ledger.Lane;
import dev.rota.kernel.ledger.LaneStore;
import dev.rota.kernel.ledger.TurnArrival;
import dev.rota.kernel.ledger.limits.LaneLimits;
import dev.rota.kernel.ledger.versions.DomainVersions;
import dev.rota.kernel.ledger.versions.RulesAdoption;
import dev.rota.kernel.table.Rows;
import dev.rota.kernel.table.Sha256;
import dev.rota.kernel.table.TreeRows;
import dev.rota.lab.traffic.DomainTraffic;
import dev.rota.lab.traffic.Traffic;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Measures what the lanes of one partition cost that nobody uses: heap, and time at the start. */
public final class LanesBench {
  private static final double NANOS = 1e9;

  /** Enough for a heap of some megabytes. */
  private static final int MEASURED = 10_000;

  private static final int TRIES = 3;

  /** A busy lane's first events. */
  private static final int EVENTS = 20;

  private static final LaneLimits CLOSED = new LaneLimits(0, Duration.ZERO);
  private static final byte[] NO_DIGEST = new byte[Sha256.BYTES];

  private final Domain domain;
  private final InputCodec codec;

  public LanesBench(Domain domain) {
    this.domain = domain;
    this.codec = new InputCodec(domain);
  }

  /**
   * Measures everything.
   *
   * @param dir of the store, which is written to and not deleted
   */
  public LaneCost run(int lanes, int busy, Path dir, LongConsumer progress) {
    long openBytes = median(() -> openBytes(Math.min(lanes, MEASURED)));
    long idleBytes = median(() -> idleBytes(Math.min(busy, MEASURED)));
    try (RocksRows rows = new RocksRows(dir)) {
      fill(rows, lanes, busy, progress);
      return started(rows, lanes, busy, idleBytes, openBytes);
    }
  }

  /** Other threads of the process, and the first try, allocate more or free something. */
  private static long median(LongSupplier bytes) {
    return LongStream.generate(bytes)
        .limit(TRIES)
        .sorted()
        .skip(TRIES / 2)
        .findFirst()
        .orElseThrow();
  }

  private LaneCost started(Rows rows, int lanes, int busy, long idleBytes, long openBytes) {
    long before = LiveHeap.liveBytes();
    long startNanos = System.nanoTime();
    LaneStore task = store(rows);
    task.due().nextMillis();
    double seconds = (System.nanoTime() - startNanos) / NANOS;
    long bytes = Math.max(0, LiveHeap.liveBytes() - before);
    int pending = task.due().pending();
    return new LaneCost(domain.name(), lanes, busy, seconds, bytes, pending, idleBytes, openBytes);
  }

  /** A lane that took its first turn, which left no state. */
  private long openBytes(int count) {
    return LiveHeap.heldBytes(
            () -> {
              LaneStore store = store(new TreeRows());
              for (int i = 0; i < count; i++) {
                store.lane(name(i)).state();
              }
              return store;
            })
        / count;
  }

  /** The rows are held before and after, so that only the lanes differ. */
  private long idleBytes(int count) {
    TreeRows rows = new TreeRows();
    fill(rows, count, count, _ -> {});
    AtomicInteger pending = new AtomicInteger();
    try {
      long bytes =
          LiveHeap.heldBytes(
              () -> {
                LaneStore store = store(rows);
                store.due().nextMillis();
                pending.set(store.due().pending());
                return store;
              });
      return pending.get() == 0 ? 0 : Math.max(0, bytes) / pending.get();
    } finally {
      Reference.reachabilityFence(rows);
    }
  }

  private void fill(Rows rows, int lanes, int busy, LongConsumer progress) {
    LaneStore store = store(rows);
    for (int i = 0; i < lanes; i++) {
      Lane lane = store.lane(name(i));
      if (i < busy) {
        play(lane);
      } else {
        byte[] key = lane.name().getBytes(UTF_8);
        lane.take(new TurnArrival.Unreadable(source("", i, 0), "EMPTY_VALUE", key, null));
      }
      store.closeIdle(0);
      progress.accept(i + 1);
    }
  }

  /** The first events of the domain's own traffic, until a deadline is pending. */
  private void play(Lane lane) {
    Iterator<Traffic.Event> events = DomainTraffic.of(domain).start(lane.name(), 1);
    for (int i = 0; i < EVENTS && lane.nextDeadline() == Engine.NEVER; i++) {
      Traffic.Event event = events.next();
      lane.take(codec.take(source(event.topic(), i, event.atMillis()), event.record()));
    }
  }

  private LaneStore store(Rows rows) {
    return new LaneStore(
        new DomainVersions(domain, RulesAdoption.NEWEST),
        rows,
        CLOSED,
        LaneStore.Listener.NONE,
        () -> 0);
  }

  private static InputPosition source(String topic, long offset, long atMillis) {
    return new InputPosition(topic, 0, offset, atMillis, NO_DIGEST);
  }

  private static String name(int number) {
    return "lane-" + number;
  }
}
