package dev.rota.domain;

import dev.rota.engine.Engine;
import dev.rota.engine.Fact;
import dev.rota.engine.Invariant;
import dev.rota.table.Tables;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The card that a domain hands to the house. The road, the ledger, the audit, the simulator and the
 * commands know this and no domain.
 *
 * @param <S> a lane's state
 * @param <I> what may be asked
 * @param <F> what can happen
 */
public interface Domain<S extends State, I, F extends Fact<S>> {
  /** The prefix of topics, stores and metrics: lower case letters. */
  String name();

  /** A lane's state as its rows have it; an empty lane has none. */
  S open(Tables tables);

  Engine<? super S, I, F> engine();

  Wire<I, F> wire();

  /** What can be asked of a lane between turns, by name. */
  Map<String, Query<S>> queries();

  /** How a lane stands, for people who watch. */
  Figures figures(S state);

  /** What is always true of a lane. */
  List<Invariant<S>> invariants();

  /** Who reads all that comes and goes in a lane, and holds it against each other. */
  default Observer watch() {
    return (input, outputs) -> Optional.empty();
  }

  /** Traffic for demonstrations and tests, of a realistic size. */
  Traffic traffic();

  /**
   * How long a turn may take, with all its outputs sent, in milliseconds. A domain that rarely
   * decides much at once may need minutes for it; but as long, others wait for the partitions of a
   * process that was killed.
   */
  default int turnMaxMillis() {
    return TURN_MAX_MILLIS;
  }

  /** Of a domain whose turns decide little. */
  int TURN_MAX_MILLIS = 10_000;

  /**
   * What else it is measured by, in this order; later ones may go on with what earlier ones made.
   *
   * @param scale in per cent of its usual size, at least 1
   */
  default List<Trial> trials(int scale) {
    return List.of();
  }
}
