package dev.rota.lab.traffic.shards;

import dev.rota.lab.traffic.DecidedLane;
import dev.rota.lab.traffic.SaturatedTraffic;
import dev.rota.lab.traffic.shards.PoolRecords.Cycle;
import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.rules.ShardsEngine;
import dev.rota.shards.wire.ShardsWire;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/**
 * A pool that is always busy, with two workers of eight slots in total. Every shard starts with a
 * transaction, and each committed cycle adds one.
 *
 * @param zipf true: a few shards get most of the transactions; false: all get the same
 */
record SaturatedPool(int shards, boolean zipf) implements SaturatedTraffic {
  private static final int WORKERS = 2;
  private static final int SLOTS = 4;

  @Override
  public int filling() {
    return WORKERS + shards;
  }

  @Override
  public Iterator<Event> start(String lane, long seed) {
    return new Life(new PoolRecords(lane), seed);
  }

  private final class Life extends History<ShardsState, ShardsInput, ShardsFact> {
    private final PoolRecords sending;
    private final ArrayDeque<CycleWork> assigned = new ArrayDeque<>();

    Life(PoolRecords sending, long seed) {
      super(new DecidedLane<>(new ShardsWire(), new ShardsEngine(), ShardsState::new), seed);
      this.sending = sending;
    }

    @Override
    protected void hear(ShardsFact fact) {
      if (fact instanceof LeaseGranted granted) {
        assigned.addLast(granted.work());
      } else if (fact instanceof CycleBegun begun) {
        assigned.addLast(begun.work());
      }
    }

    @Override
    protected Event event(long index, long at) {
      if (index < WORKERS) {
        return new Event(ShardsWire.WORKERS, at, sending.joined("worker-" + index, 1, SLOTS));
      }
      if (index < filling()) {
        return new Event(ShardsWire.TRANSACTIONS, at, transaction((int) index - WORKERS, index));
      }
      return index % 2 == 0 && !assigned.isEmpty()
          ? new Event(ShardsWire.WORKERS, at, report(assigned.removeFirst()))
          : new Event(ShardsWire.TRANSACTIONS, at, transaction(any(), index));
    }

    private SpecificRecord report(CycleWork work) {
      Cycle cycle = new Cycle(work.shard(), work.worker(), 1, work.epoch(), work.cycle());
      return sending.committed(cycle, null, List.of());
    }

    private int any() {
      return zipf ? (int) StrictMath.pow(shards, random.nextDouble()) - 1 : random.nextInt(shards);
    }

    private SpecificRecord transaction(int shard, long index) {
      String sender = "sender-" + random.nextInt(100);
      return sending.transaction("0x" + Integer.toHexString(shard), "tx-" + index, sender, null);
    }
  }
}
