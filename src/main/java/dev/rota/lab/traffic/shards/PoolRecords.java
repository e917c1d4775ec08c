package dev.rota.lab.traffic.shards;

import dev.rota.base.avro.GeneratedClasses;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.Released;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Builds the records of one pool's clients, workers and operators. */
public record PoolRecords(String pool) {
  /** The fields of an assignment that its report must repeat. */
  record Cycle(String shard, String worker, long incarnation, long epoch, long cycle) {
    Cycle with(String otherShard, long otherEpoch, long otherCycle) {
      return new Cycle(otherShard, worker, incarnation, otherEpoch, otherCycle);
    }

    Cycle by(String otherWorker) {
      return new Cycle(shard, otherWorker, incarnation, epoch, cycle);
    }
  }

  public PoolRecords {
    // Builders fill in defaults, and Avro reads defaults as it reads records.
    GeneratedClasses.trust();
  }

  ShardTransaction transaction(String shard, String id, String sender, Long nonce) {
    return transaction(shard, id, sender, nonce, id + " of " + sender);
  }

  ShardTransaction transaction(
      String shard, String id, String sender, Long nonce, String instruction) {
    byte[] payload = instruction.getBytes(StandardCharsets.UTF_8);
    return new ShardTransaction(pool, shard, id, sender, nonce, ByteBuffer.wrap(payload));
  }

  public BlockEnvironment environment(long number) {
    return BlockEnvironment.newBuilder()
        .setPool(pool)
        .setNumber(number)
        .setTimestamp(12 * number)
        .build();
  }

  WorkerEvent joined(String worker, long incarnation, int slots) {
    return new WorkerEvent(pool, worker, incarnation, new Joined(slots));
  }

  WorkerEvent heartbeat(String worker, long incarnation) {
    return new WorkerEvent(pool, worker, incarnation, new Heartbeat());
  }

  WorkerEvent leaving(String worker, long incarnation) {
    return new WorkerEvent(pool, worker, incarnation, new Leaving());
  }

  WorkerEvent started(Cycle c) {
    return report(c, new Started(c.shard, c.epoch, c.cycle));
  }

  WorkerEvent committed(Cycle c, Integer executed, List<String> failed) {
    return report(
        c,
        new Committed(
            c.shard,
            c.epoch,
            c.cycle,
            executed,
            failed,
            failed.isEmpty() ? Map.of() : Map.of(failed.get(0), why(c)),
            "root-" + c.epoch + "-" + c.cycle,
            null,
            null));
  }

  /** A whole batch with what its block passes on, and perhaps without a state root. */
  WorkerEvent committed(Cycle c, SplittableRandom random) {
    String root = random.nextBoolean() ? null : "root-" + random.nextInt(9);
    ByteBuffer diff = ByteBuffer.wrap(new byte[random.nextInt(40)]);
    ByteBuffer receipts = ByteBuffer.wrap(new byte[random.nextInt(40)]);
    return report(
        c,
        new Committed(c.shard, c.epoch, c.cycle, null, List.of(), Map.of(), root, diff, receipts));
  }

  private static String why(Cycle c) {
    return c.cycle % 2 == 0 ? "out of gas" : "reverted";
  }

  WorkerEvent failed(Cycle c) {
    String error = "the executor is out of " + (c.epoch % 2 == 0 ? "memory" : "time");
    return report(c, new Failed(c.shard, c.epoch, c.cycle, error));
  }

  WorkerEvent released(Cycle c) {
    return report(c, new Released(c.shard, c.epoch, c.cycle));
  }

  private WorkerEvent report(Cycle c, Object event) {
    return new WorkerEvent(pool, c.worker, c.incarnation, event);
  }

  ShardPolicy.Builder policy() {
    return ShardPolicy.newBuilder().setPool(pool);
  }

  ShardPolicy command(Object control) {
    return policy().setControl(control).build();
  }
}
