package dev.rota.shards.model;

import dev.rota.kernel.engine.Deadline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** An executor of shards, one shard per slot (section 7). */
public final class PoolWorker {
  /** A lease that expired while its worker lived. Its slot waits for a report on it (F7). */
  public record Parked(String shard, long epoch) {}

  final String name;
  final long incarnation;
  final int slots;

  /** When its session expires, epoch ms. */
  long expiresAt;

  boolean leaving;

  /** Leased shards by grant number. */
  final TreeMap<Long, Shard> leases = new TreeMap<>();

  private final NavigableMap<Long, Shard> leasesToRead =
      Collections.unmodifiableNavigableMap(leases);

  final TreeSet<Long> waiting = new TreeSet<>();

  private final NavigableSet<Long> waitingToRead = Collections.unmodifiableNavigableSet(waiting);

  final List<Parked> parked = new ArrayList<>();
  private final List<Parked> parkedToRead = Collections.unmodifiableList(parked);

  /** Whether its row is to be written. */
  boolean changed;

  PoolWorker(String name, long incarnation, int slots, long expiresAt) {
    this.name = name;
    this.incarnation = incarnation;
    this.slots = slots;
    this.expiresAt = expiresAt;
  }

  public long incarnation() {
    return incarnation;
  }

  public int slots() {
    return slots;
  }

  public NavigableSet<Long> waiting() {
    return waitingToRead;
  }

  public NavigableMap<Long, Shard> leases() {
    return leasesToRead;
  }

  public List<Parked> parked() {
    return parkedToRead;
  }

  public boolean leaving() {
    return leaving;
  }

  public long expiresAt() {
    return expiresAt;
  }

  /** True if its session is over (F4). */
  public boolean isSilent(long atMillis) {
    return Deadline.isDue(expiresAt, atMillis);
  }

  public boolean hasFreeSlot() {
    return !waiting.isEmpty();
  }

  public String name() {
    return name;
  }
}
