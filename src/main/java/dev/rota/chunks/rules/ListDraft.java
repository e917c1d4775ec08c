package dev.rota.chunks.rules;

import dev.rota.chunks.model.BlockRange;
import dev.rota.chunks.model.BlockRangeList;
import dev.rota.chunks.model.ChunkRow;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A list of a dataset's chunks while a record changes it. */
final class ListDraft {
  private final ToLongFunction<String> before;
  private final BlockRangeList ranges;

  /** The record's changes so far, by chunk: bytes or {@link ChunkRow#NONE}. */
  private final Map<String, Long> said = new LinkedHashMap<>();

  /** The blocks of removed chunks, and of added chunks. */
  private final Set<BlockRange> gone = new HashSet<>();

  private final BlockRangeList came = new BlockRangeList();

  /**
   * Creates a draft of the list before the record.
   *
   * @param before the bytes of a chunk or {@link ChunkRow#NONE}
   * @param ranges the blocks of all chunks
   */
  ListDraft(ToLongFunction<String> before, BlockRangeList ranges) {
    this.before = before;
    this.ranges = ranges;
  }

  static ListDraft empty() {
    return new ListDraft(_ -> ChunkRow.NONE, new BlockRangeList());
  }

  long bytes(String chunk) {
    Long now = said.get(chunk);
    return now != null ? now : before.applyAsLong(chunk);
  }

  long was(String chunk) {
    return before.applyAsLong(chunk);
  }

  boolean has(String chunk) {
    return bytes(chunk) != ChunkRow.NONE;
  }

  /** Sets a chunk's bytes. {@link ChunkRow#NONE} removes it. */
  void say(String chunk, long bytes) {
    boolean was = has(chunk);
    said.put(chunk, bytes);
    BlockRange blocks = BlockRange.told(chunk);
    if (blocks != null && was != has(chunk)) {
      if (!was && !gone.remove(blocks)) {
        came.add(blocks);
      } else if (was && came.overlap(blocks, _ -> true) == null) {
        gone.add(blocks);
      } else if (was) {
        came.remove(blocks);
      }
    }
  }

  /** Returns the blocks of another chunk that overlap with this one's, or null. */
  BlockRange overlap(String chunk) {
    BlockRange blocks = BlockRange.told(chunk);
    if (blocks == null) {
      return null;
    }
    BlockRange other = came.overlap(blocks, _ -> true);
    return other != null ? other : ranges.overlap(blocks, one -> !gone.contains(one));
  }

  /** Returns all changes in the record's order: bytes or {@link ChunkRow#NONE}. */
  Map<String, Long> said() {
    return said;
  }
}
