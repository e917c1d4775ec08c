package dev.rota.shards.rules;

import dev.rota.kernel.domain.NameCheck;
import dev.rota.kernel.domain.RecordFields.OutOfRange;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Step;
import dev.rota.shards.model.PoolFact.PolicyFault;
import dev.rota.shards.model.PoolFact.PolicyRefused;
import dev.rota.shards.model.PoolFact.PolicySet;
import dev.rota.shards.model.PoolFact.ShardRegistered;
import dev.rota.shards.model.PoolFact.Stood;
import dev.rota.shards.model.PoolPolicy;
import dev.rota.shards.model.ServingPhase;
import dev.rota.shards.model.ServingState;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Command;
import dev.rota.shards.model.ShardsInput.Drain;
import dev.rota.shards.model.ShardsInput.Register;
import dev.rota.shards.model.ShardsInput.Resume;
import dev.rota.shards.model.ShardsInput.Schedule;
import dev.rota.shards.model.ShardsInput.Shutdown;
import dev.rota.shards.model.ShardsInstants;
import dev.rota.shards.model.ShardsView;
import java.util.ArrayList;
import java.util.List;

/** Applies settings, a command, or both. If one is invalid, neither counts. */
final class PoolPolicyRoutine {
  private PoolPolicyRoutine() {}

  static List<Step<ShardsView, ShardsFact>> steps(ShardsView view, Change change, long nowMillis) {
    PoolPolicy policy = PoolPolicy.FIELDS.said(view.policy(), change.settings());
    PolicyRefused refusal = refusal(view, policy, change, nowMillis);
    if (refusal != null) {
      return List.of(_ -> List.of(refusal));
    }
    PolicySet set = new PolicySet(policy, nowMillis, rule(change.command()));
    return change.command() == null
        ? List.of(_ -> List.of(set))
        : List.of(_ -> List.of(set), v -> commanded(v, change.command(), nowMillis));
  }

  private static String rule(Command command) {
    return switch (command) {
      case null -> "shards 12";
      case Register _ -> "shards S1";
      case Schedule _ -> "shards S3";
      case Shutdown _ -> "shards D1";
      case Resume _ -> "shards D2";
      case Drain _ -> "shards D5";
    };
  }

  private static List<ShardsFact> commanded(ShardsView view, Command command, long nowMillis) {
    ServingState now = view.standing();
    return switch (command) {
      case Register(String shard, Long quantumMillis) ->
          List.of(new ShardRegistered(shard, quantumMillis, nowMillis));
      case Schedule(String shard) ->
          TransactionSubmitRoutine.scheduled(view.shard(shard), nowMillis);
      case Shutdown(Long timeoutMillis) -> {
        boolean revoked = timeoutMillis != null && !now.terminated();
        long stopAt = revoked ? ShardsInstants.plus(nowMillis, timeoutMillis) : Engine.NEVER;
        yield List.of(new Stood(ServingPhase.SHUTDOWN, now.terminated(), stopAt, nowMillis));
      }
      case Drain _ -> {
        boolean over = now.phase() == ServingPhase.DRAINING && now.terminated();
        yield List.of(new Stood(ServingPhase.DRAINING, over, Engine.NEVER, nowMillis));
      }
      case Resume _ -> List.of(new Stood(ServingPhase.SERVING, false, Engine.NEVER, nowMillis));
    };
  }

  private static PolicyRefused refusal(
      ShardsView view, PoolPolicy policy, Change change, long nowMillis) {
    if (!change.unsupported().isEmpty()) {
      return new PolicyRefused(
          PolicyFault.UNSUPPORTED_VALUE,
          String.join(", ", change.unsupported())
              + ": this version does not know the symbol, use one of its schema",
          nowMillis,
          rule(change.command()));
    }
    List<OutOfRange> wrong = new ArrayList<>(PoolPolicy.FIELDS.outOfRange(policy));
    if (change.command() instanceof Shutdown shutdown) {
      PoolPolicy.MILLIS
          .outOfRange("control.timeoutMs", shutdown.timeoutMillis())
          .ifPresent(wrong::add);
    }
    if (change.command() instanceof Register register) {
      PoolPolicy.MILLIS
          .outOfRange("control.quantumMs", register.quantumMillis())
          .ifPresent(wrong::add);
    }
    if (!wrong.isEmpty()) {
      OutOfRange one = wrong.get(0);
      return new PolicyRefused(
          PolicyFault.OUT_OF_RANGE,
          one.name() + " is " + one.value() + ": expected " + one.min() + " to " + one.max(),
          nowMillis,
          rule(change.command()));
    }
    return unnamed(view, change.command(), nowMillis);
  }

  private static PolicyRefused unnamed(ShardsView view, Command command, long nowMillis) {
    if (command instanceof Register register) {
      String wrong = NameCheck.wrong("control.shard", register.shard());
      return wrong == null
          ? null
          : new PolicyRefused(PolicyFault.INVALID_ARGUMENT, wrong, nowMillis, rule(command));
    }
    if (command instanceof Schedule schedule && view.shard(schedule.shard()) == null) {
      String detail =
          "the pool has no shard " + schedule.shard() + ": register it, or send it a transaction";
      return new PolicyRefused(PolicyFault.NOT_FOUND, detail, nowMillis, rule(command));
    }
    return null;
  }
}
