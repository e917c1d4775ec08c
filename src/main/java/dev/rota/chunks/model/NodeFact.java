package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.values.OperatorMark;
import dev.rota.chunks.values.WorkerUptime;

/** Facts about a worker. */
public sealed interface NodeFact extends ChunksFact {
  /**
   * A worker's ping counted.
   *
   * @param joined true if it was not in the network
   * @param detail the reason, and until when, as it is told; null: it is online
   * @param told true if it has an outcome; a ping without news has none under some policies
   */
  record NodeHeard(
      String worker,
      PeerId id,
      WorkerNode.Heard heard,
      WorkerStatus status,
      String reason,
      String detail,
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
   * A worker's status or its reason changed without a ping.
   *
   * @param detail the reason, and until when, as it is told; null: it is online
   * @param told true if the status changed; false if only the reason did
   */
  record NodeChanged(
      String worker,
      WorkerStatus status,
      String reason,
      String detail,
      boolean told,
      long generation,
      long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().judge(worker, status, reason);
    }
  }

  /** Time alone made a worker's uptime enough, or too little. It has no outcome of its own. */
  record NodeMeasured(String worker, WorkerUptime uptime, long atMillis) implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().measure(worker, uptime);
    }
  }

  /**
   * An operator marked a worker, or its mark ended. It has no outcome of its own.
   *
   * @param mark null: it ended
   */
  record NodeMarked(String worker, OperatorMark mark, long atMillis) implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.marks().put(worker, mark);
    }
  }

  /**
   * A worker left the network.
   *
   * @param forgotten true if it was silent for too long; false if it said so
   */
  record NodeLeft(String worker, boolean forgotten, long generation, long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {
      state.nodes().leave(worker);
    }
  }

  enum PingFault {
    BAD_PEER_ID,
    OUT_OF_RANGE,
    NOT_FOUND,
    INVALID_ARGUMENT,
    TOO_MANY_WORKERS,
    LATE
  }

  record PingRefused(String worker, PingFault reason, String detail, long generation, long atMillis)
      implements NodeFact {
    @Override
    public void applyTo(ChunksState state) {}
  }
}
