package dev.rota.kernel.ledger.versions;

import dev.rota.kernel.domain.DomainCard;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;

/**
 * A version.
 *
 * @param card opens rows, writes facts and limits a turn as this version does
 */
public record DomainVersion(
    DomainCard<State, Object, Fact<State>> card,
    Engine<? super State, Object, Fact<State>> engine) {}
