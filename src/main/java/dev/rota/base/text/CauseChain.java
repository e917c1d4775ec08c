package dev.rota.base.text;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What a failure was caused by. */
public final class CauseChain {
  private CauseChain() {}

  /** Returns the first of this type, from the failure itself to what caused it all. */
  public static <T extends Throwable> Optional<T> first(Throwable fault, Class<T> type) {
    return Stream.iterate(fault, Objects::nonNull, Throwable::getCause)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }
}
