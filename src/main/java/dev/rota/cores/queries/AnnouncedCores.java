package dev.rota.cores.queries;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoresFact.BlockScheduled;
import dev.rota.cores.model.CoresView;
import java.util.List;

/** What a block's schedule shows for the next block, where it differs from the block's own. */
final class AnnouncedCores {
  private AnnouncedCores() {}

  /** Returns the cores that get another para or another group. */
  static List<CoreStatus.Scheduled> of(CoresView before, BlockScheduled fact) {
    return fact.cores().stream()
        .filter(next -> next instanceof CoreStatus.Scheduled)
        .map(next -> (CoreStatus.Scheduled) next)
        .filter(next -> !isSame(before.scheduledOn(next.core()), next))
        .toList();
  }

  private static boolean isSame(CoreAssignment entry, CoreStatus.Scheduled next) {
    return entry != null && entry.para() == next.para() && entry.group() == next.group();
  }

  /** Returns whether the next block leaves a core free that this one scheduled. */
  static boolean frees(CoresView before, BlockScheduled fact, int core) {
    return core < fact.cores().size()
        && fact.cores().get(core) instanceof CoreStatus.Free
        && before.scheduledOn(core) != null;
  }
}
