package dev.rota.road.stream.time;

import dev.rota.kernel.domain.State;
import dev.rota.kernel.engine.Fact;
import dev.rota.kernel.ledger.DueLanes;
import dev.rota.kernel.ledger.Lane;
import java.util.List;

/** Which lanes of a task have something due. When time passes is the metronome's affair. */
public interface LaneDeadlines<S extends State, I, F extends Fact<S>> {
  /** The earliest pending deadline in epoch ms, or {@link dev.rota.kernel.engine.Engine#NEVER}. */
  long earliestMillis();

  /** Lanes with a deadline at or before that time, the earliest first. Each is given a tick. */
  List<Lane<S, I, F>> due(long atMillis);

  static <S extends State, I, F extends Fact<S>> LaneDeadlines<S, I, F> of(
      DueLanes<S, I, F> lanes) {
    return new LaneDeadlines<>() {
      @Override
      public long earliestMillis() {
        return lanes.nextMillis();
      }

      @Override
      public List<Lane<S, I, F>> due(long atMillis) {
        return lanes.at(atMillis);
      }
    };
  }
}
