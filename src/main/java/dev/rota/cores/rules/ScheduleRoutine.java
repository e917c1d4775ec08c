package dev.rota.cores.rules;

import dev.rota.cores.model.ActiveSession;
import dev.rota.cores.model.ActiveSession.CoreUse;
import dev.rota.cores.model.CoreAssignment;
import dev.rota.cores.model.CoresFact;
import dev.rota.cores.model.CoresFact.ClaimScheduled;
import dev.rota.cores.model.CoresFact.ParachainScheduled;
import dev.rota.cores.model.CoresView;
import dev.rota.cores.model.OccupantKind;
import dev.rota.cores.model.QueuedClaim;
import dev.rota.cores.model.RuntimeAbort;
import java.util.ArrayList;
import java.util.List;

/** Schedules the parachain or the next claim of each free core (5.4), and says why it does not. */
public final class ScheduleRoutine {
  private ScheduleRoutine() {}

  /** Why a block gives a core to nobody. */
  public enum CoreBarrier {
    OCCUPIED,
    SCHEDULED,
    /** Without groups nothing can be backed. */
    NO_GROUPS,
    /** The core is neither a parachain's nor for claims. */
    SURPLUS,
    NO_CLAIM
  }

  /** What a claim that waits is to a core. */
  public sealed interface ClaimStanding {
    /** It gets the core. */
    record First() implements ClaimStanding {}

    /** It is first in the core's line, but nobody gets the core. */
    record Barred(CoreBarrier barrier) implements ClaimStanding {}

    /**
     * Another claim comes before it.
     *
     * @param place in the core's line, from 1 on
     */
    record Behind(int place, QueuedClaim whom) implements ClaimStanding {}

    /** It waits for another core. */
    record Elsewhere(int core) implements ClaimStanding {}
  }

  /** Steps 2 to 4; by coretime, K5. */
  public static List<CoresFact> schedule(CoresView view, long now) {
    if (CoretimeRoutines.rule(view)) {
      return CoretimeRoutines.schedule(view, now);
    }
    List<CoresFact> facts = new ArrayList<>(view.cores());
    for (int core = 0; core < view.cores(); core++) {
      if (barrier(view, core) == null) {
        facts.add(scheduled(view, core, now));
      }
    }
    return facts;
  }

  /** Returns why nobody gets a core, or null if a block that begins now schedules it. */
  public static CoreBarrier barrier(CoresView view, int core) {
    if (view.occupant(core) != null) {
      return CoreBarrier.OCCUPIED;
    }
    if (view.scheduledOn(core) != null) {
      return CoreBarrier.SCHEDULED;
    }
    ActiveSession session = view.session();
    if (session.groups().isEmpty()) {
      return CoreBarrier.NO_GROUPS;
    }
    CoreUse use = session.use(core);
    if (use == CoreUse.PARACHAIN || view.nextClaim(session.offsetOf(core)) != null) {
      return null;
    }
    return use == CoreUse.SURPLUS ? CoreBarrier.SURPLUS : CoreBarrier.NO_CLAIM;
  }

  /** Returns whether a claim gets a core, and else why not. */
  public static ClaimStanding standing(CoresView view, QueuedClaim claim, int core) {
    int own = view.session().coreOf(claim);
    if (own != core) {
      return new ClaimStanding.Elsewhere(own);
    }
    List<QueuedClaim> line = view.line(claim.offset());
    return standing(view, core, line, line.indexOf(claim));
  }

  /** Returns it for each claim of a core's line, in their order. */
  public static List<ClaimStanding> standings(CoresView view, int core) {
    List<QueuedClaim> line = view.line(view.session().offsetOf(core));
    List<ClaimStanding> standings = new ArrayList<>(line.size());
    for (int place = 0; place < line.size(); place++) {
      standings.add(standing(view, core, line, place));
    }
    return standings;
  }

  private static ClaimStanding standing(
      CoresView view, int core, List<QueuedClaim> line, int place) {
    if (place > 0) {
      return new ClaimStanding.Behind(place + 1, line.get(place - 1));
    }
    CoreBarrier barrier = barrier(view, core);
    return barrier == null ? new ClaimStanding.First() : new ClaimStanding.Barred(barrier);
  }

  private static CoresFact scheduled(CoresView view, int core, long now) {
    ActiveSession session = view.session();
    int group = view.groupAssignedToCore(core, now);
    if (group < 0) {
      throw new RuntimeAbort("core " + core + " has no group at block " + now);
    }
    if (session.use(core) == CoreUse.PARACHAIN) {
      long para = session.parachains().at(core);
      return new ParachainScheduled(
          new CoreAssignment(core, OccupantKind.PARACHAIN, para, null, 0, group));
    }
    int offset = session.offsetOf(core);
    QueuedClaim claim = view.nextClaim(offset);
    return new ClaimScheduled(
        new CoreAssignment(
            core, OccupantKind.PARATHREAD, claim.para(), claim.collator(), claim.retries(), group),
        offset,
        view.block());
  }
}
