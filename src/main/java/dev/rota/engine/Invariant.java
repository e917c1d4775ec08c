package dev.rota.engine;

import java.util.Optional;
import java.util.function.Function;

/**
 * A truth about a state that holds after every turn.
 *
 * @param name a sentence
 * @param broken says what is wrong, or nothing
 */
public record Invariant<S>(String name, Function<S, Optional<String>> broken) {}
