package dev.rota.cores.rules;

import dev.rota.cores.model.Assignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimConcluded;
import dev.rota.cores.model.CoresFact.ClaimDropped;
import dev.rota.cores.model.CoresFact.ClaimReturned;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.CoreFreed;
import dev.rota.cores.model.CoresFact.CoreOccupied;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresFact.ScheduleWithdrawn;
import dev.rota.cores.model.CoresInput.Freed;
import dev.rota.cores.model.CoresInput.Freeing;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.Occupant;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.Parameters;
import dev.rota.cores.model.QueueTail;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.Reason;
import dev.rota.cores.model.WouldAbort;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The routines of a block (sections 5.3 to 5.6). Each reads the state after the previous one. */
public final class BlockRoutines {
  private BlockRoutines() {}

  /** Concludes disputed candidates, ascending by core (section 4, step 2.2). */
  public static List<CoresFact> freeDisputed(CoresView view, List<Integer> disputed) {
    List<Freed> freed =
        disputed.stream().sorted().map(core -> new Freed(core, Freeing.CONCLUDED)).toList();
    return freeCores(view, freed, Reason.DISPUTED);
  }

  /** Returns freed cores, ascending. The last entry of a core wins (section 4, step 2.5). */
  static List<Freed> asMap(List<Freed> freed) {
    Map<Integer, Freed> byCore = new TreeMap<>();
    freed.forEach(one -> byCore.put(one.core(), one));
    return List.copyOf(byCore.values());
  }

  /** Frees cores in list order. Cores that are not occupied are ignored (5.3). */
  public static List<CoresFact> freeCores(CoresView view, List<Freed> freed) {
    return freeCores(view, freed, Reason.AVAILABLE);
  }

  private static List<CoresFact> freeCores(CoresView view, List<Freed> freed, Reason concluded) {
    List<CoresFact> facts = new ArrayList<>(2 * freed.size());
    QueueTail tail = view.tail();
    BitSet done = new BitSet();
    for (Freed one : freed) {
      Occupant occupant = view.occupant(one.core());
      if (occupant != null && !done.get(one.core())) {
        done.set(one.core());
        boolean timedOut = one.reason() == Freeing.TIMED_OUT;
        facts.add(new CoreFreed(one.core(), timedOut ? Reason.TIMED_OUT : concluded));
        if (occupant.kind() == OccupantKind.PARATHREAD) {
          facts.add(
              timedOut
                  ? timedOut(view, one.core(), occupant, tail)
                  : concluded(view, one.core(), occupant, concluded));
        }
      }
    }
    return facts;
  }

  private static CoresFact concluded(CoresView view, int core, Occupant claim, Reason reason) {
    return new ClaimConcluded(
        core, claim.para(), claim.collator(), claim.retries(), reason, view.block());
  }

  /** Keeps the retries, but takes the cursor's offset. The registry is not checked. */
  private static CoresFact timedOut(CoresView view, int core, Occupant claim, QueueTail tail) {
    QueuedClaim again = tail.next(claim.para(), claim.collator(), claim.retries());
    return new ClaimReturned(core, again, Reason.TIMED_OUT, "cores 5.3", view.block());
  }

  /** Clears the scheduled list (5.5). Claims that were not backed are retried or dropped. */
  public static List<CoresFact> clear(CoresView view) {
    List<CoresFact> facts = new ArrayList<>();
    facts.add(new ScheduleWithdrawn());
    QueueTail tail = view.tail();
    for (int core = 0; core < view.scheduledEnd(); core++) {
      Assignment entry = view.scheduledOn(core);
      if (entry != null && entry.kind() == OccupantKind.PARATHREAD) {
        facts.add(withdrawn(view, entry, tail));
      }
    }
    return facts;
  }

  private static CoresFact withdrawn(CoresView view, Assignment entry, QueueTail tail) {
    Parameters parameters = view.parameters();
    // G5: GUIDE drops a claim without a core to wait for, where RUNTIME divides by zero.
    if (parameters.parathreadCores() == 0 && parameters.rules().dropsWithoutCores()) {
      return dropped(view, entry, Reason.NO_PARATHREAD_CORES, "cores G5");
    }
    String rule = parameters.rules().dropRule();
    if (!view.isParathread(entry.para())) {
      return dropped(view, entry, Reason.DEREGISTERED, rule);
    }
    int retries = entry.retries() + 1;
    if (retries > parameters.parathreadRetries()) {
      return dropped(view, entry, Reason.RETRIES_EXHAUSTED, rule);
    }
    QueuedClaim again = tail.next(entry.para(), entry.collator(), retries);
    return new ClaimReturned(entry.core(), again, Reason.NOT_BACKED, "cores 5.5", view.block());
  }

  private static CoresFact dropped(CoresView view, Assignment entry, Reason reason, String rule) {
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

  /** Schedules the parachain or the next claim of each free core (5.4, steps 2 to 4). */
  public static List<CoresFact> schedule(CoresView view, long now) {
    // Without groups nothing can be backed, so freed cores stay free.
    if (view.session().groups().count() == 0) {
      return List.of();
    }
    List<CoresFact> facts = new ArrayList<>(view.cores());
    int parachains = view.session().parachains().size();
    for (int core = 0; core < view.cores(); core++) {
      if (view.occupant(core) == null && view.scheduledOn(core) == null) {
        if (core < parachains) {
          facts.add(new ParachainScheduled(parachain(view, core, now)));
        } else if (view.nextClaim(core - parachains) != null) {
          int offset = core - parachains;
          Assignment claim = claim(view, core, view.nextClaim(offset), now);
          facts.add(new ClaimScheduled(claim, offset, view.block()));
        }
      }
    }
    return facts;
  }

  private static Assignment parachain(CoresView view, int core, long now) {
    long para = view.session().parachains().at(core);
    return new Assignment(core, OccupantKind.PARACHAIN, para, null, 0, group(view, core, now));
  }

  private static Assignment claim(CoresView view, int core, QueuedClaim claim, long now) {
    return new Assignment(
        core,
        OccupantKind.PARATHREAD,
        claim.para(),
        claim.collator(),
        claim.retries(),
        group(view, core, now));
  }

  private static int group(CoresView view, int core, long now) {
    int group = view.groupAssignedToCore(core, now);
    if (group < 0) {
      throw new WouldAbort("core " + core + " has no group at block " + now);
    }
    return group;
  }

  /**
   * Occupies backed cores (5.6). A pointer into the backed cores advances along the scheduled list.
   * It advances only on an exact match, so a core out of place blocks all later ones.
   */
  public static List<CoresFact> occupied(CoresView view, List<Integer> backed, long now) {
    List<CoresFact> facts = new ArrayList<>(backed.size());
    int pointer = 0;
    for (int core = 0; core < view.scheduledEnd() && pointer < backed.size(); core++) {
      Assignment entry = view.scheduledOn(core);
      if (entry != null && backed.get(pointer) == core) {
        facts.add(new CoreOccupied(core, Occupant.of(entry, now)));
        pointer++;
      }
    }
    return facts;
  }
}
