package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.Chunk;
import dev.rota.chunks.placement.Resized;
import java.util.Comparator;
import java.util.List;

/** A change of a slot. A new chunk has no {@code was}, a dropped one has no {@code is}. */
record Edit(int slot, Chunk was, Chunk is) {
  static Resized resized(List<Edit> edits) {
    List<Edit> resized =
        edits.stream()
            .filter(edit -> edit.was != null && edit.is != null)
            .filter(edit -> edit.was.bytes() != edit.is.bytes())
            .sorted(Comparator.comparingInt(Edit::slot))
            .toList();
    return resized.isEmpty()
        ? Resized.NONE
        : new Resized(
            resized.stream().mapToInt(Edit::slot).toArray(),
            resized.stream().mapToLong(edit -> edit.was.bytes()).toArray());
  }
}
