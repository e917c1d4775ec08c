package dev.rota.shards.model;

import java.util.List;
import java.util.Map;

/** What may be asked of a pool. */
public sealed interface ShardsInput {
  /**
   * A transaction is to be executed.
   *
   * @param sender null: nobody's
   * @param nonce null: none
   */
  record Submit(String shard, String id, String sender, Long nonce, Bytes payload)
      implements ShardsInput {}

  /** Another block environment. */
  record Update(Environment environment) implements ShardsInput {}

  /** A worker is there. */
  record Join(String worker, long incarnation, int slots) implements ShardsInput {}

  /** A worker lives. */
  record Beat(String worker, long incarnation) implements ShardsInput {}

  /** A worker is about to go. */
  record Leave(String worker, long incarnation) implements ShardsInput {}

  /** What a worker says of a cycle. */
  record Report(String shard, String worker, long epoch, long cycle, What what)
      implements ShardsInput {}

  /** What may be said of a cycle. */
  sealed interface What {}

  /** Its execution has begun. */
  record Began() implements What {}

  /**
   * It has been executed.
   *
   * @param executed of the batch, from its first; null: all
   * @param failed ids of those among them that are not in the block
   * @param reasons why, by id
   * @param stateRoot null: not said
   * @param stateDiff null: none
   * @param receipts null: none
   */
  record Executed(
      Integer executed,
      List<String> failed,
      Map<String, String> reasons,
      String stateRoot,
      Bytes stateDiff,
      Bytes receipts)
      implements What {}

  /** Its batch failed as a whole. */
  record Broke(String error) implements What {}

  /** It is given back. */
  record GaveBack() implements What {}

  /**
   * Other settings, or a command.
   *
   * @param command null: none
   * @param unsupported fields with symbols that this version does not know
   */
  record Change(Policy.Settings settings, Command command, List<String> unsupported)
      implements ShardsInput {}

  /** What an operator may command. */
  sealed interface Command {}

  /**
   * The shard is there.
   *
   * @param quantumMillis its own, Q4; null: the pool's
   */
  record Register(String shard, Long quantumMillis) implements Command {}

  /** An idle shard is to be looked at. */
  record Schedule(String shard) implements Command {}

  /**
   * No more leases.
   *
   * @param timeoutMillis when those that are out are revoked; null: never
   */
  record Shutdown(Long timeoutMillis) implements Command {}

  /** No more transactions. */
  record Drain() implements Command {}

  /** Everything goes on. */
  record Resume() implements Command {}
}
