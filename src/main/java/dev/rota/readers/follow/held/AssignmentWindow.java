package dev.rota.readers.follow.held;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Who had what in each lane of a domain: all that runs, and the last that have ended. It holds a
 * bounded number: with many lanes, each has fewer. Thread-safe.
 */
public final class AssignmentWindow {
  private final UnaryOperator<String> names;
  private final HeldLanes<HeldAssignments> lanes;

  /**
   * A new window.
   *
   * @param allMax the assignments of all lanes together that have ended, unless there are very many
   *     lanes: 50 to 60 bytes each and up to twice the name of its thing. Long names and flows of
   *     generations count as well; rows do not, since what runs stays
   * @param names what people call a resource
   */
  public AssignmentWindow(int allMax, UnaryOperator<String> names) {
    this.names = names;
    lanes = new HeldLanes<>(allMax);
  }

  /** Takes what a lane's next turn said. */
  public void take(AssignmentTurn turn) {
    take(turn.lane(), List.of(turn));
  }

  /**
   * Takes what a lane's next turns said, in their order. A lane that goes on elsewhere than behind
   * its last one begins anew.
   */
  public synchronized void take(String lane, List<AssignmentTurn> turns) {
    lanes.take(
        lane,
        (held, most) -> {
          HeldAssignments now = held;
          for (AssignmentTurn turn : turns) {
            now = next(now, turn, most);
          }
          return now;
        });
  }

  private static HeldAssignments next(HeldAssignments held, AssignmentTurn turn, int most) {
    if (turn.passage() == AssignmentTurn.Passage.LEAVES) {
      return null;
    }
    HeldAssignments lane =
        held != null && held.isFollowedBy(turn) ? held : new HeldAssignments(turn);
    lane.take(turn, most);
    return lane;
  }

  /** Forgets all lanes but these. The others may hold more from now on. */
  public synchronized void keep(Predicate<String> lane) {
    lanes.keep(lane);
  }

  /** Asks while nothing is forgotten: then {@link #heldFrom} is so of a picture, too. */
  public synchronized <T> T ask(Supplier<T> question) {
    return question.get();
  }

  /** From when on, epoch ms, nothing of a lane is missing; empty: nothing is known of it. */
  public synchronized OptionalLong heldFrom(String lane) {
    HeldAssignments held = lanes.of(lane);
    return held == null ? OptionalLong.empty() : OptionalLong.of(held.heldFrom());
  }

  /** What is held of a lane. */
  public synchronized AssignmentPicture picture(String lane, AssignmentQuestion question) {
    HeldAssignments held = lanes.of(lane);
    return held == null
        ? new AssignmentPicture(false, false, 0, List.of(), List.of(), List.of())
        : held.picture(question, names);
  }
}
