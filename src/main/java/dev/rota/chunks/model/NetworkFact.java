package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.Excess;
import dev.rota.chunks.placement.FactorCliff;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.Shortage;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.chunks.placement.Worker;
import dev.rota.chunks.values.Policy;
import dev.rota.chunks.values.Window;
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
  }

  /** Why a policy or a command cannot be. */
  enum PolicyFault {
    OUT_OF_RANGE,
    CONFLICT,
    INVALID_ARGUMENT,
    UNSUPPORTED_VALUE,
    NOT_FOUND
  }

  /** A policy or a command that cannot be. */
  record PolicyRefused(PolicyFault reason, String detail, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /** When the next generation is made, or that none is. Nobody is told of it alone. */
  record Gathering(Window window, long atMillis) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      // Where nothing waits, what was refused is no longer asked for.
      CurrentGeneration standing = state.standing();
      state.stand(standing.with(window, window.isOpen() ? standing.refused() : null));
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
  }

  /**
   * A worker's set is another one, or the worker is seen otherwise.
   *
   * @param removed with the sizes that they had
   * @param resized that it had and has, with the sizes that they have now
   * @param held null: the worker is part of the network no longer
   */
  record Assigned(
      String worker,
      Node.Held held,
      List<SizedChunk> added,
      List<SizedChunk> removed,
      List<SizedChunk> resized,
      boolean snapshot,
      int part,
      int parts,
      long effectiveFrom,
      long generation,
      long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      if (!snapshot) {
        state.nodes().move(worker, added.size() + removed.size() + resized.size());
      }
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
  }

  /** A part of a worker's whole set is its last word on the compacted topic. */
  record SnapshotKept(Assigned set) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      if (set.part == set.parts - 1) {
        state.nodes().show(set.worker, set.atMillis, set.parts);
      }
    }

    @Override
    public long atMillis() {
      return set.atMillis;
    }
  }

  /** A worker's set on the compacted topic has no such part any more. */
  record SnapshotWithdrawn(String worker, int part, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /** Why chunks have fewer copies than they shall. */
  enum Limit {
    /** They have as many. */
    NONE,
    /** Each copy is on a worker of its own, and there are not so many. */
    WORKERS,
    /** For some of them no worker has room. */
    ROOM
  }

  /**
   * A dataset's chunks of one weight, in a generation.
   *
   * @param factor copies of each
   * @param wanted copies that the weight asks for
   * @param detail what limits it, in words; null: nothing does
   */
  record Share(
      String dataset,
      int weight,
      long chunks,
      long bytes,
      int factor,
      int wanted,
      Limit limit,
      String detail) {}

  /** A dataset and its last block; null: the ids of its chunks tell of none. */
  record Height(String dataset, Long lastBlock) {}

  /**
   * A worker in a generation.
   *
   * @param version as it said it; null: it did not
   * @param deprecated it is online, and a later version is recommended
   * @param counted what of its capacity counts
   */
  record Part(
      String worker,
      WorkerStatus status,
      String reason,
      String version,
      boolean deprecated,
      long capacity,
      long counted,
      long bytes,
      long chunks) {}

  /** A chunk some of whose copies have no place in a generation. */
  record Unplaced(ChunkName chunk, int copies) {}

  /** A generation stands; its assignments went before. */
  record GenerationMade(
      long generation,
      boolean batch,
      long movedBytes,
      long movedCopies,
      long droppedCopies,
      long resizedCopies,
      long copies,
      long unplaced,
      double fill,
      List<FactorCliff> cliffs,
      List<Share> shares,
      List<Part> parts,
      List<Unplaced> unplacedChunks,
      long excluded,
      List<Height> heights,
      Policy policy,
      long effectiveFrom,
      long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.made(effectiveFrom);
    }
  }

  /**
   * None can be made of what is there: the one that stands goes on.
   *
   * @param chunk null: it is not one chunk's
   * @param excess whose figures make it impossible; null: nobody's
   */
  record GenerationRefused(
      Shortage.Reason reason,
      ChunkName chunk,
      String detail,
      Excess excess,
      long generation,
      long atMillis)
      implements NetworkFact {
    private static final int NAMED_MAX = 100;

    /** With this in the policy there would be a generation; null: with none. */
    public Long capacityMax() {
      return excess == null ? null : (Long) excess.bound();
    }

    /** Who make it impossible, the first of them. */
    public List<Worker> workers() {
      return excess == null ? List.of() : excess.workers().stream().limit(NAMED_MAX).toList();
    }

    @Override
    public void applyTo(ChunksState state) {
      state.stand(state.standing().with(Window.CLOSED, detail));
    }
  }
}
