package dev.rota.cores.rules;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoreStatus;
import dev.rota.cores.model.CoreSuccessor;
import dev.rota.cores.model.CoresState;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.CoretimeBook.Served;
import dev.rota.cores.model.GroupRotation;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.RuntimeAbort;
import dev.rota.kernel.engine.Stepper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.IntToLongFunction;

/** A client's view of each core, on a copy that is already in the next block (section 8). */
public final class NextBlock {
  private final CoresState copy;
  private final GroupRotation rotation;
  private final IntToLongFunction occupiedSince;

  /** K8: by coretime, what each core serves next. */
  private final SortedMap<Integer, List<Served>> claimQueue;

  private NextBlock(
      CoresState copy,
      long next,
      IntToLongFunction occupiedSince,
      SortedMap<Integer, List<Served>> claimQueue) {
    this.copy = copy;
    this.claimQueue = claimQueue;
    this.rotation = copy.groupRotationInfo(next);
    this.occupiedSince = occupiedSince;
  }

  /** Returns the view of all cores for the next block. */
  public static List<CoreStatus> of(CoresView view) {
    return of(view, core -> view.occupant(core).since());
  }

  /**
   * Returns the view for a block's own record. Where RUNTIME would abort in the next block, cores
   * that are not occupied are free.
   */
  public static List<CoreStatus> published(CoresView view) {
    try {
      return of(view);
    } catch (RuntimeAbort abort) {
      return withoutNextBlock(view);
    }
  }

  private static List<CoreStatus> withoutNextBlock(CoresView view) {
    List<CoreStatus> standings = new ArrayList<>(view.cores());
    for (int core = 0; core < view.cores(); core++) {
      CoreOccupant occupant = view.occupant(core);
      standings.add(
          occupant == null
              ? new CoreStatus.Free(core)
              : new CoreStatus.Occupied(
                  core,
                  occupant,
                  OptionalInt.empty(),
                  occupant.since(),
                  OptionalLong.empty(),
                  view.nextUpOnAvailable(core),
                  view.nextUpOnTimeOut(core)));
    }
    return standings;
  }

  /** Returns the view with other blocks in which cores became occupied. */
  public static List<CoreStatus> of(CoresView view, IntToLongFunction occupiedSince) {
    CoresState copy = view.copy();
    long next = view.now() + 1;
    Stepper.apply(BlockRoutines.clear(copy), copy);
    Stepper.apply(ScheduleRoutine.schedule(copy, next), copy);
    SortedMap<Integer, List<Served>> claimQueue =
        CoretimeRoutines.rule(view) ? view.claimQueue() : Collections.emptySortedMap();
    return new NextBlock(copy, next, occupiedSince, claimQueue).standings();
  }

  private List<CoreStatus> standings() {
    List<CoreStatus> standings = new ArrayList<>(copy.cores());
    for (int core = 0; core < copy.cores(); core++) {
      standings.add(standing(core));
    }
    return standings;
  }

  private CoreStatus standing(int core) {
    CoreOccupant occupant = copy.occupant(core);
    if (occupant != null) {
      return occupied(core, occupant);
    }
    CoreAssignment entry = copy.scheduledOn(core);
    return entry == null
        ? new CoreStatus.Free(core)
        : new CoreStatus.Scheduled(core, entry.para(), entry.collator(), entry.group());
  }

  private CoreStatus occupied(int core, CoreOccupant occupant) {
    long since = occupiedSince.applyAsLong(core);
    // A core backed before the session has no group. The original answers 0.
    int group = Math.max(0, copy.groupAssignedToCore(core, since));
    return new CoreStatus.Occupied(
        core,
        occupant,
        OptionalInt.of(group),
        since,
        OptionalLong.of(timeOutAt(occupant.kind(), since)),
        CoretimeRoutines.rule(copy) ? successor(core) : copy.nextUpOnAvailable(core),
        CoretimeRoutines.rule(copy) ? successor(core) : copy.nextUpOnTimeOut(core));
  }

  private Optional<CoreSuccessor> successor(int core) {
    return CoreSuccessor.of(claimQueue.get(core));
  }

  private long timeOutAt(OccupantKind kind, long since) {
    long period = copy.parameters().availabilityPeriod(kind);
    if (CoretimeRoutines.rule(copy)) {
      // K9: of the next block's rotation, whose last block already judges by the one after it.
      return rotation.now() < rotation.lastRotationAt() + period
          ? since + period
          : copy.groupRotationInfo(copy.now()).nextRotationAt() + period;
    }
    long due = since + period;
    if (due < rotation.lastRotationAt() + period) {
      return due;
    }
    return Math.max(due, rotation.nextRotationAt());
  }
}
