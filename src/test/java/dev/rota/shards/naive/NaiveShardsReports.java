package dev.rota.shards.naive;

import dev.rota.shards.Committed;
import dev.rota.shards.Failed;
import dev.rota.shards.NonceRule;
import dev.rota.shards.Released;
import dev.rota.shards.Started;
import dev.rota.shards.naive.NaiveShards.Chain;
import dev.rota.shards.naive.NaiveShards.Tx;
import java.util.ArrayList;
import java.util.List;

/** What workers say of cycles: fencing, commits and errors. */
final class NaiveShardsReports {
  private final NaiveShards pool;

  NaiveShardsReports(NaiveShards pool) {
    this.pool = pool;
  }

  void take(String worker, Object said) {
    if (said instanceof Started report) {
      started(worker, report);
    } else if (said instanceof Committed report) {
      committed(worker, report);
    } else if (said instanceof Failed report) {
      failed(worker, report);
    } else if (said instanceof Released report) {
      released(worker, report);
    }
  }

  // [Q3]
  private void started(String worker, Started report) {
    Chain chain = admitted(worker, report.getShard(), report.getEpoch(), report.getCycle());
    if (chain == null) {
      return;
    }
    pool.met("Q3 it began before", chain.hold.cycle > 1 || chain.hold.started);
    if (chain.hold.cycle == 1 && !chain.hold.started) {
      pool.met("Q3 later than granted", chain.hold.since < pool.now);
      chain.hold.since = pool.now;
      chain.hold.started = true;
    }
    heard(chain);
    accepted(chain, "STARTED");
  }

  // [L5, X1, X3, X4, X5]
  private void committed(String worker, Committed report) {
    Chain chain = admitted(worker, report.getShard(), report.getEpoch(), report.getCycle());
    if (chain == null) {
      return;
    }
    int executed = report.getExecuted() == null ? chain.hold.count : report.getExecuted();
    if (!isSound(chain, executed, report.getFailed())) {
      refuse(worker, chain.name, report.getEpoch(), report.getCycle(), "MALFORMED");
      return;
    }
    settle(chain);
    if (executed == 0) {
      accepted(chain, "NOTHING_EXECUTED");
      pool.lose(chain);
      pool.end(chain, "NO_PROGRESS", true);
      return;
    }
    pool.met("X3 not all of the batch", executed < chain.hold.count);
    pool.met("E2 another environment meanwhile", chain.hold.version != pool.version);
    chain.height++;
    chain.stateRoot = report.getStateRoot();
    List<Tx> batch = remove(chain, executed);
    List<String> included = new ArrayList<>();
    List<Tx> failed = new ArrayList<>();
    for (Tx tx : batch) {
      if (report.getFailed().contains(tx.id())) {
        failed.add(tx);
      } else {
        included.add(tx.id());
        if (pool.policy.nonces == NonceRule.STRICT && tx.sender() != null && tx.nonce() != null) {
          chain.included.put(tx.sender(), tx.nonce());
        }
      }
    }
    pool.told.outcome(
        "ShardBlock",
        "shard",
        chain.name,
        "number",
        chain.height,
        "epoch",
        chain.epoch,
        "cycle",
        chain.hold.cycle,
        "worker",
        worker,
        "environmentVersion",
        chain.hold.version,
        "transactions",
        included,
        "failed",
        failed.stream().map(Tx::id).toList(),
        "stateRoot",
        report.getStateRoot(),
        "stateDiff",
        report.getStateDiff(),
        "receipts",
        report.getReceipts());
    failed.forEach(tx -> pool.told.failed(chain, tx, "FAILED", report.getReasons().get(tx.id())));
    afterCycle(chain);
  }

  /** [X5] */
  private static boolean isSound(Chain chain, int executed, List<String> failed) {
    if (executed < 0 || executed > chain.hold.count) {
      return false;
    }
    List<String> prefix = chain.pool.subList(0, executed).stream().map(Tx::id).toList();
    return prefix.containsAll(failed);
  }

