package dev.rota.kernel.domain.measures;

import java.util.List;

/** Measures a lane's history by what was decided in it. */
@FunctionalInterface
public interface HistoryGauge<F> {
  /**
   * A turn is over.
   *
   * @param facts in order, those of deadlines before it included
   * @param atMillis the turn's time, epoch ms
   */
  void see(List<F> facts, long atMillis);
}
