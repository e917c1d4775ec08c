package dev.rota.lab.simulate;

import java.util.Optional;

/**
 * The result of a simulation.
 *
 * @param digest over the last seals of all lanes; equal histories and decisions have equal digests
 * @param finding of the first lane that failed
 */
public record SimulationResult(
    SimulationCounts counts, String digest, Optional<FailingTurn> finding) {}
