package dev.rota.kernel.domain;

import java.util.List;

/** A query of a lane's state, without side effects. */
@FunctionalInterface
public interface Query<S> {
  /** Returns maps, lists, texts, numbers, booleans or null. */
  Object answer(S state, QueryArguments args);

  /** The names of its arguments. */
  default List<String> arguments() {
    return List.of();
  }

  /** Returns true if the lane must exist. */
  default boolean isAboutLane() {
    return true;
  }

  /** A query with these argument names. */
  static <S> Query<S> of(Query<S> query, String... arguments) {
    return new Declared<>(query, List.of(arguments), true);
  }

  /** A computation from its arguments. The lane need not exist. */
  static <S> Query<S> ofArguments(Query<S> query, String... arguments) {
    return new Declared<>(query, List.of(arguments), false);
  }

  /** The same declaration with another implementation. */
  default Query<S> answeredBy(Query<S> other) {
    return new Declared<>(other, arguments(), isAboutLane());
  }

  /** A query with declared arguments. */
  record Declared<S>(Query<S> query, List<String> arguments, boolean isAboutLane)
      implements Query<S> {
    @Override
    public Object answer(S state, QueryArguments args) {
      return query.answer(state, args);
    }
  }
}