  // [X2]
  private void failed(String worker, Failed report) {
    Chain chain = admitted(worker, report.getShard(), report.getEpoch(), report.getCycle());
    if (chain == null) {
      return;
    }
    settle(chain);
    accepted(chain, "FAILED");
    for (Tx tx : remove(chain, chain.hold.count)) {
      pool.told.failed(chain, tx, "BATCH_FAILED", report.getError());
    }
    afterCycle(chain);
  }

  // [X6]
  private void released(String worker, Released report) {
    Chain chain = admitted(worker, report.getShard(), report.getEpoch(), report.getCycle());
    if (chain == null) {
      return;
    }
    settle(chain);
    accepted(chain, "RELEASED");
    pool.lose(chain);
    pool.end(chain, "RELEASED", true);
  }

  /** An accepted event is a sign of life of the worker [F4] and of the lease [F7]. */
  private void heard(Chain chain) {
    pool.executors.get(chain.hold.worker).seen = pool.now;
    chain.hold.heard = pool.now;
  }

  /** Nothing may settle this cycle once more [I5]. */
  private void settle(Chain chain) {
    heard(chain);
    chain.settledEpoch = chain.epoch;
    chain.settledCycle = chain.hold.cycle;
  }

  /** Progress: attempts count anew [X7]. */
  private List<Tx> remove(Chain chain, int count) {
    pool.met("X7 forgiven", chain.lost > 0 && chain.alone == 0);
    pool.met("X7 through", chain.alone > 0 && chain.alone <= count);
    List<Tx> head = chain.pool.subList(0, count);
    List<Tx> batch = List.copyOf(head);
    head.clear();
    chain.lost = 0;
    chain.alone = Math.max(0, chain.alone - count);
    return batch;
  }

  // [L3, Q1, Q2, L4, W4]
  private void afterCycle(Chain chain) {
    pool.met("Q4 by its own quantum", isOver(chain) && chain.ownQuantum != null);
    pool.met("Q2 over and empty", isOver(chain) && chain.pool.isEmpty());
    if (pool.executors.get(chain.hold.worker).leaving) {
      pool.end(chain, "LEAVING", true);
    } else if (isOver(chain)) {
      pool.end(chain, "QUANTUM", true);
    } else if (chain.pool.isEmpty()) {
      pool.end(chain, "EMPTY", true);
    } else {
      pool.cycle(chain);
    }
  }

  private boolean isOver(Chain chain) {
    return pool.now - chain.hold.since >= pool.quantum(chain);
  }

  /** The chain whose current cycle this is, or null and a refusal [F2, F3]. */
  private Chain admitted(String worker, String shard, long epoch, long cycle) {
    Chain chain = pool.chains.get(shard);
    String refusal = refusal(chain, worker, epoch, cycle);
    if (refusal != null) {
      refuse(worker, shard, epoch, cycle, refusal);
      return null;
    }
    return chain;
  }

  private static String refusal(Chain chain, String worker, long epoch, long cycle) {
    if (chain == null) {
      return "UNKNOWN_SHARD";
    }
    if (epoch < 1 || epoch > chain.epoch) {
      return "UNKNOWN_EPOCH";
    }
    if (epoch < chain.epoch) {
      return "STALE_EPOCH";
    }
    if (!worker.equals(chain.lastWorker)) {
      return "WRONG_WORKER";
    }
    if (chain.settledEpoch == epoch && 1 <= cycle && cycle <= chain.settledCycle) {
      return "DUPLICATE";
    }
    if (chain.hold == null) {
      return "STALE_EPOCH";
    }
    return cycle == chain.hold.cycle ? null : "UNKNOWN_CYCLE";
  }

  private void refuse(String worker, String shard, long epoch, long cycle, String reason) {
    pool.told.outcome(
        "ExecutionRefused",
        "shard",
        shard,
        "worker",
        worker,
        "epoch",
        epoch,
        "cycle",
        cycle,
        "reason",
        reason,
        "detail",
        NaiveShardsTold.WORDS);
    new NaiveShardsWorkers(pool).heardOf(worker, shard, epoch);
  }

  private void accepted(Chain chain, String report) {
    pool.told.outcome(
        "ExecutionAccepted",
        "shard",
        chain.name,
        "worker",
        chain.hold.worker,
        "epoch",
        chain.epoch,
        "cycle",
        chain.hold.cycle,
        "report",
        report);
  }
}
