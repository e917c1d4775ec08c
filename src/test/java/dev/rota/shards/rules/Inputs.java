package dev.rota.shards.rules;

import dev.rota.kernel.domain.OpaqueBytes;
import dev.rota.shards.model.ExecutionEnvironment;
import dev.rota.shards.model.ShardsInput;
import dev.rota.shards.model.ShardsInput.Change;
import dev.rota.shards.model.ShardsInput.Command;
import dev.rota.shards.model.ShardsInput.Report;
import dev.rota.shards.model.ShardsInput.What;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Inputs in few words. */
public final class Inputs {
  private Inputs() {}

  public static ShardsInput tx(String shard, String id) {
    return new ShardsInput.Submit(shard, id, null, null, OpaqueBytes.NONE);
  }

  public static ShardsInput tx(String shard, String id, String sender, long nonce) {
    return new ShardsInput.Submit(shard, id, sender, nonce, OpaqueBytes.NONE);
  }

  public static ShardsInput join(String worker, long incarnation, int slots) {
    return new ShardsInput.Join(worker, incarnation, slots);
  }

  static ShardsInput beat(String worker, long incarnation) {
    return new ShardsInput.Beat(worker, incarnation);
  }

  public static ShardsInput leave(String worker) {
    return new ShardsInput.Leave(worker, 1);
  }

  public static ShardsInput began(String shard, String worker, long epoch, long cycle) {
    return report(shard, worker, epoch, cycle, new ShardsInput.Began());
  }

  public static ShardsInput done(String shard, String worker, long epoch, long cycle) {
    return done(shard, worker, epoch, cycle, null, List.of());
  }

  public static ShardsInput done(
      String shard, String worker, long epoch, long cycle, Integer executed, List<String> failed) {
    return report(
        shard,
        worker,
        epoch,
        cycle,
        new ShardsInput.Executed(executed, failed, Map.of(), "root", null, null));
  }

  static ShardsInput broke(String shard, String worker, long epoch, long cycle) {
    return report(shard, worker, epoch, cycle, new ShardsInput.Broke("boom"));
  }

  static ShardsInput report(String shard, String worker, long epoch, long cycle, What what) {
    return new Report(shard, worker, epoch, cycle, what);
  }

  static ShardsInput environment(long number) {
    return new ShardsInput.Update(new ExecutionEnvironment(number, 0, 1, 1, "0x0", ""));
  }

  public static ShardsInput command(Command command) {
    return new Change(Map.of(), command, List.of());
  }

  /** The defaults but for these: each name with its value. */
  public static ShardsInput policy(Object... fields) {
    return new Change(said(fields), null, List.of());
  }

  /** Each name with its value; null: it is not said. */
  public static Map<String, Object> said(Object... fields) {
    Map<String, Object> said = new TreeMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i + 1] != null) {
        said.put((String) fields[i], fields[i + 1]);
      }
    }
    return said;
  }
}
