package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.GenerationMoves;
import java.util.List;

/**
 * A lane's assignments in a time, as far as they are known.
 *
 * @param isWhole false: what is known begins later
 * @param isCut true: some were forgotten, since there are too many
 * @param rows of all resources that were asked for
 * @param resources those with rows in {@code bars}
 * @param bars by row, and in each row by time
 * @param generations the oldest first
 */
public record AssignmentPicture(
    boolean isWhole,
    boolean isCut,
    int rows,
    List<ShownResource> resources,
    List<AssignedBar> bars,
    List<GenerationMoves> generations) {
  /**
   * A resource, and its rows.
   *
   * @param row its first one
   */
  public record ShownResource(String id, int row, int rows) {}
}
