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

  /** What it is for. */
  default QueryHelp help() {
    return QueryHelp.none(arguments());
  }

  /** Returns true if the lane must exist. */
  default boolean isAboutLane() {
    return true;
  }

  /** A query with these argument names. */
  static <S> Query<S> of(Query<S> query, String... arguments) {
    return Declared.of(query, List.of(arguments), true);
  }

  /** A computation from its arguments. The lane need not exist. */
  static <S> Query<S> ofArguments(Query<S> query, String... arguments) {
    return Declared.of(query, List.of(arguments), false);
  }

  /** The same declaration with another implementation. */
  default Query<S> answeredBy(Query<S> other) {
    return new Declared<>(other, arguments(), isAboutLane(), help());
  }

  /** The same with another help. */
  default Query<S> with(QueryHelp help) {
    return new Declared<>(this, arguments(), isAboutLane(), help);
  }

  /** A query with declared arguments. */
  record Declared<S>(Query<S> query, List<String> arguments, boolean isAboutLane, QueryHelp help)
      implements Query<S> {
    static <S> Declared<S> of(Query<S> query, List<String> arguments, boolean isAboutLane) {
      return new Declared<>(query, arguments, isAboutLane, QueryHelp.none(arguments));
    }

    @Override
    public Object answer(S state, QueryArguments args) {
      return query.answer(state, args);
    }
  }
}
