package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;

/** What happens to a worker. */
public sealed interface NodeFact extends ChunksFact {
  /**
   * It lives.
   *
   * @param joined it was not there
   * @param told whether anybody is told; else its ping said nothing new, and the policy wants no
   *     answer to such
   */
  record NodeHeard(
      String worker,
      PeerId id,
      Node.Heard heard,
      WorkerStatus status,
      String reason,
      boolean joined,
      boolean told,
      long offlineAt,
      long generation,
      long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().hear(worker, id, heard, status, reason);
    }
  }

  /**
   * It is held otherwise, without a ping of its own.
   *
   * @param told its status is another one; else only why it has it
   */
  record NodeChanged(
      String worker,
      WorkerStatus status,
      String reason,
      boolean told,
      long generation,
      long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().judge(worker, status, reason);
    }
  }

  /**
   * It is part of the network no longer.
   *
   * @param forgotten it was silent for too long; else it said so
   */
  record NodeLeft(String worker, boolean forgotten, long generation, long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().leave(worker);
    }
  }

  /** Why a ping does not count. */
  enum PingFault {
    BAD_PEER_ID,
    OUT_OF_RANGE,
    NOT_FOUND,
    INVALID_ARGUMENT,
    TOO_MANY_WORKERS,
    LATE
  }

  /** A ping that does not count. */
  record PingRefused(String worker, PingFault reason, String detail, long generation, long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {}
  }
}
