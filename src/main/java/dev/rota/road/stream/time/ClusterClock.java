package dev.rota.road.stream.time;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster's time, as this process believes it. Thread-safe.
 *
 * <p>It runs at the rate of this process's monotonic clock. Its witnesses are the brokers, whose
 * clocks are known from the append times of the time topic, and this host's wall clock. A witness
 * that leaves the others by more than {@link #APART_MILLIS} is not believed: a clock that jumps
 * must not expire what lives. Where two witnesses say the same and nobody confirms the present
 * time, it has indeed jumped, as after a suspended host.
 *
 * <p>Where witnesses differ from the start, the earlier one ends nothing too soon. But one that
 * shows a time before the ledger's last turn is wrong: a process that began anew because its clock
 * was set back would stand still until that clock has caught up.
 */
public final class ClusterClock {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClock.class);

  /** Clocks that are kept by NTP are closer than this. */
  public static final long APART_MILLIS = 3_000;

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String HOST = "this host";

  private final LongSupplier nanos;
  private final LongSupplier wallMillis;
  private final long decidedMillis;

  /** Each broker's time minus the monotonic clock, in ms. */
  private final Map<String, Long> brokers = new TreeMap<>();

  private volatile long offsetMillis;
  private volatile long heardMillis = Long.MIN_VALUE;
  private volatile List<String> doubted = List.of();
  private boolean known;

  /** A clock for a ledger without a turn. */
  public ClusterClock(LongSupplier nanos, LongSupplier wallMillis) {
    this(nanos, wallMillis, -1);
  }

  /**
   * Creates a clock that shows the host's time until a broker is heard.
   *
   * @param nanos a monotonic clock
   * @param wallMillis the host's clock in epoch ms
   * @param decidedMillis the time of the ledger's last turn, epoch ms; negative: it has none
   */
  public ClusterClock(LongSupplier nanos, LongSupplier wallMillis, long decidedMillis) {
    this.nanos = nanos;
    this.wallMillis = wallMillis;
    this.decidedMillis = decidedMillis;
    this.offsetMillis = wallMillis.getAsLong() - monotonicMillis();
  }

  /** The cluster's time in epoch ms. */
  public long nowMillis() {
    return offsetMillis + monotonicMillis();
  }

  /** The host's monotonic clock. */
  public long nanos() {
    return nanos.getAsLong();
  }

  private long monotonicMillis() {
    return nanos.getAsLong() / NANOS_PER_MILLI;
  }

  /** How long ago a broker was last heard, in ms. */
  long silenceMillis() {
    long heard = heardMillis;
    return heard == Long.MIN_VALUE ? Long.MAX_VALUE : monotonicMillis() - heard;
  }

  /** The witnesses whose clocks are not believed. */
  public List<String> doubted() {
    return doubted;
  }

  /**
   * A broker has appended a record.
   *
   * @param broker its node id
   * @param appendedMillis when, by its own clock, in epoch ms
   * @param sentNanos the monotonic clock before it was sent
   * @param ackedNanos the monotonic clock after it was acknowledged
   */
  synchronized void heard(int broker, long appendedMillis, long sentNanos, long ackedNanos) {
    // The record was appended between these two, so the truth lies between.
    long least = appendedMillis - ackedNanos / NANOS_PER_MILLI;
    long most = appendedMillis - sentNanos / NANOS_PER_MILLI;
    String name = "broker " + broker;
    Long before = brokers.get(name);
    long offset = before == null ? least : Math.max(least, Math.min(most, before));
    if (before != null && isApart(before, offset)) {
      brokers.clear(); // either it or this host has jumped: what others said before proves nothing
    }
    brokers.put(name, offset);
    heardMillis = monotonicMillis();
    settle();
  }

  /** What several witnesses say at once: how many they are, and the time. */
  private record Testimony(int witnesses, boolean present, long offsetMillis) {}

  private void settle() {
    Map<String, Long> witnesses = new TreeMap<>(brokers);
    witnesses.put(HOST, wallMillis.getAsLong() - monotonicMillis());
    Testimony best =
        witnesses.values().stream()
            .map(said -> testimony(said, witnesses))
            .max(
                Comparator.comparingInt(Testimony::witnesses)
                    .thenComparing(Testimony::present)
                    .thenComparing(this::isPossible)
                    .thenComparing(Testimony::offsetMillis, Comparator.reverseOrder()))
            .orElseThrow();
    if (!known || best.present() || best.witnesses() > 1) {
      if (known && !best.present()) {
        LOG.warn(
            "the cluster's time has moved by {} ms: {} clocks agree",
            best.offsetMillis() - offsetMillis,
            best.witnesses());
      }
      offsetMillis = best.offsetMillis();
      known = true;
    }
    doubt(witnesses);
  }

  /** At the start: what is decided had its time. */
  private boolean isPossible(Testimony said) {
    return known || said.offsetMillis + monotonicMillis() >= decidedMillis - APART_MILLIS;
  }

  private Testimony testimony(long said, Map<String, Long> witnesses) {
    List<Long> near = new ArrayList<>();
    int count = 0;
    for (Map.Entry<String, Long> witness : witnesses.entrySet()) {
      if (!isApart(said, witness.getValue())) {
        count++;
        if (!witness.getKey().equals(HOST)) {
          near.add(witness.getValue());
        }
      }
    }
    Collections.sort(near);
    if (near.isEmpty()) {
      // Without a broker time runs on at the monotonic rate.
      boolean runsOn = known && !isApart(said, offsetMillis);
      return new Testimony(count, runsOn, runsOn ? offsetMillis : said);
    }
    long offset = near.get((near.size() - 1) / 2);
    return new Testimony(count, known && !isApart(offset, offsetMillis), offset);
  }

  private void doubt(Map<String, Long> witnesses) {
    List<String> apart = new ArrayList<>();
    List<String> words = new ArrayList<>();
    witnesses.forEach(
        (name, offset) -> {
          if (isApart(offset, offsetMillis)) {
            apart.add(name);
            words.add(name + " by " + (offset - offsetMillis) + " ms");
          }
        });
    if (!apart.equals(doubted)) {
      doubted = List.copyOf(apart);
      if (apart.isEmpty()) {
        LOG.info("all clocks agree");
      } else {
        LOG.warn("clocks differ from the cluster's time and are ignored: {}", words);
      }
    }
  }

  private static boolean isApart(long one, long other) {
    return Math.abs(one - other) > APART_MILLIS;
  }
}
