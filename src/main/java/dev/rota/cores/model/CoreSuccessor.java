package dev.rota.cores.model;

import dev.rota.cores.model.CoretimeBook.Served;
import java.util.List;
import java.util.Optional;

/**
 * The next para on a core.
 *
 * @param collator null for a parachain, where any of its collators may build
 */
public record CoreSuccessor(long para, String collator) {
  /**
   * K8: the first of a core's claim queue.
   *
   * @param line null: it has none
   */
  public static Optional<CoreSuccessor> of(List<Served> line) {
    return Optional.ofNullable(line)
        .map(List::getFirst)
        .map(next -> new CoreSuccessor(next.para(), next.collator()));
  }
}
