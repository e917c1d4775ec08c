package dev.rota.kernel.domain;

import dev.rota.kernel.engine.Fact;
import java.util.List;

/** A domain, as topology, ledger, audit, simulator and commands know it. */
public sealed interface Domain permits DomainCard {
  /** The prefix of topics, stores and metrics: lower case letters. */
  String name();

  /**
   * The card, to hand on what it knows: a lane's state, inputs and facts go to nobody but the card
   * from which they come.
   */
  @SuppressWarnings("unchecked") // states, inputs and facts are read by their own domain alone
  default DomainCard<State, Object, Fact<State>> card() {
    return (DomainCard<State, Object, Fact<State>>) this;
  }

  /** A card for each version of the rules, see {@link DomainCard#versions}. */
  List<? extends Domain> versions();

  Wire<?, ?> wire();

  /**
   * Names queries without arguments that show at a glance what waits, the oldest first, and then
   * what is in use.
   */
  default List<String> glance() {
    return List.of();
  }

  /** Returns what the figures of a lane count: those of an empty lane. */
  LaneFigures units();

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
