package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.values.NetworkPolicy;
import dev.rota.chunks.values.RulesEdition;
import dev.rota.chunks.values.WorkerUptime;
import java.util.Objects;

/**
 * A worker of a network: its last ping, and its part in the current generation.
 *
 * @param shown its snapshot on the compacted topic; null: none
 * @param heard its last ping; null: it left, and the next generation is without it
 * @param status null: it left
 * @param reason why it is not online, in words; null: it is online, or it left
 * @param held its set; null: it is not in the current generation
 */
public record WorkerNode(
    String name,
    PeerId id,
    Heard heard,
    WorkerStatus status,
    String reason,
    Held held,
    Shown shown) {
  /**
   * A worker's last ping.
   *
   * @param atMillis timestamp of its record
   * @param said version as reported; null: not said
   * @param version parsed version; null: not said, or invalid
   * @param stored bytes; null: not said
   * @param epoch null: not said
   * @param uptime null: nobody looks
   */
  public record Heard(
      long atMillis,
      long capacity,
      String said,
      SoftwareVersion version,
      Long stored,
      Long epoch,
      boolean suspicious,
      WorkerUptime uptime) {
    public static Heard of(
        ChunksInput.Ping ping, long atMillis, RulesEdition edition, WorkerUptime uptime) {
      return new Heard(
          atMillis,
          ping.capacity(),
          ping.version(),
          edition.version(ping.version()),
          ping.stored(),
          ping.epoch(),
          ping.suspicious(),
          uptime);
    }

    public Heard with(WorkerUptime measured) {
      return new Heard(atMillis, capacity, said, version, stored, epoch, suspicious, measured);
    }

    /** True if the pings agree except for time, stored bytes and epoch, which always change. */
    public boolean saysTheSame(Heard other) {
      return capacity == other.capacity
          && Objects.equals(said, other.said)
          && suspicious == other.suspicious;
    }
  }

  /** A worker's set in a generation. */
  public record Held(PlacementWorker worker, long chunks, long bytes, SetDigest digest) {}

  /**
   * A worker's snapshot on the compacted topic.
   *
   * @param parts number of its records
   * @param moved number of chunks that later deltas have named
   */
  public record Shown(long atMillis, int parts, long moved) {}

  /** One that has not pinged yet. */
  static WorkerNode silent(String name, PeerId id) {
    return new WorkerNode(name, id, null, null, null, null, null);
  }

  WorkerNode named(String worker) {
    PeerId peer = PeerId.parse(worker);
    Held holds =
        held == null
            ? null
            : new Held(
                new PlacementWorker(
                    peer, held.worker.capacity(), held.worker.version(), held.worker.reliable()),
                held.chunks,
                held.bytes,
                held.digest);
    return new WorkerNode(worker, peer, heard, status, reason, holds, shown);
  }

  WorkerNode with(Heard ping, WorkerStatus now, String why) {
    return new WorkerNode(name, id, ping, now, why, held, shown);
  }

  WorkerNode with(Held holds) {
    return new WorkerNode(name, id, heard, status, reason, holds, shown);
  }

  WorkerNode with(Shown now) {
    return new WorkerNode(name, id, heard, status, reason, held, now);
  }

  /** Returns the worker after it left the network, without a snapshot. */
  WorkerNode left() {
    return new WorkerNode(name, id, null, null, null, held, null);
  }

  /** Reads the version that it says by the published grammar: rules 2 had their own. */
  WorkerNode published() {
    Heard anew =
        new Heard(
            heard.atMillis,
            heard.capacity,
            heard.said,
            SoftwareVersion.ofText(heard.said),
            heard.stored,
            heard.epoch,
            heard.suspicious,
            heard.uptime);
    return with(anew, status, reason);
  }

  /** True if at most its part in generations differs. */
  boolean isHeardAs(WorkerNode other) {
    return status == other.status && Objects.equals(heard, other.heard);
  }

  public boolean isThere() {
    return heard != null;
  }

  public boolean isReliable() {
    return status == WorkerStatus.ONLINE;
  }

  /** Returns the worker in the next generation, or null if it will be absent. */
  public PlacementWorker worker(NetworkPolicy policy) {
    return isThere()
        ? new PlacementWorker(id, policy.counted(heard.capacity), heard.version, isReliable())
        : null;
  }

  /** True if the current generation has the worker differently. */
  public boolean isNews(NetworkPolicy policy) {
    return !Objects.equals(worker(policy), held == null ? null : held.worker);
  }
}
