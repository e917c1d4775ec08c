package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SoftwareVersion;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.values.Policy;
import java.util.Objects;

/**
 * A worker of a network: what was last heard of it, and what it is in the generation that stands.
 *
 * @param shown its snapshot on the compacted topic; null: there is none
 * @param heard null: it left, and the next generation is without it
 * @param status null: it left
 * @param reason why it is not online, in words; null: it is, or it left
 * @param held null: the generation that stands is without it
 */
public record Node(
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
   * @param atMillis when it was sent, by its record's own timestamp
   * @param said its version as it said it; null: it did not
   * @param version null: not said, or none
   * @param stored null: not said
   * @param epoch null: not said
   */
  public record Heard(
      long atMillis,
      long capacity,
      String said,
      SoftwareVersion version,
      Long stored,
      Long epoch,
      boolean suspicious) {
    public static Heard of(ChunksInput.Ping ping, long atMillis) {
      return new Heard(
          atMillis,
          ping.capacity(),
          ping.version(),
          SoftwareVersion.ofText(ping.version()),
          ping.stored(),
          ping.epoch(),
          ping.suspicious());
    }

    /** But for the time, and what always moves: what is stored, and the epoch. */
    public boolean saysTheSame(Heard other) {
      return capacity == other.capacity
          && Objects.equals(said, other.said)
          && suspicious == other.suspicious;
    }
  }

  /**
   * What a generation has of a worker.
   *
   * @param digest null: while rows are read that rules 1 wrote
   */
  public record Held(Worker worker, long chunks, long bytes, SetDigest digest) {}

  /**
   * A worker's whole set on the compacted topic, and what came of it since.
   *
   * @param parts how many records it has
   * @param moved how many chunks deltas have named since
   */
  public record Shown(long atMillis, int parts, long moved) {}

  /** Of that name, wherever it has none yet. */
  Node named(String worker) {
    PeerId peer = PeerId.parse(worker);
    Held holds =
        held == null
            ? null
            : new Held(
                new Worker(
                    peer, held.worker.capacity(), held.worker.version(), held.worker.reliable()),
                held.chunks,
                held.bytes,
                held.digest);
    return new Node(worker, peer, heard, status, reason, holds, shown);
  }

  Node with(Heard ping, WorkerStatus now, String why) {
    return new Node(name, id, ping, now, why, held, shown);
  }

  Node with(Held holds) {
    return new Node(name, id, heard, status, reason, holds, shown);
  }

  Node with(Shown now) {
    return new Node(name, id, heard, status, reason, held, now);
  }

  /** It is part of the network no longer, and so is its snapshot. */
  Node left() {
    return new Node(name, id, null, null, null, held, null);
  }

  /** Its digest knew no sizes: it is to be reckoned anew. */
  Node ofRules1() {
    return held == null ? this : with(new Held(held.worker, held.chunks, held.bytes, null));
  }

  public boolean isThere() {
    return heard != null;
  }

  public boolean isReliable() {
    return status == WorkerStatus.ONLINE;
  }

  /** As the next generation sees it; null: it will not be there. */
  public Worker worker(Policy policy) {
    return isThere()
        ? new Worker(id, policy.counted(heard.capacity), heard.version, isReliable())
        : null;
  }

  /** Whether the generation that stands sees it otherwise. */
  public boolean isNews(Policy policy) {
    return !Objects.equals(worker(policy), held == null ? null : held.worker);
  }
}
