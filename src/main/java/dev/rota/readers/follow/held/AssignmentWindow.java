package dev.rota.readers.follow.held;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Who had what in each lane of a domain: all that runs, and the last that have ended. It holds a
 * bounded number: with many lanes, each has fewer. Thread-safe.
 */
public final class AssignmentWindow {
  private static final int LANE_MIN = 8;

  private final int allMax;
  private final UnaryOperator<String> names;
  private final Map<String, HeldAssignments> lanes = new HashMap<>();
  private int most;
  private int all;

  /**
   * A new window.
   *
   * @param allMax the assignments of all lanes together that have ended, unless there are very many
   *     lanes: 50 to 60 bytes each and up to twice the name of its thing. Long names and flows of
   *     generations count as well; rows do not, since what runs stays
   * @param names what people call a resource
   */
  public AssignmentWindow(int allMax, UnaryOperator<String> names) {
    this.allMax = allMax;
    this.names = names;
    this.most = Integer.highestOneBit(allMax);
  }

  /** Takes what a turn said. A lane that goes on elsewhere than behind its last one begins anew. */
  public synchronized void take(AssignmentTurn turn) {
    HeldAssignments lane = lanes.get(turn.lane());
    all -= lane == null ? 0 : lane.size();
    if (turn.passage() == AssignmentTurn.Passage.LEAVES) {
      lanes.remove(turn.lane());
      return;
    }
    if (lane == null || !lane.isFollowedBy(turn)) {
      lane = new HeldAssignments(turn);
      lanes.put(turn.lane(), lane);
    }
    lane.take(turn, most);
    all += lane.size();
    while (all > allMax && most > LANE_MIN) {
      most /= 2;
      lanes.values().forEach(one -> one.trim(most));
      count();
    }
  }

  private void count() {
    all = lanes.values().stream().mapToInt(HeldAssignments::size).sum();
  }

  /** Forgets all lanes but these. The others may hold more from now on. */
  public synchronized void keep(Predicate<String> lane) {
    lanes.keySet().removeIf(lane.negate());
    count();
    most = Integer.highestOneBit(allMax);
  }

  /** Asks while nothing is forgotten: then {@link #heldFrom} is so of a picture, too. */
  public synchronized <T> T ask(Supplier<T> question) {
    return question.get();
  }

  /** From when on, epoch ms, nothing of a lane is missing; empty: nothing is known of it. */
  public synchronized OptionalLong heldFrom(String lane) {
    HeldAssignments held = lanes.get(lane);
    return held == null ? OptionalLong.empty() : OptionalLong.of(held.heldFrom());
  }

  /** What is held of a lane. */
  public synchronized AssignmentPicture picture(String lane, AssignmentQuestion question) {
    HeldAssignments held = lanes.get(lane);
    return held == null
        ? new AssignmentPicture(false, false, 0, List.of(), List.of(), List.of())
        : held.picture(question, names);
  }
}
