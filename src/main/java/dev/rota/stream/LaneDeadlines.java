package dev.rota.stream;

import dev.rota.domain.State;
import dev.rota.engine.Fact;
import dev.rota.ledger.Lane;
import java.util.List;

/** Which lanes of a task have something due. When time passes is the metronome's affair. */
interface LaneDeadlines<S extends State, I, F extends Fact<S>> {
  /** The earliest pending deadline in epoch ms, or {@link dev.rota.engine.Engine#NEVER}. */
  long earliestMillis();

  /** The lanes with a deadline at or before that time. Each of them is given a tick. */
  List<Lane<S, I, F>> due(long atMillis);
}
