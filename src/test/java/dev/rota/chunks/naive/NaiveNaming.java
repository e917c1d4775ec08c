package dev.rota.chunks.naive;

import dev.rota.chunks.ChunkListing;
import dev.rota.chunks.ChunkRefusal;
import dev.rota.chunks.ChunkRefused;
import dev.rota.chunks.ListedChunk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A record's chunks, one by one, against a list. */
final class NaiveNaming {
  private static final long BYTES_MAX = 0xffff_ffffL;

  private final NaiveOpen.Wanted list;

  /** Another list that it has to fit into and changes as well; null: there is none. */
  private final Map<String, Long> other;

  /** What the record may give another size. */
  private final Set<String> loose = new HashSet<>();

  /** What any worker counts for; null: there is none. */
  private final Long largest;

  final List<ChunkRefused> refusals = new ArrayList<>();
  int added;
  int removed;
  int unchanged;

  NaiveNaming(
      ChunkListing record,
      NaiveOpen.Wanted list,
      Map<String, Long> other,
      Map<String, Long> force,
      Long largest) {
    this.list = list;
    this.other = other;
    this.largest = largest;
    Set<String> named = new HashSet<>();
    record.getAdded().forEach(chunk -> named.add(chunk.getChunk()));
    if (record.getReplace()) {
      record.getAdded().forEach(chunk -> keep(chunk.getChunk(), force));
    }
    record.getRemoved().forEach(chunk -> remove(chunk, named.contains(chunk)));
    record.getAdded().forEach(this::add);
  }

  private void keep(String chunk, Map<String, Long> force) {
    if (force.containsKey(chunk) && isFree(list.chunks, chunk)) {
      list.chunks.put(chunk, force.get(chunk));
      loose.add(chunk);
    }
  }

  private void remove(String chunk, boolean comesAgain) {
    if (!list.chunks.containsKey(chunk)) {
      refuse(chunk, ChunkRefusal.NOT_FOUND);
    } else if (comesAgain) {
      loose.add(chunk);
    } else {
      list.chunks.remove(chunk);
      list.gone.add(chunk);
      removed++;
      if (other != null) {
        other.remove(chunk);
      }
    }
  }

  private void add(ListedChunk one) {
    String chunk = one.getChunk();
    Long known = list.chunks.get(chunk);
    ChunkRefusal wrong = wrong(chunk, one.getBytes(), known);
    if (wrong != null) {
      refuse(chunk, wrong);
    } else if (known != null && known == one.getBytes()) {
      loose.remove(chunk);
      unchanged++;
    } else {
      loose.remove(chunk);
      list.chunks.put(chunk, one.getBytes());
      list.gone.remove(chunk);
      if (other != null) {
        other.put(chunk, one.getBytes());
      }
      added++;
      removed += known == null ? 0 : 1;
    }
  }

  private ChunkRefusal wrong(String chunk, long bytes, Long known) {
    long[] blocks = NaiveName.blocks(chunk);
    if (chunk.isEmpty()) {
      return ChunkRefusal.INVALID_ARGUMENT;
    }
    if (bytes < 1 || bytes > BYTES_MAX || blocks != null && blocks[1] < blocks[0]) {
      return ChunkRefusal.OUT_OF_RANGE;
    }
    if (known != null && known == bytes) {
      return null;
    }
    if (known != null && !loose.contains(chunk)) {
      return ChunkRefusal.CONFLICT;
    }
    if (largest != null && bytes > largest) {
      return ChunkRefusal.TOO_LARGE;
    }
    if (known == null && !isFree(list.chunks, chunk)) {
      return ChunkRefusal.OVERLAP;
    }
    return other == null ? null : wrongThere(chunk, bytes, known != null);
  }

  private ChunkRefusal wrongThere(String chunk, long bytes, boolean resized) {
    Long there = other.get(chunk);
    if (there == null) {
      return isFree(other, chunk) ? null : ChunkRefusal.OVERLAP;
    }
    return there == bytes || resized ? null : ChunkRefusal.CONFLICT;
  }

  private static boolean isFree(Map<String, Long> chunks, String chunk) {
    return !chunks.containsKey(chunk)
        && chunks.keySet().stream().noneMatch(one -> NaiveName.overlap(one, chunk));
  }

  private void refuse(String chunk, ChunkRefusal reason) {
    refusals.add(new ChunkRefused(chunk, reason, ""));
  }
}
