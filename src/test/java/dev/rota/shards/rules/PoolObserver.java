package dev.rota.shards.rules;

import dev.rota.shards.AssignedTransaction;
import dev.rota.shards.EndReason;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.TransactionOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.specific.SpecificRecord;

/**
 * One pool as its readers see it: what it published, in order, and nothing else. It says where two
 * workers hold one shard, a cycle settles twice, a block is not the next one, a worker that is gone
 * got its shard again, or a transaction gets lost, doubled or out of order.
 */
public final class PoolObserver {
  /** A shard, as told. */
  private static final class Seen {
    private final ArrayDeque<String> pending = new ArrayDeque<>();
    private ShardAssignment held;
    private ShardAssignment ended;
    private boolean settled;
    private long epoch;
    private long height;
  }

  private final Map<String, Seen> shards = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private long accepted;
  private long included;
  private long lost;

  /** Everything that was wrong so far. */
  public List<String> wrong() {
    return wrong;
  }

  /** Transactions accepted so far. */
  public long accepted() {
    return accepted;
  }

  /** Of those, in blocks. */
  public long included() {
    return included;
  }

  /** Of those, failed alone or with their batch. */
  public long lost() {
    return lost;
  }

  /** Of those, neither. */
  public long pending() {
    return shards.values().stream().mapToLong(seen -> seen.pending.size()).sum();
  }

  /** Shards that are held, with their workers. */
  public Map<String, String> holders() {
    Map<String, String> holders = new TreeMap<>();
    shards.forEach(
        (shard, seen) -> {
          if (seen.held != null) {
            holders.put(shard, seen.held.getWorker());
          }
        });
    return holders;
  }

  /** The next record, of either topic. */
  public void see(SpecificRecord record) {
    if (record instanceof ShardAssignment assignment) {
      Seen seen = of(assignment.getShard());
      if (assignment.getEndOfLease() == null) {
        begin(seen, assignment);
      } else {
        end(seen, assignment);
      }
    } else if (record instanceof PoolOutcome outcome) {
      if (outcome.getEvent() instanceof TransactionOutcome transaction) {
        transaction(of(transaction.getShard()), transaction);
      } else if (outcome.getEvent() instanceof ShardBlock block) {
        block(of(block.getShard()), block);
      }
    }
  }

  private Seen of(String shard) {
    return shards.computeIfAbsent(shard, _ -> new Seen());
  }

  private void check(boolean so, String rule, Object record) {
    if (!so) {
      wrong.add(rule + ": " + record);
    }
  }

  private void begin(Seen seen, ShardAssignment next) {
    ShardAssignment held = seen.held;
    if (held == null) {
      check(next.getEpoch() == seen.epoch + 1, "a lease's epoch is the next, I5", next);
      check(next.getCycle() == 1, "a lease begins with its first cycle", next);
    } else {
      check(held.getWorker().equals(next.getWorker()), "two workers hold one shard, I1", next);
      check(held.getEpoch() == next.getEpoch(), "two leases hold one shard, I1", next);
      check(next.getCycle() == held.getCycle() + 1, "a cycle is the next, I5", next);
      check(seen.settled, "a cycle begins when the one before is settled, I5", next);
    }
    check(next.getBlockNumber() == seen.height + 1, "the block is the next, I6", next);
    List<String> batch = next.getTransactions().stream().map(AssignedTransaction::getId).toList();
    check(batch.size() == next.getCount(), "the count is the batch's", next);
    check(!batch.isEmpty() && isPrefix(seen, batch), "a batch is the first of the pool, I10", next);
    seen.held = next;
    seen.epoch = next.getEpoch();
    seen.settled = false;
  }

  private void end(Seen seen, ShardAssignment end) {
    boolean mine =
        seen.held != null
            && seen.held.getWorker().equals(end.getWorker())
            && seen.held.getEpoch() == end.getEpoch();
    check(mine, "only the lease in force ends, I1", end);
    check(!isGrantedToTheDead(seen, end), "whoever is gone was granted its shard again, F4", end);
    seen.held = null;
    seen.ended = end;
  }

  /** Its worker lost the shard, got it again and was gone, all at one instant: one death, twice. */
  private static boolean isGrantedToTheDead(Seen seen, ShardAssignment end) {
    ShardAssignment before = seen.ended;
    return end.getEndOfLease().getReason() == EndReason.WORKER_LOST
        && before != null
        && before.getWorker().equals(end.getWorker())
        && before.getAt() == end.getAt();
  }

  private static boolean isPrefix(Seen seen, List<String> batch) {
    return seen.pending.stream().limit(batch.size()).toList().equals(batch);
  }

  private void transaction(Seen seen, TransactionOutcome transaction) {
    String id = transaction.getId();
    switch (transaction.getOutcome()) {
      case ACCEPTED -> {
        check(!seen.pending.contains(id), "a pending transaction is not accepted again", id);
        seen.pending.addLast(id);
        accepted++;
      }
      case BATCH_FAILED, POISON -> {
        check(id.equals(seen.pending.pollFirst()), "batches leave in order, I8", transaction);
        check(seen.held != null, "a batch fails under a lease", transaction);
        seen.settled = true;
        lost++;
      }
      default -> {}
    }
  }

  private void block(Seen seen, ShardBlock block) {
    ShardAssignment held = seen.held;
    boolean mine =
        held != null
            && held.getWorker().equals(block.getWorker())
            && held.getEpoch() == block.getEpoch()
            && held.getCycle() == block.getCycle();
    check(mine && !seen.settled, "a block is of the cycle in force, and the only one, I5", block);
    check(block.getNumber() == seen.height + 1, "the block is the next, I6", block);
    check(
        mine && held.getEnvironment().getVersion() == block.getEnvironmentVersion(),
        "a block has its cycle's environment, E2",
        block);
    TreeSet<String> gone = new TreeSet<>(block.getTransactions());
    gone.addAll(block.getFailed());
    List<String> order = new ArrayList<>();
    for (int i = block.getTransactions().size() + block.getFailed().size(); i > 0; i--) {
      String first = seen.pending.pollFirst();
      check(first != null && gone.remove(first), "a block is of the first of the pool, I7", block);
      if (first != null && !block.getFailed().contains(first)) {
        order.add(first);
      }
    }
    check(order.equals(block.getTransactions()), "a block is in the order of the pool, I8", block);
    seen.settled = true;
    seen.height = block.getNumber();
    included += block.getTransactions().size();
    lost += block.getFailed().size();
  }
}
