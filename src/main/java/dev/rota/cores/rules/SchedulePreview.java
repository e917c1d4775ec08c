package dev.rota.cores.rules;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.kernel.engine.Stepper;
import java.util.List;
import java.util.Optional;

/** What a block would schedule, on a copy. Only that can be backed in it. */
public final class SchedulePreview {
  private SchedulePreview() {}

  /**
   * Returns the scheduled list of a block before anything is backed, ascending by core. It is empty
   * where RUNTIME would abort, as the block is refused.
   *
   * @param disputed cores, ascending
   * @param freed cores, ascending
   */
  public static List<CoreAssignment> scheduled(
      CoresView view, long number, List<Integer> disputed, List<Freed> freed) {
    CoresState copy = view.copy();
    Block block = new Block(number, false, disputed, freed, List.of(), Optional.empty());
    try {
      Stepper.run(BlockRoutines.untilScheduled(block), copy, copy);
      return copy.scheduled();
    } catch (RuntimeAbort abort) {
      return List.of();
    }
  }
}
