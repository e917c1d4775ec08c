package dev.rota.shards.wire;

import dev.rota.kernel.domain.Wire;
import dev.rota.shards.Drain;
import dev.rota.shards.Register;
import dev.rota.shards.Schedule;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.Shutdown;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Command;

/** Converts a policy record to an input. */
final class PoolPolicyConverter {
  private PoolPolicyConverter() {}

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
}
