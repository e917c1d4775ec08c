package dev.rota.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** An executor of shards, one for each of its slots, section 7. */
final class Worker {
  /** A lease that expired while its worker lived: that slot waits for a word about it, F7. */
  record Parked(String shard, long epoch) {}

  final String name;
  final long incarnation;
  final int slots;

  /** When it is gone unless it is heard of, epoch ms. */
  long expiresAt;

  boolean leaving;

  /** By the number of their grant. */
  final TreeMap<Long, Shard> leases = new TreeMap<>();

  /** Tickets of slots that wait. */
  final TreeSet<Long> waiting = new TreeSet<>();

  final List<Parked> parked = new ArrayList<>();

  /** Whether its row is to be written. */
  boolean changed;

  Worker(String name, long incarnation, int slots, long expiresAt) {
    this.name = name;
    this.incarnation = incarnation;
    this.slots = slots;
    this.expiresAt = expiresAt;
  }
}
