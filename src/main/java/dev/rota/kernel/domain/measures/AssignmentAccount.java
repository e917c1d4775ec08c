package dev.rota.kernel.domain.measures;

import java.util.List;

/**
 * How facts tell who had what, and when. It reads what was decided, and decides nothing.
 *
 * @param <S> a lane's state
 * @param <F> facts
 */
public interface AssignmentAccount<S, F> {
  /** The kind of the resources, such as core; null: the domain tells nothing. */
  String resourceKind();

  /** The kind of the things, as {@code Why} takes it; null: the domain tells nothing. */
  String thingKind();

  /** What people call a resource. */
  default String name(String resource) {
    return resource;
  }

  /**
   * Says what a fact begins and ends.
   *
   * @param before the state that its step read, to be read now or never: no fact of the step is
   *     applied
   */
  void tell(S before, F fact, AssignmentSink to);

  /** Says what is assigned and what waits in a state, as far as it keeps it. */
  void stand(S state, AssignmentSink to);

  /** Returns true if things are assigned by generations, and {@link #moves} tells them. */
  default boolean hasGenerations() {
    return false;
  }

  /**
   * Returns the generations that a turn made.
   *
   * @param facts all of the turn, in their order
   */
  default List<GenerationMoves> moves(List<F> facts) {
    return List.of();
  }

  /** Tells nothing. */
  static <S, F> AssignmentAccount<S, F> none() {
    return new AssignmentAccount<>() {
      @Override
      public String resourceKind() {
        return null;
      }

      @Override
      public String thingKind() {
        return null;
      }

      @Override
      public void tell(S before, F fact, AssignmentSink to) {}

      @Override
      public void stand(S state, AssignmentSink to) {}
    };
  }
}
