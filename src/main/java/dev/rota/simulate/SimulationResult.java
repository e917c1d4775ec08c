package dev.rota.simulate;

import java.util.Optional;

/**
 * What a simulation came to.
 *
 * @param digest over the last seals of all lanes: equal for equal histories and decisions
 * @param finding of the first lane that has one
 */
public record SimulationResult(Counts counts, String digest, Optional<FailingTurn> finding) {}
