package dev.rota.shards.wire;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.engine.Engine;
import dev.rota.shards.ExecutionAccepted;
import dev.rota.shards.ExecutionRefused;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.WorkerOutcomeKind;
import dev.rota.shards.model.ShardFact.BlockMade;
import dev.rota.shards.model.ShardFact.ReportAccepted;
import dev.rota.shards.model.ShardFact.ReportRefused;
import dev.rota.shards.model.WorkerFact;
import dev.rota.shards.model.WorkerFact.SlotFreed;
import dev.rota.shards.model.WorkerFact.WorkerCame;
import dev.rota.shards.model.WorkerFact.WorkerHeard;
import dev.rota.shards.model.WorkerFact.WorkerLeaves;
import dev.rota.shards.model.WorkerFact.WorkerLeft;
import dev.rota.shards.model.WorkerFact.WorkerRefused;
import java.nio.ByteBuffer;

/** Outcomes of workers and of their reports. */
final class WorkerOutcomes {
  private WorkerOutcomes() {}

  static ShardBlock block(BlockMade f) {
    return new ShardBlock(
        f.shard(),
        f.number(),
        f.epoch(),
        f.cycle(),
        f.worker(),
        f.version(),
        f.included(),
        f.failed(),
        f.stateRoot(),
        buffer(f.stateDiff()),
        buffer(f.receipts()));
  }

  static ExecutionAccepted accepted(ReportAccepted f) {
    return new ExecutionAccepted(
        f.shard(), f.worker(), f.epoch(), f.cycle(), ShardsSymbols.of(f.reported()));
  }

  static ExecutionRefused refused(ReportRefused f) {
    return new ExecutionRefused(
        f.shard(), f.worker(), f.epoch(), f.cycle(), ShardsSymbols.of(f.reason()), f.detail());
  }

  private static ByteBuffer buffer(OpaqueBytes bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes.content());
  }

  /** Returns the outcome, or null if there is none. */
  static Output of(String pool, WorkerFact fact) {
    return switch (fact) {
      case WorkerLeft f -> {
        WorkerGone gone =
            new WorkerGone(f.worker(), f.incarnation(), ShardsSymbols.of(f.farewell()));
        yield ShardsOutputConverter.outcome(pool, f, gone, f.farewell().rule());
      }
      case WorkerRefused f -> {
        WorkerFenced fenced =
            new WorkerFenced(f.worker(), f.incarnation(), ShardsSymbols.of(f.reason()), f.detail());
        yield ShardsOutputConverter.outcome(pool, f, fenced, f.rule());
      }
      case WorkerCame f -> {
        WorkerOutcome joined =
            lives(f.worker(), f.incarnation(), WorkerOutcomeKind.JOINED, f.expiresAt());
        yield ShardsOutputConverter.outcome(pool, f, joined, "shards W1");
      }
      case WorkerHeard f -> {
        WorkerOutcome alive =
            lives(f.worker(), f.incarnation(), WorkerOutcomeKind.ALIVE, f.expiresAt());
        yield f.told() ? ShardsOutputConverter.outcome(pool, f, alive, "shards F6") : null;
      }
      case WorkerLeaves f -> {
        WorkerOutcome leaving =
            lives(f.worker(), f.incarnation(), WorkerOutcomeKind.LEAVING, f.expiresAt());
        yield ShardsOutputConverter.outcome(pool, f, leaving, "shards W4");
      }
      case SlotFreed f -> {
        WorkerOutcome freed =
            lives(f.worker(), f.incarnation(), WorkerOutcomeKind.SLOT_FREED, Engine.NEVER);
        yield ShardsOutputConverter.outcome(pool, f, freed, "shards F7");
      }
    };
  }

  private static WorkerOutcome lives(
      String worker, long incarnation, WorkerOutcomeKind kind, long expiresAt) {
    return new WorkerOutcome(
        worker, incarnation, kind, expiresAt == Engine.NEVER ? null : (Long) expiresAt);
  }
}
