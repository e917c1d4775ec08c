package dev.rota.chunks.rules;

import dev.rota.chunks.model.Blocks;
import dev.rota.chunks.model.ChunkRow;
import dev.rota.chunks.model.Ranges;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** A list of a dataset's chunks while a record changes it. */
final class Draft {
  private final ToLongFunction<String> before;
  private final Ranges ranges;

  /** The record's changes so far, by chunk: bytes or {@link ChunkRow#NONE}. */
  private final Map<String, Long> said = new LinkedHashMap<>();

  /** The blocks of removed chunks, and of added chunks. */
  private final Set<Blocks> gone = new HashSet<>();

  private final Ranges came = new Ranges();

  /**
   * Creates a draft of the list before the record.
   *
   * @param before the bytes of a chunk or {@link ChunkRow#NONE}
   * @param ranges the blocks of all chunks
   */
  Draft(ToLongFunction<String> before, Ranges ranges) {
    this.before = before;
    this.ranges = ranges;
  }

  static Draft empty() {
    return new Draft(chunk -> ChunkRow.NONE, new Ranges());
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
    Blocks blocks = Blocks.told(chunk);
    if (blocks != null && was != has(chunk)) {
      if (!was && !gone.remove(blocks)) {
        came.add(blocks);
      } else if (was && came.overlap(blocks, one -> true) == null) {
        gone.add(blocks);
      } else if (was) {
        came.remove(blocks);
      }
    }
  }

  /** Returns the blocks of another chunk that overlap with this one's, or null. */
  Blocks overlap(String chunk) {
    Blocks blocks = Blocks.told(chunk);
    if (blocks == null) {
      return null;
    }
    Blocks other = came.overlap(blocks, one -> true);
    return other != null ? other : ranges.overlap(blocks, one -> !gone.contains(one));
  }

  /** Returns all changes in the record's order: bytes or {@link ChunkRow#NONE}. */
  Map<String, Long> said() {
    return said;
  }
}
