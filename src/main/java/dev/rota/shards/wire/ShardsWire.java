package dev.rota.shards.wire;

import dev.rota.kernel.domain.InputTopic;
import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.Wire;
import dev.rota.shards.BlockEnvironment;
import dev.rota.shards.Heartbeat;
import dev.rota.shards.PoolOutcome;
import dev.rota.shards.ShardAssignment;
import dev.rota.shards.ShardPolicy;
import dev.rota.shards.ShardTransaction;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.model.ShardsFact;
import dev.rota.shards.model.ShardsInput;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** The topics of the shards domain. */
public final class ShardsWire implements Wire<ShardsInput, ShardsFact> {
  public static final String TRANSACTIONS = "shard-transactions";
  public static final String ENVIRONMENTS = "block-environments";
  public static final String WORKERS = "worker-events";
  public static final String POLICIES = "shards-policies";

  @Override
  public List<InputTopic> inputs() {
    return List.of(
        new InputTopic(TRANSACTIONS, ShardTransaction.getClassSchema()),
        new InputTopic(ENVIRONMENTS, BlockEnvironment.getClassSchema()),
        new InputTopic(WORKERS, WorkerEvent.getClassSchema()),
        new InputTopic(POLICIES, ShardPolicy.getClassSchema()));
  }

  @Override
  public Schema assignments() {
    return ShardAssignment.getClassSchema();
  }

  @Override
  public Schema outcomes() {
    return PoolOutcome.getClassSchema();
  }

  @Override
  public String laneField() {
    return "pool";
  }

  @Override
  public ShardsInput read(SpecificRecord record) {
    return switch (record) {
      case ShardTransaction transaction -> ShardsInputConverter.submit(transaction);
      case WorkerEvent event -> ShardsInputConverter.worker(event);
      case BlockEnvironment environment -> ShardsInputConverter.update(environment);
      case ShardPolicy policy -> ShardsInputConverter.change(policy);
      default ->
          throw new IllegalArgumentException(
              "a record of "
                  + record.getSchema().getFullName()
                  + " is no input of the shards: send ShardTransaction, BlockEnvironment,"
                  + " WorkerEvent or ShardPolicy");
    };
  }

  @Override
  public boolean mayBeSilent(SpecificRecord input) {
    return input instanceof WorkerEvent said && said.getEvent() instanceof Heartbeat;
  }

  @Override
  public Output write(String lane, ShardsFact fact) {
    return ShardsOutputConverter.write(lane, fact);
  }

  @Override
  public boolean begins(SpecificRecord assignment) {
    return ((ShardAssignment) assignment).getEndOfLease() == null;
  }

  @Override
  public String tell(SpecificRecord assignment) {
    ShardAssignment told = (ShardAssignment) assignment;
    String what =
        told.getEndOfLease() == null
            ? "runs block " + told.getBlockNumber() + " with " + told.getCount() + " transactions"
            : "leaves (" + told.getEndOfLease().getReason() + ")";
    return String.format(
        Locale.ROOT,
        "%s: shard %s %s on worker %s, epoch %d, cycle %d",
        told.getPool(),
        told.getShard(),
        what,
        told.getWorker(),
        told.getEpoch(),
        told.getCycle());
  }
}
