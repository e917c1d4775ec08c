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
    Object event = w.getEvent();
    if (event instanceof Joined joined) {
      return new Join(w.getWorker(), w.getIncarnation(), joined.getSlots());
    }
    if (event instanceof Heartbeat) {
      return new Beat(w.getWorker(), w.getIncarnation());
    }
    if (event instanceof Leaving) {
      return new Leave(w.getWorker(), w.getIncarnation());
    }
    return report(w.getWorker(), event);
  }

  private static Report report(String worker, Object event) {
    if (event instanceof Committed c) {
      Executed executed =
          new Executed(
              c.getExecuted(),
              List.copyOf(c.getFailed()),
              Map.copyOf(c.getReasons()),
              c.getStateRoot(),
              bytes(c.getStateDiff()),
              bytes(c.getReceipts()));
      return new Report(c.getShard(), worker, c.getEpoch(), c.getCycle(), executed);
    }
    if (event instanceof Started s) {
      return new Report(s.getShard(), worker, s.getEpoch(), s.getCycle(), new Began());
    }
    if (event instanceof Failed f) {
      return new Report(f.getShard(), worker, f.getEpoch(), f.getCycle(), new Broke(f.getError()));
    }
    Released r = (Released) event;
    return new Report(r.getShard(), worker, r.getEpoch(), r.getCycle(), new GaveBack());
  }

  static Change change(ShardPolicy p) {
    return new Change(Wire.said(p), command(p.getControl()), Wire.unsupported(p));
  }

  private static Command command(Object control) {
    if (control == null) {
      return null;
    }
    if (control instanceof Register register) {
      return new ShardsInput.Register(register.getShard(), register.getQuantumMs());
    }
    if (control instanceof Schedule schedule) {
      return new ShardsInput.Schedule(schedule.getShard());
    }
    if (control instanceof Shutdown shutdown) {
      return new ShardsInput.Shutdown(shutdown.getTimeoutMs());
    }
    return control instanceof Drain ? new ShardsInput.Drain() : new ShardsInput.Resume();
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
