package dev.rota.client;

import dev.rota.executor.MerkleTrie;
import dev.rota.executor.StateDiff;
import dev.rota.shards.ShardBlock;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A shard's state, built from its published blocks. A proposed state counts only when its block
 * appears, so a refused report leaves no trace.
 */
final class ShardReplica {
  /** The state that a reported block would have. */
  private record Proposal(long epoch, long cycle, MerkleTrie state) {}

  private MerkleTrie state = MerkleTrie.EMPTY;
  private long height;
  private long seenEpoch;
  private long seenCycle;
  private String unfit;

  // The epoch of the last ended lease. Read by worker threads.
  private volatile long overEpoch;

  // Written by the worker thread before it reports.
  private volatile Proposal proposal;

  static String hex(byte[] root) {
    return "0x" + HexFormat.of().formatHex(root);
  }

  MerkleTrie state() {
    return state;
  }

  /** Returns true the first time that a cycle is seen. */
  boolean isNew(AssignedCycle cycle) {
    if (!cycle.isAfter(seenEpoch, seenCycle)) {
      return false;
    }
    seenEpoch = cycle.epoch();
    seenCycle = cycle.number();
    return true;
  }

  /** Ends the leases up to this epoch. */
  void over(long epoch) {
    overEpoch = Math.max(overEpoch, epoch); // only one thread writes it
  }

  /** Returns true if the cycle's lease has ended, so that its report would be refused. */
  boolean isOver(AssignedCycle cycle) {
    return cycle.epoch() <= overEpoch;
  }

  /** Returns true if the previous block is known, or can never be, or is not needed any more. */
  boolean isReachedFor(AssignedCycle cycle) {
    return unfit != null || isOver(cycle) || height >= cycle.batch().blockNumber() - 1;
  }

  /** Returns true if the cycle's block exists, so that the cycle is settled. */
  boolean isPast(AssignedCycle cycle) {
    return unfit == null && height >= cycle.batch().blockNumber();
  }

  /** Returns why the cycle can never be executed here, or null. */
  String unfitFor(AssignedCycle cycle) {
    if (unfit != null) {
      return unfit;
    }
    String parent = cycle.parentStateRoot();
    return parent == null || parent.equals(hex(state.root()))
        ? null
        : "the shard's state here is " + hex(state.root());
  }

  void propose(AssignedCycle cycle, MerkleTrie after) {
    proposal = new Proposal(cycle.epoch(), cycle.number(), after);
  }

  /** Applies a block. Returns why no block can be built on it here, or null. */
  String appear(ShardBlock block) {
    if (unfit != null || block.getNumber() <= height) {
      return unfit;
    }
    String name = "block " + block.getNumber();
    if (block.getNumber() > height + 1) {
      unfit = "the blocks before " + name + " are no longer retained";
    } else if (block.getStateRoot() == null || block.getStateDiff() == null) {
      unfit = name + " of worker " + block.getWorker() + " has no stateRoot or no stateDiff";
    } else {
      MerkleTrie next = next(block);
      if (next == null) {
        unfit = name + " has a stateRoot that does not match its stateDiff";
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

  /** Null: the diff has another executor's format. */
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
