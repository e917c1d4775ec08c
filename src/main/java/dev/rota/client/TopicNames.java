package dev.rota.client;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Utils;

/**
 * The topics of Rota's domains that clients read and write, and the partition of a lane. A lane is
 * the key of its records.
 */
public final class TopicNames {
  /** In: {@code BlockEvent}. */
  public static final String BLOCK_EVENTS = "block-events";

  /** In: {@code ParathreadClaim}. */
  public static final String CLAIMS = "claims";

  /** Out: {@code CoreSchedule}. */
  public static final String CORES_ASSIGNMENTS = "cores-assignments";

  /** Out: {@code ClaimOutcome}. */
  public static final String CORES_OUTCOMES = "cores-outcomes";

  /** In: {@code JobEvent}. */
  public static final String JOBS = "jobs";

  /** In: {@code BotHeartbeat}. */
  public static final String BOT_HEARTBEATS = "bot-heartbeats";

  /** In: {@code BotPolicy}. */
  public static final String BOTS_POLICIES = "bots-policies";

  /** Out: {@code Lease}. */
  public static final String BOTS_ASSIGNMENTS = "bots-assignments";

  /** Out: {@code GridOutcome}. */
  public static final String BOTS_OUTCOMES = "bots-outcomes";

  /** In: {@code ShardTransaction}. */
  public static final String SHARD_TRANSACTIONS = "shard-transactions";

  /** In: {@code BlockEnvironment}. */
  public static final String BLOCK_ENVIRONMENTS = "block-environments";

  /** In: {@code WorkerEvent}. */
  public static final String WORKER_EVENTS = "worker-events";

  /** In: {@code ShardPolicy}. */
  public static final String SHARDS_POLICIES = "shards-policies";

  /** Out: {@code ShardAssignment}. */
  public static final String SHARDS_ASSIGNMENTS = "shards-assignments";

  /** Out: {@code PoolOutcome}. */
  public static final String SHARDS_OUTCOMES = "shards-outcomes";

  /** In: {@code ChunkListing}. */
  public static final String CHUNK_LISTINGS = "chunk-listings";

  /** In: {@code WorkerPing}. */
  public static final String WORKER_PINGS = "worker-pings";

  /** In: {@code ChunkPolicy}. */
  public static final String CHUNKS_POLICIES = "chunks-policies";

  /** Out: {@code WorkerAssignment}, what changes. */
  public static final String CHUNKS_ASSIGNMENTS = "chunks-assignments";

  /** Out: {@code WorkerAssignment}, whole sets; compacted. */
  public static final String CHUNKS_SNAPSHOTS = "chunks-snapshots";

  /** Out: {@code NetworkOutcome}. */
  public static final String CHUNKS_OUTCOMES = "chunks-outcomes";

  private TopicNames() {}

  /**
   * The partition of a lane's records on each topic of its domain, as Kafka's own producer has it:
   * murmur2. A record on another partition is a dead letter.
   *
   * @param partitions of the topic, at least 1
   */
  public static int partition(String lane, int partitions) {
    return Utils.toPositive(Utils.murmur2(lane.getBytes(StandardCharsets.UTF_8))) % partitions;
  }
}
