package dev.rota.workers;

import dev.rota.executor.MerkleTrie;
import dev.rota.executor.StateDiff;
import dev.rota.shards.ShardBlock;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A shard's state as its blocks have made it. What this worker has executed itself becomes state
 * only when the block appears: a report that is refused leaves no trace.
 */
final class Replica {
  /** What a block will be if the report of it counts. */
  private record Proposal(long epoch, long cycle, MerkleTrie state) {}

  private MerkleTrie state = MerkleTrie.EMPTY;
  private long height;
  private long seenEpoch;
  private long seenCycle;
  private String unfit;

  // Of the last lease that has ended; read by the threads that execute.
  private volatile long overEpoch;

  // Written by the thread that executes, before it reports.
  private volatile Proposal proposal;

  static String hex(byte[] root) {
    return "0x" + HexFormat.of().formatHex(root);
  }

  MerkleTrie state() {
    return state;
  }

  /** Whether the cycle is new here; it is not a second time. */
  boolean isNew(Cycle cycle) {
    if (!cycle.isAfter(seenEpoch, seenCycle)) {
      return false;
    }
    seenEpoch = cycle.epoch();
    seenCycle = cycle.number();
    return true;
  }

  /** The lease of that epoch has ended, and those before it. */
  void over(long epoch) {
    overEpoch = Math.max(overEpoch, epoch); // one thread writes it
  }

  /** Whether the cycle's lease has ended: what comes of it would be refused. */
  boolean isOver(Cycle cycle) {
    return cycle.epoch() <= overEpoch;
  }

  /** Whether the block before the cycle's is here, or can never be, or is needed no more. */
  boolean isReachedFor(Cycle cycle) {
    return unfit != null || isOver(cycle) || height >= cycle.batch().blockNumber() - 1;
  }

  /** Whether the cycle's block is here already, so that it has been settled. */
  boolean isPast(Cycle cycle) {
    return unfit == null && height >= cycle.batch().blockNumber();
  }

  /** Why the cycle cannot be executed here, though it waits for nothing; or null. */
  String unfitFor(Cycle cycle) {
    if (unfit != null) {
      return unfit;
    }
    String parent = cycle.parentStateRoot();
    return parent == null || parent.equals(hex(state.root()))
        ? null
        : "the shard's state here is " + hex(state.root());
  }

  void propose(Cycle cycle, MerkleTrie after) {
    proposal = new Proposal(cycle.epoch(), cycle.number(), after);
  }

  /** Why no block can be built on this one here, or null. */
  String appear(ShardBlock block) {
    if (unfit != null || block.getNumber() <= height) {
      return unfit;
    }
    String name = "block " + block.getNumber();
    if (block.getNumber() > height + 1) {
      unfit = "the blocks before " + name + " are gone from the topic";
    } else if (block.getStateRoot() == null || block.getStateDiff() == null) {
      unfit = name + " of worker " + block.getWorker() + " names no stateRoot or no stateDiff";
    } else {
      MerkleTrie next = next(block);
      if (next == null) {
        unfit = name + " has a state that its diff does not lead to";
      } else {
        proposal = null;
        state = next;
        height = block.getNumber();
      }
    }
    return unfit;
  }

  private MerkleTrie next(ShardBlock block) {
    Proposal own = proposal;
    boolean mine = own != null && own.epoch == block.getEpoch() && own.cycle == block.getCycle();
    if (mine && isOf(block, own.state)) {
      return own.state;
    }
    MerkleTrie led = after(block);
    return led != null && isOf(block, led) ? led : null;
  }

  private static boolean isOf(ShardBlock block, MerkleTrie state) {
    return hex(state.root()).equals(block.getStateRoot());
  }

  /** Null: the block's diff is none of ours. */
  private MerkleTrie after(ShardBlock block) {
    ByteBuffer diff = block.getStateDiff();
    byte[] bytes = new byte[diff.remaining()];
    diff.duplicate().get(bytes);
    try {
      return StateDiff.of(bytes).applyTo(state);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
