package dev.rota.kernel.engine;

import java.util.Optional;
import java.util.function.Function;

/**
 * A property of a state after every turn.
 *
 * @param name a sentence
 * @param broken returns what is wrong, or empty
 */
public record Invariant<S>(String name, Function<S, Optional<String>> broken) {}
