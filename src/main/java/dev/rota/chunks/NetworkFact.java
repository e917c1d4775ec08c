package dev.rota.chunks;

import java.util.List;

/** What happens to the network as a whole. */
public sealed interface NetworkFact extends ChunksFact {
  /**
   * Another policy is in force, or the one that was.
   *
   * @param unlisted datasets that it names and that have no chunk
   */
  record PolicySet(Policy policy, List<String> unlisted, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy);
      }
    }

    @Override
    public String rule() {
      return "chunks 1";
    }
  }

  /** A policy or a command that cannot be. */
  record PolicyRefused(Refusal reason, String detail, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {}

    @Override
    public String rule() {
      return "chunks 1";
    }
  }

  /** When the next generation is made, or that none is. Nobody is told of it alone. */
  record Gathering(Window window, long atMillis) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      Standing standing = state.standing();
      boolean settled = !window.isOpen(); // what was refused is no longer asked for
      state.stand(standing.with(window, settled ? null : standing.refused()));
    }

    @Override
    public String rule() {
      return "chunks 7";
    }
  }

  /**
   * The next generation is tried. Placing is a function of what is there, so to apply this is to
   * compute it; what came of it is told by facts of their own. Nobody is told of it alone.
   */
  record Tried(long atMillis) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.place();
    }

    @Override
    public String rule() {
      return "chunks 5";
    }
  }

  /**
   * A worker's set is another one, or the worker is seen otherwise.
   *
   * @param held null: the worker is part of the network no longer
   */
  record Assigned(
      String worker,
      Node.Held held,
      List<ChunkName> added,
      List<ChunkName> removed,
      boolean snapshot,
      int part,
      int parts,
      long generation,
      long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      if (!snapshot && part == parts - 1) {
        state.nodes().hold(worker, held);
      }
    }

    /** Whether the generation counts it as reliable. */
    public boolean isReliable() {
      return held != null && held.worker().reliable();
    }

    /** Of the worker's set, as 32 hexadecimal digits. */
    public String digest() {
      return (held == null ? SetDigest.EMPTY : held.digest()).toString();
    }

    /** In the worker's set. */
    public long chunks() {
      return held == null ? 0 : held.chunks();
    }

    /** Of the worker's set. */
    public long bytes() {
      return held == null ? 0 : held.bytes();
    }

    @Override
    public String rule() {
      return snapshot ? "chunks 7" : "chunks 5";
    }
  }

  /** A dataset's chunks of one weight, in a generation. */
  record Share(String dataset, int weight, long chunks, long bytes, int factor) {}

  /** A worker in a generation. */
  record Part(
      String worker, WorkerStatus status, String reason, long capacity, long bytes, long chunks) {}

  /** A chunk some of whose copies have no place in a generation. */
  record Unplaced(ChunkName chunk, int copies) {}

  /** A generation stands; its assignments went before. */
  record GenerationMade(
      long generation,
      boolean batch,
      long movedBytes,
      long movedCopies,
      long droppedCopies,
      long copies,
      long unplaced,
      double fill,
      List<FactorCliff> cliffs,
      List<Share> shares,
      List<Part> parts,
      List<Unplaced> unplacedChunks,
      long excluded,
      long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.made();
    }

    @Override
    public String rule() {
      return "chunks 7";
    }
  }

  /**
   * None can be made of what is there: the one that stands goes on.
   *
   * @param chunk null: it is not one chunk's
   */
  record GenerationRefused(
      Shortage.Reason reason, ChunkName chunk, String detail, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.stand(state.standing().with(Window.CLOSED, detail));
    }

    @Override
    public String rule() {
      return reason == Shortage.Reason.NOT_ENOUGH_CAPACITY ? "chunks 4" : "chunks 5";
    }
  }
}
