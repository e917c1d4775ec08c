package dev.rota.chunks.model;

import dev.rota.chunks.placement.PeerId;

/** What a scenario begins with, where no input leads there. */
public final class Given {
  private Given() {}

  /** A worker that is online, and was never heard of by the rules. */
  public static void online(ChunksState state, String worker, PeerId id, WorkerNode.Heard heard) {
    state.nodes().hear(worker, id, heard, WorkerStatus.ONLINE, null);
  }

  public static void held(ChunksState state, String worker, WorkerNode.Held held) {
    state.nodes().hold(worker, held);
  }
}
