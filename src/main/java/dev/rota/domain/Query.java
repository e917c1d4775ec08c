package dev.rota.domain;

import java.util.List;

/** A question to a lane's state. It changes nothing. */
@FunctionalInterface
public interface Query<S> {
  /** An answer of maps, lists, texts, numbers, booleans and null. */
  Object answer(S state, Args args);

  /** The names of its arguments. */
  default List<String> arguments() {
    return List.of();
  }

  /** Whether it is about a lane; else its arguments say all. */
  default boolean isAboutLane() {
    return true;
  }

  /** A query with arguments of these names. */
  static <S> Query<S> of(Query<S> query, String... arguments) {
    return new Declared<>(query, List.of(arguments), true);
  }

  /** A computation: it needs no lane, or a lane only for what no argument says. */
  static <S> Query<S> ofArguments(Query<S> query, String... arguments) {
    return new Declared<>(query, List.of(arguments), false);
  }

  /** The same query, answered in another way. */
  default Query<S> answeredBy(Query<S> other) {
    return new Declared<>(other, arguments(), isAboutLane());
  }

  /** A query that says what it takes. */
  record Declared<S>(Query<S> query, List<String> arguments, boolean isAboutLane)
      implements Query<S> {
    @Override
    public Object answer(S state, Args args) {
      return query.answer(state, args);
    }
  }
}
