package dev.rota.chunks.rules;

import dev.rota.chunks.placement.NamedChunks;
import dev.rota.chunks.placement.SizedChunk;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Splits a worker's assignment into records. Removed chunks come first, because they make room. */
final class AssignmentSlices {
  /** The maximum of characters per record: a character has up to 3 bytes, a record up to 8 MiB. */
  private static final int CHARACTERS_MAX = 1 << 20;

  private enum Kind {
    REMOVED,
    RESIZED,
    ADDED
  }

  /** The content of one record. */
  record Slice(List<SizedChunk> removed, List<SizedChunk> resized, List<SizedChunk> added) {}

  private final List<Slice> slices = new ArrayList<>();
  private final Map<Kind, List<SizedChunk>> open = new EnumMap<>(Kind.class);
  private int characters;

  private AssignmentSlices() {}

  /** Returns at least one slice, which may be empty. */
  static List<Slice> of(
      List<SizedChunk> removed, List<SizedChunk> resized, List<SizedChunk> added) {
    // A character has at least one byte. Few assignments need a closer look.
    if (bytesMax(removed) + bytesMax(resized) + bytesMax(added) <= CHARACTERS_MAX
        || bytes(removed) + bytes(resized) + bytes(added) <= CHARACTERS_MAX) {
      return List.of(new Slice(removed, resized, added));
    }
    AssignmentSlices all = new AssignmentSlices();
    all.take(Kind.REMOVED, removed);
    all.take(Kind.RESIZED, resized);
    all.take(Kind.ADDED, added);
    all.close();
    return all.slices;
  }

  private static long bytesMax(List<SizedChunk> chunks) {
    return chunks instanceof NamedChunks.Listed listed ? listed.textBytesMax() : bytes(chunks);
  }

  private static long bytes(List<SizedChunk> chunks) {
    if (chunks instanceof NamedChunks.Listed listed) {
      return listed.textBytes();
    }
    long bytes = 0;
    for (SizedChunk chunk : chunks) {
      bytes += chunk.dataset().length + chunk.length();
    }
    return bytes;
  }

  private void take(Kind kind, List<SizedChunk> chunks) {
    int from = 0;
    for (int at = 0; at < chunks.size(); at++) {
      SizedChunk chunk = chunks.get(at);
      int more = characters(chunk);
      if (characters > 0 && characters + more > CHARACTERS_MAX) {
        open.put(kind, chunks.subList(from, at));
        close();
        from = at;
      }
      characters += more;
    }
    open.put(kind, chunks.subList(from, chunks.size()));
  }

  /** Returns the length of a text: UTF-16 has two units where UTF-8 has four bytes. */
  private static int characters(byte[] utf8, int from, int to) {
    int characters = 0;
    for (int at = from; at < to; at++) {
      characters += (utf8[at] & 0xc0) == 0x80 ? 0 : (utf8[at] & 0xf0) == 0xf0 ? 2 : 1;
    }
    return characters;
  }

  private static int characters(SizedChunk chunk) {
    return characters(chunk.dataset(), 0, chunk.dataset().length)
        + characters(chunk.text(), chunk.from(), chunk.from() + chunk.length());
  }

  private void close() {
    slices.add(new Slice(open(Kind.REMOVED), open(Kind.RESIZED), open(Kind.ADDED)));
    open.clear();
    characters = 0;
  }

  private List<SizedChunk> open(Kind kind) {
    return open.getOrDefault(kind, List.of());
  }
}
