package dev.rota.chunks;

/**
 * A worker of a network: what was last heard of it, and what it is in the generation that stands.
 *
 * @param heard null: it left, and the next generation is without it
 * @param status null: it left
 * @param reason why it is not online, in words; null: it is, or it left
 * @param held null: the generation that stands is without it
 */
record Node(String name, PeerId id, Heard heard, WorkerStatus status, String reason, Held held) {
  /**
   * A worker's last ping.
   *
   * @param said its version as it said it; null: it did not
   * @param version null: not said, or none
   * @param stored null: not said
   * @param epoch null: not said
   */
  record Heard(
      long atMillis,
      long capacity,
      String said,
      Version version,
      Long stored,
      Long epoch,
      boolean suspicious) {
    static Heard of(ChunksInput.Ping ping, long atMillis) {
      return new Heard(
          atMillis,
          ping.capacity(),
          ping.version(),
          Version.ofText(ping.version()),
          ping.stored(),
          ping.epoch(),
          ping.suspicious());
    }
  }

  /** What a generation has of a worker. */
  record Held(Worker worker, long chunks, long bytes, SetDigest digest) {}

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
    return new Node(worker, peer, heard, status, reason, holds);
  }

  Node with(Heard ping, WorkerStatus now, String why) {
    return new Node(name, id, ping, now, why, held);
  }

  Node with(Held holds) {
    return new Node(name, id, heard, status, reason, holds);
  }

  boolean isThere() {
    return heard != null;
  }

  boolean isReliable() {
    return status == WorkerStatus.ONLINE;
  }

  /** As the next generation sees it. */
  Worker worker() {
    return new Worker(id, heard.capacity, heard.version, isReliable());
  }

  /** Whether the generation that stands sees it otherwise. */
  boolean isNews() {
    return isThere() ? held == null || !held.worker.equals(worker()) : held != null;
  }
}
