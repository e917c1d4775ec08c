package dev.rota.kernel.domain;

import dev.rota.kernel.domain.measures.DomainMonitor;
import dev.rota.kernel.domain.measures.QueueVitals;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Invariant;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The card of a domain: all that its package says of it.
 *
 * @param <S> a lane's state
 * @param <I> inputs
 * @param <F> facts
 */
public non-sealed interface DomainCard<S extends State, I, F extends Fact<S>> extends Domain {
  /** Rebuilds a lane's state from its rows. A new lane has none. */
  S open(Tables tables);

  /** The rules. */
  Engine<? super S, I, F> engine();

  /**
   * Returns a card for each released version of the rules that can run, the oldest first and the
   * newest, this one, last. Names, inputs, channels, queries and the form of the rows are those of
   * the newest; engine, {@link #open}, {@link Wire#write} and {@link #turnBytesMax} are a version's
   * own.
   */
  @Override
  default List<DomainCard<S, I, F>> versions() {
    return List.of(this);
  }

  @Override
  Wire<I, F> wire();

  /** Queries of a lane's state, by name. */
  Map<String, Query<S>> queries();

  /** Says why things of a lane are as they are. */
  default Why<S, F> why() {
    return Why.unknown();
  }

  /** Says when things of a lane are started. */
  default ForecastModel<S, I, F> forecast() {
    return ForecastModel.unknown();
  }

  /** Replays histories with another policy or fleet; empty: the domain cannot. */
  default Optional<WhatIf<S, F>> whatIf() {
    return Optional.empty();
  }

  /** Returns the settings in force. Equal settings are equal objects. */
  default Object policy(S state) {
    return "";
  }

  /** Sums up a lane, for whoever shows it. */
  LaneFigures figures(S state);

  @Override
  default LaneFigures units() {
    return figures(open(new Tables(new TreeRows(), 0)));
  }

  /** What is measured of lanes; by default, the figures alone. */
  default DomainMonitor<S, F> monitor() {
    return DomainMonitor.of(
        state -> {
          LaneFigures now = figures(state);
          return new QueueVitals(now.waiting(), now.busy());
        });
  }

  /** Properties of every state between turns. */
  List<Invariant<S>> invariants();
}
