package dev.rota.lab.traffic;

import dev.rota.kernel.domain.Output;
import dev.rota.kernel.domain.State;
import dev.rota.kernel.domain.Wire;
import dev.rota.kernel.engine.Engine;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.engine.Stepper;
import dev.rota.kernel.engine.Turn;
import dev.rota.kernel.table.Tables;
import dev.rota.kernel.table.TreeRows;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;

/** A lane in memory, for generators that react to the outputs of their own records. */
public final class DecidedLane<S extends State, I, F extends Fact<S>> {
  private final Wire<I, F> wire;
  private final Stepper<S, I, F> stepper;

  /** A new lane. */
  public DecidedLane(Wire<I, F> wire, Engine<? super S, I, F> engine, Function<Tables, S> empty) {
    this.wire = wire;
    this.stepper = new Stepper<>(engine, empty.apply(new Tables(new TreeRows(), 0)));
  }

  /** Returns the facts of a record and of the deadlines before it. */
  public List<F> take(long atMillis, SpecificRecord record) {
    return stepper.take(new Turn<>("", 0, atMillis, wire.read(record)));
  }

  /** Returns the output of a fact, or null. */
  public SpecificRecord told(F fact) {
    Output output = wire.write("", fact);
    return output == null ? null : output.record();
  }
}
