package dev.rota.road.stream.time;

import dev.rota.kernel.ledger.DueLanes;
import dev.rota.kernel.ledger.Lane;
import java.util.List;

/** Which lanes of a task have something due. When time passes is the metronome's affair. */
public interface LaneDeadlines {
  /** The earliest pending deadline in epoch ms, or {@link dev.rota.kernel.engine.Engine#NEVER}. */
  long earliestMillis();

  /** Lanes with a deadline at or before that time, the earliest first. Each is given a tick. */
  List<Lane> due(long atMillis);

  static LaneDeadlines of(DueLanes lanes) {
    return new LaneDeadlines() {
      @Override
      public long earliestMillis() {
        return lanes.nextMillis();
      }

      @Override
      public List<Lane> due(long atMillis) {
        return lanes.at(atMillis);
      }
    };
  }
}
