package dev.rota.chunks.placement.live;

import dev.rota.chunks.placement.ResizedChunks;
import dev.rota.chunks.placement.SoftwareVersion;
import java.util.Comparator;
import java.util.List;

/** A change of a slot. A new chunk has no {@code was}, a dropped one has no {@code is}. */
record SlotEdit(int slot, Content was, Content is) {
  /**
   * What a slot has of a chunk.
   *
   * @param entry its number by name and size
   * @param restriction the minimum version's number among those of all slots; 0 for none
   * @param leastVersion null for any
   */
  record Content(
      int entry, long bytes, int weight, char restriction, SoftwareVersion leastVersion) {}

  static ResizedChunks resized(List<SlotEdit> edits) {
    List<SlotEdit> resized =
        edits.stream()
            .filter(edit -> edit.was != null && edit.is != null)
            .filter(edit -> edit.was.bytes() != edit.is.bytes())
            .sorted(Comparator.comparingInt(SlotEdit::slot))
            .toList();
    return resized.isEmpty()
        ? ResizedChunks.NONE
        : new ResizedChunks(
            resized.stream().mapToInt(SlotEdit::slot).toArray(),
            resized.stream().mapToLong(edit -> edit.was.bytes()).toArray());
  }
}
