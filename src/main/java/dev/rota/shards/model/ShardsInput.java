package dev.rota.shards.model;

import dev.rota.kernel.domain.OpaqueBytes;
import java.util.List;
import java.util.Map;

/** The inputs of a pool. */
public sealed interface ShardsInput {
  /**
   * Submits a transaction.
   *
   * @param sender null: none
   * @param nonce null: none
   */
  record Submit(String shard, String id, String sender, Long nonce, OpaqueBytes payload)
      implements ShardsInput {}

  record Update(ExecutionEnvironment environment) implements ShardsInput {}

  record Join(String worker, long incarnation, int slots) implements ShardsInput {}

  record Beat(String worker, long incarnation) implements ShardsInput {}

  /** A worker is about to leave. */
  record Leave(String worker, long incarnation) implements ShardsInput {}

  record Report(String shard, String worker, long epoch, long cycle, What what)
      implements ShardsInput {}

  sealed interface What {}

  /** The execution has begun. */
  record Began() implements What {}

  /**
   * The batch was executed.
   *
   * @param executed number of transactions executed, from the first; null: all
   * @param failed ids of executed transactions that are not in the block
   * @param reasons why they failed, by id
   * @param stateRoot null: not reported
   * @param stateDiff null: none
   * @param receipts null: none
   */
  record Executed(
      Integer executed,
      List<String> failed,
      Map<String, String> reasons,
      String stateRoot,
      OpaqueBytes stateDiff,
      OpaqueBytes receipts)
      implements What {}

  /** The batch failed as a whole. */
  record Broke(String error) implements What {}

  /** The worker gives the lease back. */
  record GaveBack() implements What {}

  /**
   * New settings, or a command.
   *
   * @param settings fields of the policy, by name; the others keep their values
   * @param command null: none
   * @param unsupported fields with symbols that this version does not know
   */
  record Change(Map<String, Object> settings, Command command, List<String> unsupported)
      implements ShardsInput {}

  sealed interface Command {}

  /**
   * Registers a shard.
   *
   * @param quantumMillis the shard's own quantum (Q4); null: the pool's
   */
  record Register(String shard, Long quantumMillis) implements Command {}

  record Schedule(String shard) implements Command {}

  /**
   * Stops granting leases.
   *
   * @param timeoutMillis when running leases are revoked; null: never
   */
  record Shutdown(Long timeoutMillis) implements Command {}

  /** Refuses new transactions. */
  record Drain() implements Command {}

  /** Resumes normal service. */
  record Resume() implements Command {}
}
