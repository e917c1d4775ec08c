package dev.rota.chunks.model;

import dev.rota.chunks.placement.ChunkName;
import dev.rota.chunks.placement.ExcessCapacity;
import dev.rota.chunks.placement.FactorCliff;
import dev.rota.chunks.placement.PlacementShortage;
import dev.rota.chunks.placement.PlacementWorker;
import dev.rota.chunks.placement.SetDigest;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.chunks.values.GenerationWindow;
import dev.rota.chunks.values.NetworkPolicy;
import java.util.List;

/** Facts about the network as a whole. */
public sealed interface NetworkFact extends ChunksFact {
  /**
   * A policy is in force. It may equal the previous one.
   *
   * @param unlisted datasets in the policy that have no chunk
   */
  record PolicySet(NetworkPolicy policy, List<String> unlisted, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      if (!policy.equals(state.policy())) {
        state.adopt(policy, atMillis);
      }
    }
  }

  enum PolicyFault {
    OUT_OF_RANGE,
    CONFLICT,
    INVALID_ARGUMENT,
    UNSUPPORTED_VALUE,
    NOT_FOUND
  }

  record PolicyRefused(PolicyFault reason, String detail, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /** The due time of the next generation changed. It has no outcome of its own. */
  record Gathering(GenerationWindow window, long atMillis) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      // If nothing waits, the last refusal no longer matters.
      CurrentGeneration standing = state.standing();
      state.stand(standing.with(window, window.isOpen() ? standing.refused() : null));
    }
  }

  /**
   * The next generation is tried. Placement is a function of the state, so applying this fact
   * computes it. Other facts report the result; this one has no outcome of its own.
   */
  record Tried(long atMillis) implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.place();
    }
  }

  /**
   * A worker's set changed, or its status in the generation.
   *
   * @param removed chunks with their former sizes
   * @param resized kept chunks with their new sizes
   * @param held null: the worker left the network
   */
  record Assigned(
      String worker,
      WorkerNode.Held held,
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

    /** True if the generation counts the worker as reliable. */
    public boolean isReliable() {
      return held != null && held.worker().reliable();
    }

    /** Returns the digest of the worker's set, 32 hexadecimal digits. */
    public String digest() {
      return (held == null ? SetDigest.EMPTY : held.digest()).toString();
    }

    /** Returns the number of chunks in the worker's set. */
    public long chunks() {
      return held == null ? 0 : held.chunks();
    }

    /** Returns the bytes of the worker's set. */
    public long bytes() {
      return held == null ? 0 : held.bytes();
    }
  }

  /** A part of a worker's snapshot replaces the last one on the compacted topic. */
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

  /** A part of a worker's snapshot is deleted from the compacted topic. */
  record SnapshotWithdrawn(String worker, int part, long generation, long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {}
  }

  /** Why chunks have fewer copies than wanted. */
  enum Limit {
    /** They have all wanted copies. */
    NONE,
    /** Each copy needs a worker of its own, and there are too few workers. */
    WORKERS,
    /** Some of them fit on no worker. */
    ROOM
  }

  /**
   * The chunks of a dataset with one weight, in a generation.
   *
   * @param factor copies per chunk
   * @param wanted copies per chunk by weight
   * @param detail the limit in words; null: no limit
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

  /** A dataset and its last block, or null if no chunk's id names a block. */
  record Height(String dataset, Long lastBlock) {}

  /**
   * A worker in a generation.
   *
   * @param version as the worker reported it; null: not said
   * @param deprecated true if it is online and a later version is recommended
   * @param reason why it is not online, and until when, as it is told; null: it is online
   * @param counted the part of its capacity that counts, bytes
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

  /** A chunk in a generation, and how many of its copies have no place. */
  record Unplaced(ChunkName chunk, int copies) {}

  /**
   * What workers do on the way to a generation.
   *
   * @param bytes that they fetch
   * @param copies that they fetch, those of another size included
   */
  record Moved(long bytes, long copies, long dropped, long resized) {}

  /**
   * What a generation consists of.
   *
   * @param fill the used share of the capacity of the first pass's workers
   * @param excluded chunks before the first segment
   */
  record Census(
      double fill,
      List<FactorCliff> cliffs,
      List<Share> shares,
      List<Part> parts,
      List<Unplaced> unplaced,
      long excluded,
      List<Height> heights) {}

  /** A generation is made. The facts of its assignments precede this one. */
  record GenerationMade(
      long generation,
      boolean batch,
      Moved moved,
      long copies,
      long unplaced,
      Census census,
      NetworkPolicy policy,
      long effectiveFrom,
      long atMillis)
      implements NetworkFact {
    @Override
    public void applyTo(ChunksState state) {
      state.made(effectiveFrom);
    }
  }

  /**
   * No generation can be made. The current one continues.
   *
   * @param chunk null: not caused by one chunk
   * @param excess the workers whose figures caused it; null: none
   */
  record GenerationRefused(
      PlacementShortage.Reason reason,
      ChunkName chunk,
      String detail,
      ExcessCapacity excess,
      long generation,
      long atMillis)
      implements NetworkFact {
    private static final int NAMED_MAX = 100;

    /** Returns the id of the rule that asks for what is missing. */
    public String rule() {
      return reason == PlacementShortage.Reason.NOT_ENOUGH_CAPACITY ? "chunks 4" : "chunks 5";
    }

    /** Returns the {@code capacityMax} that would allow a generation, or null if none would. */
    public Long capacityMax() {
      return excess == null ? null : (Long) excess.bound();
    }

    /** Returns the first of the workers that caused it. */
    public List<PlacementWorker> workers() {
      return excess == null ? List.of() : excess.workers().stream().limit(NAMED_MAX).toList();
    }

    @Override
    public void applyTo(ChunksState state) {
      state.stand(state.standing().with(GenerationWindow.CLOSED, detail));
    }
  }
}
