package dev.rota.shards.wire;

import dev.rota.engine.Engine;
import dev.rota.shards.ExecutionAccepted;
import dev.rota.shards.ExecutionRefusal;
import dev.rota.shards.ExecutionRefused;
import dev.rota.shards.FenceReason;
import dev.rota.shards.GoneReason;
import dev.rota.shards.ReportKind;
import dev.rota.shards.ShardBlock;
import dev.rota.shards.WorkerFenced;
import dev.rota.shards.WorkerGone;
import dev.rota.shards.WorkerOutcome;
import dev.rota.shards.WorkerOutcomeKind;
import dev.rota.shards.model.Bytes;
import dev.rota.shards.model.ShardFact;
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

/** What became of workers and of their reports. */
final class Outcomes {
  private Outcomes() {}

  /** The branch of the outcome, or null when nobody is told. */
  static Object of(ShardFact fact) {
    if (fact instanceof BlockMade f) {
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
    if (fact instanceof ReportAccepted f) {
      return new ExecutionAccepted(
          f.shard(), f.worker(), f.epoch(), f.cycle(), ReportKind.valueOf(f.reported().name()));
    }
    if (fact instanceof ReportRefused f) {
      return new ExecutionRefused(
          f.shard(),
          f.worker(),
          f.epoch(),
          f.cycle(),
          ExecutionRefusal.valueOf(f.reason().name()),
          f.detail());
    }
    return null;
  }

  private static ByteBuffer buffer(Bytes bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes.content());
  }

  /** The branch of the outcome, or null when nobody is told. */
  static Object of(WorkerFact fact) {
    if (fact instanceof WorkerLeft f) {
      return new WorkerGone(f.worker(), f.incarnation(), GoneReason.valueOf(f.farewell().name()));
    }
    if (fact instanceof WorkerRefused f) {
      return new WorkerFenced(
          f.worker(), f.incarnation(), FenceReason.valueOf(f.reason().name()), f.detail());
    }
    if (fact instanceof WorkerCame f) {
      return lives(f.worker(), f.incarnation(), WorkerOutcomeKind.JOINED, f.expiresAt());
    }
    if (fact instanceof WorkerHeard f) {
      return f.told()
          ? lives(f.worker(), f.incarnation(), WorkerOutcomeKind.ALIVE, f.expiresAt())
          : null;
    }
    if (fact instanceof WorkerLeaves f) {
      return lives(f.worker(), f.incarnation(), WorkerOutcomeKind.LEAVING, f.expiresAt());
    }
    SlotFreed f = (SlotFreed) fact;
    return lives(f.worker(), f.incarnation(), WorkerOutcomeKind.SLOT_FREED, Engine.NEVER);
  }

  private static WorkerOutcome lives(
      String worker, long incarnation, WorkerOutcomeKind kind, long expiresAt) {
    return new WorkerOutcome(
        worker, incarnation, kind, expiresAt == Engine.NEVER ? null : (Long) expiresAt);
  }
}
