package dev.rota.kept;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ends of checkpoints that follow one another on their topic. An audit writes the pieces of all
 * its checkpoints, then their ends: so the ends say where the pieces are, unless two audits wrote
 * at once.
 *
 * @param ends in the order of their offsets
 */
record Run(List<FoundCheckpoint> ends) {
  /** The offset at which the pieces should begin. */
  long begin() {
    return ends.get(0).offset() - ends.stream().mapToLong(end -> end.kept().pieces().size()).sum();
  }

  /** Where the pieces of each should begin, by the offset of its end. */
  Map<Long, Long> places() {
    Map<Long, Long> places = new HashMap<>();
    long at = begin();
    for (FoundCheckpoint end : ends) {
      places.put(end.offset(), at);
      at += end.kept().pieces().size();
    }
    return places;
  }
}
