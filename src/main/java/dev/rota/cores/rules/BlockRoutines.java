package dev.rota.cores.rules;

import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoreOccupant;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.BlockBegan;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.ScheduleWithdrawn;
import dev.rota.cores.model.CoresInput.Block;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresReason;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueueTail;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuleSet;
import dev.rota.kernel.engine.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The routines of a block (sections 5.3, 5.5 and 5.6). Each reads the state after the previous one.
 */
public final class BlockRoutines {
  private BlockRoutines() {}

  /** The steps of a block that is not frozen, up to its schedule (section 4). */
  public static List<Step<CoresView, CoresFact>> untilScheduled(Block block) {
    List<Step<CoresView, CoresFact>> steps = new ArrayList<>(untilFreed(block));
    steps.add(view -> ScheduleRoutine.schedule(view, block.number()));
    return steps;
  }

  /** As the schedule finds the chain. */
  public static List<Step<CoresView, CoresFact>> untilFreed(Block block) {
    List<Step<CoresView, CoresFact>> steps = new ArrayList<>();
    steps.add(_ -> List.of(new BlockBegan(block.number())));
    steps.add(CoretimeRoutines::priced);
    if (!block.disputed().isEmpty()) {
      steps.add(view -> BlockDiscrepancies.disputed(view, block.disputed()));
      steps.add(view -> freeDisputed(view, block.disputed()));
    }
    List<Freed> freed = asMap(block.freed());
    steps.add(BlockRoutines::clear);
    steps.add(view -> BlockDiscrepancies.freed(view, block.freed()));
    steps.add(view -> freeCores(view, freed));
    return steps;
  }

  /** Concludes disputed candidates, ascending by core (section 4, step 2.2). */
  public static List<CoresFact> freeDisputed(CoresView view, List<Integer> disputed) {
    List<Freed> freed =
        disputed.stream().sorted().map(core -> new Freed(core, Freeing.CONCLUDED)).toList();
    return freeCores(view, freed, CoresReason.DISPUTED);
  }

  /** Returns freed cores, ascending. The last entry of a core wins (section 4, step 2.5). */
  private static List<Freed> asMap(List<Freed> freed) {
    Map<Integer, Freed> byCore = new TreeMap<>();
    freed.forEach(one -> byCore.put(one.core(), one));
    return List.copyOf(byCore.values());
  }

  /** Frees cores in list order. Cores that are not occupied are ignored (5.3). */
  public static List<CoresFact> freeCores(CoresView view, List<Freed> freed) {
    return freeCores(view, freed, CoresReason.AVAILABLE);
  }

  private static List<CoresFact> freeCores(
      CoresView view, List<Freed> freed, CoresReason concluded) {
    List<CoresFact> facts = new ArrayList<>(2 * freed.size());
    QueueTail tail = view.tail();
    BitSet done = new BitSet();
    for (Freed one : freed) {
      CoreOccupant occupant = view.occupant(one.core());
      if (occupant != null && !done.get(one.core())) {
        done.set(one.core());
        boolean timedOut = one.reason() == Freeing.TIMED_OUT;
        facts.add(new CoreFreed(one.core(), timedOut ? CoresReason.TIMED_OUT : concluded));
        if (occupant.kind() == OccupantKind.PARATHREAD) {
          facts.add(
              timedOut
                  ? CoretimeRoutines.rule(view)
                      ? CoretimeRoutines.over(
                          view, one.core(), occupant, CoresReason.TIMED_OUT, "cores K9")
                      : timedOut(view, one.core(), occupant, tail)
                  : concluded(view, one.core(), occupant, concluded));
        }
      }
    }
    return facts;
  }

  private static CoresFact concluded(
      CoresView view, int core, CoreOccupant claim, CoresReason reason) {
    return new ClaimConcluded(
        core, claim.para(), claim.collator(), claim.retries(), reason, view.block());
  }

  /** Keeps the retries, but takes the cursor's offset. The registry is not checked. */
  private static CoresFact timedOut(CoresView view, int core, CoreOccupant claim, QueueTail tail) {
    QueuedClaim again = tail.next(claim.para(), claim.collator(), claim.retries());
    return new ClaimReturned(core, again, CoresReason.TIMED_OUT, "cores 5.3", view.block());
  }

  /** Clears the scheduled list (5.5, K5). Claims that were not backed are retried or dropped. */
  public static List<CoresFact> clear(CoresView view) {
    List<CoresFact> facts = new ArrayList<>();
    facts.add(new ScheduleWithdrawn());
    if (CoretimeRoutines.rule(view)) {
      return facts; // each turn is one block's
    }
    QueueTail tail = view.tail();
    for (int core = 0; core < view.scheduledEnd(); core++) {
      CoreAssignment entry = view.scheduledOn(core);
      if (entry != null && entry.kind() == OccupantKind.PARATHREAD) {
        facts.add(withdrawn(view, entry, tail));
      }
    }
    return facts;
  }

  private static CoresFact withdrawn(CoresView view, CoreAssignment entry, QueueTail tail) {
    RuleSet rules = view.rules();
    // G5: GUIDE drops a claim without a core to wait for, where RUNTIME divides by zero.
    if (view.parameters().parathreadCores() == 0 && rules.dropsWithoutCores()) {
      return dropped(view, entry, CoresReason.NO_PARATHREAD_CORES, "cores G5");
    }
    int retries = entry.retries() + 1;
    CoresReason over = over(view, entry.para(), retries);
    if (over != null) {
      return dropped(view, entry, over, rules.dropRule());
    }
    QueuedClaim again = tail.next(entry.para(), entry.collator(), retries);
    return new ClaimReturned(
        entry.core(), again, CoresReason.NOT_BACKED, "cores 5.5", view.block());
  }

  /** Why a claim may wait no longer (5.5 and 6.4), or null. */
  static CoresReason over(CoresView view, long para, int retries) {
    if (!view.isParathread(para)) {
      return CoresReason.DEREGISTERED;
    }
    return retries > view.parameters().parathreadRetries() ? CoresReason.RETRIES_EXHAUSTED : null;
  }

  private static CoresFact dropped(
      CoresView view, CoreAssignment entry, CoresReason reason, String rule) {
    return new ClaimDropped(
        Optional.of(entry.core()),
        entry.para(),
        entry.collator(),
        entry.retries(),
        reason,
        view.rules().dropLeavesIndex(), // G4
        rule,
        view.block());
  }

  /**
   * Occupies backed cores (5.6). A pointer into the backed cores advances along the scheduled list.
   * It advances only on an exact match, so a core out of place blocks all later ones.
   */
  public static List<CoresFact> occupied(CoresView view, List<Integer> backed, long now) {
    List<CoresFact> facts = new ArrayList<>(backed.size());
    int pointer = 0;
    for (int core = 0; core < view.scheduledEnd() && pointer < backed.size(); core++) {
      CoreAssignment entry = view.scheduledOn(core);
      if (entry != null && backed.get(pointer) == core) {
        facts.add(new CoreOccupied(core, CoreOccupant.of(entry, now)));
        pointer++;
      }
    }
    return facts;
  }
}
