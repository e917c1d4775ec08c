package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.Traffic.Event;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.SplittableRandom;

/**
 * Clients of a pool without workers: real workers execute. Payloads are written for the machine of
 * accounts and storage.
 */
final class PoolVisitors implements Iterator<Event> {
  private final PoolShape shape;
  private final PoolRecords sending;
  private final SplittableRandom random;
  private final ArrayDeque<Event> pending = new ArrayDeque<>();
  private long nowMillis;
  private long environments;
  private long numbers;

  PoolVisitors(PoolShape shape, PoolRecords sending, long seed) {
    this.shape = shape;
    this.sending = sending;
    this.random = new SplittableRandom(seed);
    pending.add(new Event(ShardsWire.POLICIES, 0, shape.policy()));
  }

  @Override
  public boolean hasNext() {
    return true;
  }

  @Override
  public Event next() {
    if (pending.isEmpty()) {
      visit();
    }
    return pending.removeFirst();
  }

  private void visit() {
    nowMillis += 1 + random.nextInt(2 * shape.arrivalMillis());
    if (nowMillis >= environments * shape.environmentMillis()) {
      environments++;
      pending.add(new Event(ShardsWire.ENVIRONMENTS, nowMillis, sending.environment(environments)));
    }
    String sender = sender();
    ShardTransaction transaction =
        sending.transaction(shape.anyShard(random), "tx-" + numbers++, sender, null, instruction());
    pending.add(new Event(ShardsWire.TRANSACTIONS, nowMillis, transaction));
  }

  private String instruction() {
    return switch (random.nextInt(4)) {
      case 0 -> "add visits 1";
      case 1 -> "stamp seen";
      case 2 -> "write note " + Long.toHexString(random.nextLong());
      default -> "transfer " + sender() + " " + random.nextInt(1000);
    };
  }

  private String sender() {
    return "sender-" + random.nextInt(shape.senders());
  }
}
