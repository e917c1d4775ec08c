package dev.rota.chunks.monitor;

import dev.rota.chunks.model.NetworkFact.Assigned;
import dev.rota.chunks.placement.SizedChunk;
import dev.rota.kernel.domain.measures.GenerationMoves.CopyFlow;
import dev.rota.kernel.domain.measures.GenerationMoves.FlowTally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which copies of a generation went from whom to whom: what one worker drops, another one gets. A
 * generation may drop millions, so each is some 40 bytes in a table with open addresses, by a hash
 * of 64 bits of its chunk's name. Not thread-safe, and of use once.
 */
final class CopyMatching {
  private static final long PRIME = 0x100000001b3L;

  private static final long BASIS = 0xcbf29ce484222325L;
  private static final long SPREAD = 0x9e3779b97f4a7c15L;
  private static final int MATCHED = -1;

  private final List<String> workers = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final FlowTally tally = new FlowTally();

  private long[] hashes = new long[2];

  /** One more than the number of the worker that drops it; 0: the place is free. */
  private int[] droppers = new int[2];

  /** By worker, those that nobody gets. */
  private long[] droppedChunks;

  /** The same of all workers. */
  private long dropped;

  /**
   * The flows of a generation.
   *
   * @param parts of its assignments; those of one worker lie together
   */
  List<CopyFlow> flows(List<Assigned> parts) {
    parts.forEach(part -> numbers.computeIfAbsent(part.worker(), this::number));
    droppedChunks = new long[workers.size()];
    drop(parts);
    long[] chunks = new long[workers.size() + 1];
    long[] bytes = new long[workers.size() + 1];
    for (int i = 0; i < parts.size(); i++) {
      Assigned part = parts.get(i);
      for (SizedChunk copy : part.added()) {
        int from = dropperOf(copy) + 1;
        chunks[from]++;
        bytes[from] += copy.bytes();
      }
      if (i + 1 == parts.size() || !parts.get(i + 1).worker().equals(part.worker())) {
        came(part.worker(), chunks, bytes);
      }
    }
    gone(parts);
    return tally.flows();
  }

  private void gone(List<Assigned> parts) {
    long[] bytes = new long[workers.size()];
    for (Assigned part : parts) {
      int worker = numbers.get(part.worker());
      if (droppedChunks[worker] > 0) {
        part.removed().forEach(copy -> bytes[worker] += isLeft(copy, worker) ? copy.bytes() : 0);
      }
    }
    for (int i = 0; i < workers.size(); i++) {
      if (droppedChunks[i] > 0) {
        tally.add(new CopyFlow(workers.get(i), null, droppedChunks[i], bytes[i]));
      }
    }
  }

  /** Returns true if nobody got the copy that this worker drops. */
  private boolean isLeft(SizedChunk copy, int worker) {
    long hash = hash(copy);
    int place = place(hash);
    while (droppers[place] != 0) {
      if (droppers[place] == worker + 1 && hashes[place] == hash) {
        return true;
      }
      place = next(place);
    }
    return false;
  }

  private int number(String worker) {
    workers.add(worker);
    return workers.size() - 1;
  }

  private void drop(List<Assigned> parts) {
    dropped = parts.stream().mapToLong(part -> part.removed().size()).sum();
    int places = Integer.highestOneBit((int) Math.min(1 << 27, Math.max(1, dropped))) * 4;
    hashes = new long[places];
    droppers = new int[places];
    for (Assigned part : parts) {
      int worker = numbers.get(part.worker());
      for (SizedChunk copy : part.removed()) {
        long hash = hash(copy);
        int place = place(hash);
        while (droppers[place] != 0) {
          place = next(place);
        }
        hashes[place] = hash;
        droppers[place] = worker + 1;
        droppedChunks[worker]++;
      }
    }
  }

  /** The worker that the copy comes from, which then drops one less; -1: it is new. */
  private int dropperOf(SizedChunk copy) {
    if (dropped == 0) {
      return -1;
    }
    long hash = hash(copy);
    int place = place(hash);
    while (droppers[place] != 0) {
      int worker = droppers[place] - 1;
      if (droppers[place] != MATCHED && hashes[place] == hash) {
        droppers[place] = MATCHED;
        droppedChunks[worker]--;
        dropped--;
        return worker;
      }
      place = next(place);
    }
    return -1;
  }

  private void came(String to, long[] chunks, long[] bytes) {
    for (int from = 0; from < chunks.length; from++) {
      if (chunks[from] > 0) {
        String worker = from == 0 ? null : workers.get(from - 1);
        tally.add(new CopyFlow(worker, to, chunks[from], bytes[from]));
      }
      chunks[from] = 0;
      bytes[from] = 0;
    }
  }

  private int next(int place) {
    return (place + 1) & (droppers.length - 1);
  }

  private int place(long hash) {
    return (int) ((hash * SPREAD) >>> 32) & (droppers.length - 1);
  }

  private static long hash(SizedChunk copy) {
    long hash = BASIS;
    for (byte one : copy.dataset()) {
      hash = (hash ^ one) * PRIME;
    }
    hash = (hash ^ '/') * PRIME;
    for (int i = copy.from(); i < copy.from() + copy.length(); i++) {
      hash = (hash ^ copy.text()[i]) * PRIME;
    }
    return hash;
  }
}
