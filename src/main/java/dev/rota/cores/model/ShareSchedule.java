package dev.rota.cores.model;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The shares of a core from a block on (K2).
 *
 * @param begin the first block
 * @param shares at least one; their parts need not add up to a whole
 * @param end the first block in which they no longer hold; empty: until others begin
 */
public record ShareSchedule(long begin, List<CoreShare> shares, OptionalLong end) {
  /** With more shares, and another end. */
  ShareSchedule and(List<CoreShare> more, OptionalLong newEnd) {
    List<CoreShare> all = new ArrayList<>(shares);
    all.addAll(more);
    return new ShareSchedule(begin, List.copyOf(all), newEnd);
  }

  boolean isOver(long block) {
    return end.isPresent() && end.getAsLong() <= block;
  }

  /** What each turn costs: the smallest share. */
  int step() {
    return shares.stream().mapToInt(CoreShare::parts).min().orElseThrow();
  }
}
