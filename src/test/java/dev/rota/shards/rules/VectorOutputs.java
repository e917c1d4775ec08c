package dev.rota.shards.rules;

import dev.rota.shards.model.CycleWork;
import dev.rota.shards.model.LonePool;
import dev.rota.shards.model.PoolFact.Ended;
import dev.rota.shards.model.PoolFact.TransactionRefused;
import dev.rota.shards.model.PooledTransaction;
import dev.rota.shards.model.Shard;
import dev.rota.shards.model.ShardFact;
import dev.rota.shards.model.ShardFact.BatchRemoved;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.CycleBegun;
import dev.rota.shards.model.ShardFact.LeaseEnded;
import dev.rota.shards.model.ShardFact.LeaseGranted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.ShardFact.ShardPassedOver;
import dev.rota.shards.model.ShardFact.ShardScheduled;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsState;
import dev.rota.shards.model.WorkerFact.WorkerFault;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Facts and states as the vectors have them. */
final class VectorOutputs {
  private VectorOutputs() {}

  static List<Map<String, Object>> outputs(List<ShardsFact> facts) {
    List<Map<String, Object>> outputs = new ArrayList<>();
    for (ShardsFact fact : facts) {
      Map<String, Object> output = output(fact);
      if (output != null) {
        output.put("at", fact.atMillis());
        outputs.add(output);
      }
    }
    return outputs;
  }

  /** Every step of a shard from one state to another, S2. */
  static List<List<String>> moves(List<ShardsFact> facts) {
    List<List<String>> moves = new ArrayList<>();
    for (ShardsFact fact : facts) {
      if (fact instanceof ShardScheduled scheduled) {
        moves.add(List.of(scheduled.shard(), "Idle", "Pending"));
      } else if (fact instanceof LeaseGranted granted) {
        moves.add(List.of(granted.work().shard(), "Pending", "Running"));
      } else if (fact instanceof LeaseEnded ended) {
        moves.add(List.of(ended.shard(), "Running", "Idle"));
      } else if (fact instanceof ShardPassedOver over) {
        moves.add(List.of(over.shard(), "Pending", "Running"));
        moves.add(List.of(over.shard(), "Running", "Idle"));
      }
    }
    return moves;
  }

  static Map<String, Object> state(LonePool pool) {
    ShardsState state = pool.state();
    Map<String, Object> shards = new LinkedHashMap<>();
    for (Shard shard : state.allShards()) {
      Map<String, Object> one = new LinkedHashMap<>();
      String stage = shard.stage().name();
      one.put("state", stage.charAt(0) + stage.substring(1).toLowerCase(Locale.ROOT));
      one.put("epoch", shard.epoch());
      one.put("height", shard.height());
      one.put(
          "pool",
          shard.pool().prefix(shard.pool().size()).stream().map(PooledTransaction::id).toList());
      one.put("worker", shard.lease() == null ? null : shard.lease().worker());
      one.put("cycle", shard.lease() == null ? null : shard.lease().cycle());
      one.put("attempts", shard.attempts());
      shards.put(shard.name(), one);
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("shards", shards);
    answer.put("queue", state.queue().all().stream().map(shard -> shard.name()).toList());
    answer.put("free", state.fleet().allWaiting().stream().map(worker -> worker.name()).toList());
    answer.put("workers", state.fleet().all().stream().map(worker -> worker.name()).toList());
    answer.put("env", state.counters().environment());
    answer.put("now", pool.now());
    answer.put("phase", state.standing().phase().name().toLowerCase(Locale.ROOT));
    return answer;
  }

  private static Map<String, Object> output(ShardsFact fact) {
    if (fact instanceof LeaseGranted granted) {
      return assign(granted.work());
    }
    if (fact instanceof CycleBegun begun) {
      return assign(begun.work());
    }
    if (fact instanceof LeaseEnded f) {
      Map<String, Object> output = of("unassign", f.shard());
      output.put("worker", f.worker());
      output.put("epoch", f.epoch());
      output.put("reason", lower(f.cause()));
      return output;
    }
    if (fact instanceof BlockMade f) {
      Map<String, Object> output = of("block", f.shard());
      output.put("number", f.number());
      output.put("epoch", f.epoch());
      output.put("cycle", f.cycle());
      output.put("env", f.version());
      output.put("txs", f.included());
      output.put("failed", f.failed());
      return output;
    }
    return refusal(fact);
  }

  private static Map<String, Object> refusal(ShardsFact fact) {
    if (fact instanceof BatchRemoved f) {
      Map<String, Object> output = of("batch_failed", f.shard());
      output.put("epoch", f.epoch());
      output.put("cycle", f.cycle());
      output.put("txs", f.transactions());
      output.put("error", f.error());
      return output;
    }
    if (fact instanceof TransactionRefused f) {
      Map<String, Object> output = of("tx_rejected", f.shard());
      output.put("id", f.id());
      output.put("reason", lower(f.reason()));
      return output;
    }
    if (fact instanceof ReportRefused f) {
      Map<String, Object> output = of("exec_rejected", f.shard());
      output.put("worker", f.worker());
      output.put("epoch", f.epoch());
      output.put("cycle", f.cycle());
      output.put("reason", lower(f.reason()));
      return output;
    }
    return worker(fact);
  }

  private static Map<String, Object> worker(ShardsFact fact) {
    Map<String, Object> output = new LinkedHashMap<>();
    if (fact instanceof WorkerLeft f) {
      output.put("t", "worker_gone");
      output.put("worker", f.worker());
      output.put("inc", f.incarnation());
      output.put("reason", lower(f.farewell()));
      return output;
    }
    if (fact instanceof WorkerRefused f) {
      output.put("t", "fenced");
      output.put("worker", f.worker());
      output.put("inc", f.incarnation());
      output.put(
          "reason", f.reason() == WorkerFault.UNKNOWN_WORKER ? "unknown" : lower(f.reason()));
      return output;
    }
    output.put("t", "terminated");
    return fact instanceof Ended ? output : null;
  }

  private static Map<String, Object> assign(CycleWork work) {
    Map<String, Object> output = of("assign", work.shard());
    output.put("worker", work.worker());
    output.put("epoch", work.epoch());
    output.put("cycle", work.cycle());
    output.put("txs", work.transactions().stream().map(ShardFact.Item::id).toList());
    output.put("env", work.version());
    output.put("block", work.block());
    return output;
  }

  private static Map<String, Object> of(String kind, String shard) {
    Map<String, Object> output = new LinkedHashMap<>();
    output.put("t", kind);
    output.put("shard", shard);
    return output;
  }

  private static String lower(Enum<?> symbol) {
    return symbol.name().toLowerCase(Locale.ROOT);
  }
}
