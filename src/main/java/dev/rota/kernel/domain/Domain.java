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
 * The description of a domain: all that topology, ledger, audit, simulator and commands know of it.
 *
 * @param <S> a lane's state
 * @param <I> inputs
 * @param <F> facts
 */
public interface Domain<S extends State, I, F extends Fact<S>> {
  /** The prefix of topics, stores and metrics: lower case letters. */
  String name();

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
  default List<Domain<S, I, F>> versions() {
    return List.of(this);
  }

  Wire<I, F> wire();

  /** Queries of a lane's state, by name. */
  Map<String, Query<S>> queries();

  /**
   * Names queries without arguments that show at a glance what waits, the oldest first, and then
   * what is in use.
   */
  default List<String> glance() {
    return List.of();
  }

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

  /** Returns what {@link #figures} count: those of an empty lane. */
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

  /**
   * The longest turn in ms, with all outputs sent. A domain with rare, large decisions may need
   * minutes. After a crash, other processes wait this long for the partitions.
   */
  default int turnMaxMillis() {
    return TURN_MAX_MILLIS;
  }

  /** The default, for domains with small turns. */
  int TURN_MAX_MILLIS = 10_000;

  /**
   * How the domain's producers compress, unless a setting says otherwise: Kafka's name for it. A
   * domain whose large turns would wait for it says {@link #UNCOMPRESSED}.
   */
  default String compression() {
    return GZIP;
  }

  /** Every client reads it: kafkajs reads nothing else that is compressed. */
  String GZIP = "gzip";

  String UNCOMPRESSED = "none";

  /**
   * The most bytes of outputs that one turn may write. It is part of the rules: a turn that would
   * write more is decided otherwise, in a replay as well.
   */
  default long turnBytesMax() {
    return TURN_BYTES_MAX;
  }

  /**
   * The default: some 300 000 leases of usual names. They are sent within {@link #turnMaxMillis}.
   */
  long TURN_BYTES_MAX = 128 << 20;
}
