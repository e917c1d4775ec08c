package dev.rota.ledger.versions;

import dev.rota.domain.Domain;
import dev.rota.domain.State;
import dev.rota.engine.Engine;
import dev.rota.engine.Fact;

/**
 * A version.
 *
 * @param card opens rows, writes facts and limits a turn as this version does
 */
public record Version<S extends State, I, F extends Fact<S>>(
    Domain<S, I, F> card, Engine<? super S, I, F> engine) {}
