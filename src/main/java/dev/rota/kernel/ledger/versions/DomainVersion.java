package dev.rota.kernel.ledger.versions;

import dev.rota.kernel.domain.Domain;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;

/**
 * A version.
 *
 * @param card opens rows, writes facts and limits a turn as this version does
 */
public record DomainVersion<S extends State, I, F extends Fact<S>>(
    Domain<S, I, F> card, Engine<? super S, I, F> engine) {}
