package dev.rota.readers.follow.held;

import dev.rota.kernel.domain.measures.AssignmentSink;
import dev.rota.kernel.domain.measures.GenerationMoves;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a turn said of its lane's assignments.
 *
 * @param atMillis its time, epoch ms
 * @param passage where the lane is with it
 * @param events in their order
 * @param moves the generations that it made
 */
public record AssignmentTurn(
    String lane,
    long number,
    long atMillis,
    Passage passage,
    List<Consumer<AssignmentSink>> events,
    List<GenerationMoves> moves) {
  /** Whether what was known of the lane holds. */
  public enum Passage {
    /** It goes on. */
    STAYS,
    /** Nothing of its former turns is known here: the events say what stands. */
    COMES,
    /** Its next turns are elsewhere. */
    LEAVES
  }
}
