package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.PeerId;
import dev.rota.chunks.placement.PlannedCopies;
import dev.rota.chunks.placement.SetDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The digests of what all workers hold. Chunk by chunk: the sums of thousands of workers lie closer
 * together than the digests of millions of chunks.
 */
final class WorkerDigests {
  private final ChunkSlots chunks;
  private final LivePasses passes;
  private final SetDigest.Hasher hasher = new SetDigest.Hasher();

  WorkerDigests(ChunkSlots chunks, LivePasses passes) {
    this.chunks = chunks;
    this.passes = passes;
  }

  /** Sums by worker number. */
  private record Sums(LivePass pass, long[] high, long[] low) {
    void add(int number, SetDigest digest) {
      long sum = low[number] + digest.low();
      high[number] += digest.high() + (Long.compareUnsigned(sum, low[number]) < 0 ? 1 : 0);
      low[number] = sum;
    }
  }

  /** Returns the digest of each worker that is in a pass. */
  Map<PeerId, SetDigest> all() {
    List<Sums> sums =
        passes.all().stream()
            .map(pass -> new Sums(pass, new long[pass.lanes()], new long[pass.lanes()]))
            .toList();
    for (int slot = 0; slot < chunks.limit(); slot++) {
      SetDigest digest = null;
      for (Sums of : sums) {
        LiveCopies copies = of.pass.copies;
        for (int tag = 0; tag < copies.planned(slot); tag++) {
          int holder = copies.place(slot, tag);
          if (holder != PlannedCopies.NOWHERE) {
            digest = digest == null ? hasher.of(chunks.sized(slot)) : digest;
            of.add(holder, digest);
          }
        }
      }
    }
    Map<PeerId, SetDigest> all = new HashMap<>();
    sums.forEach(of -> put(of, all));
    return all;
  }

  /** What counts for a worker is its first pass. */
  private void put(Sums of, Map<PeerId, SetDigest> all) {
    for (int number = 0; number < of.high.length; number++) {
      if (of.pass.has(number)) {
        all.putIfAbsent(
            of.pass.worker(number).id(), new SetDigest(of.high[number], of.low[number]));
      }
    }
  }
}
