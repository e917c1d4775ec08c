package dev.rota.shards.wire;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.kernel.domain.Wire;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Committed;
import dev.rota.shards.Drain;
import dev.rota.shards.Failed;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.Joined;
import dev.rota.shards.Leaving;
import dev.rota.shards.Register;
import dev.rota.shards.Released;
import dev.rota.shards.Resume;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.Shutdown;
import dev.rota.shards.Started;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Beat;
import dev.rota.shards.model.ShardsInput.Began;
import dev.rota.shards.model.ShardsInput.Broke;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Command;
import dev.rota.shards.model.ShardsInput.Executed;
import dev.rota.shards.model.ShardsInput.GaveBack;
import dev.rota.shards.model.ShardsInput.Join;
import dev.rota.shards.model.ShardsInput.Leave;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.Submit;
import dev.rota.shards.model.ShardsInput.Update;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Converts generated records to inputs. */
final class ShardsInputConverter {
  private ShardsInputConverter() {}

  static Submit submit(ShardTransaction t) {
    return new Submit(t.getShard(), t.getId(), t.getSender(), t.getNonce(), bytes(t.getPayload()));
  }

  static Update update(BlockEnvironment e) {
    return new Update(ExecutionEnvironment.FIELDS.said(ExecutionEnvironment.GENESIS, Wire.said(e)));
  }

  static ShardsInput worker(WorkerEvent w) {
    String worker = w.getWorker();
    return switch (w.getEvent()) {
      case Joined joined -> new Join(worker, w.getIncarnation(), joined.getSlots());
      case Heartbeat _ -> new Beat(worker, w.getIncarnation());
      case Leaving _ -> new Leave(worker, w.getIncarnation());
      case Committed c -> new Report(c.getShard(), worker, c.getEpoch(), c.getCycle(), executed(c));
      case Started s -> new Report(s.getShard(), worker, s.getEpoch(), s.getCycle(), new Began());
      case Failed f ->
          new Report(f.getShard(), worker, f.getEpoch(), f.getCycle(), new Broke(f.getError()));
      case Released r ->
          new Report(r.getShard(), worker, r.getEpoch(), r.getCycle(), new GaveBack());
      default -> throw new IllegalArgumentException("no event of a worker: " + w.getEvent());
    };
  }

  private static Executed executed(Committed c) {
    return new Executed(
        c.getExecuted(),
        List.copyOf(c.getFailed()),
        Map.copyOf(c.getReasons()),
        c.getStateRoot(),
        bytes(c.getStateDiff()),
        bytes(c.getReceipts()));
  }

  static Change change(ShardPolicy p) {
    return new Change(Wire.said(p), command(p.getControl()), Wire.unsupported(p));
  }

  private static Command command(Object control) {
    return switch (control) {
      case null -> null;
      case Register register ->
          new ShardsInput.Register(register.getShard(), register.getQuantumMs());
      case Schedule schedule -> new ShardsInput.Schedule(schedule.getShard());
      case Shutdown shutdown -> new ShardsInput.Shutdown(shutdown.getTimeoutMs());
      case Drain _ -> new ShardsInput.Drain();
      case Resume _ -> new ShardsInput.Resume();
      default -> throw new IllegalArgumentException("no command to a pool: " + control);
    };
  }

  /** Returns a copy, or null. */
  private static OpaqueBytes bytes(ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] content = new byte[buffer.remaining()];
    buffer.duplicate().get(content);
    return OpaqueBytes.of(content);
  }
}
